package crdschema

import (
	"log/slog"

	"github.com/seed95800270/crdschema/internal/valuetext"
	"github.com/seed95800270/crdschema/structural"
)

// LogValue returns a group of attributes for a log: accepted and, if there are any, status,
// errors, ratcheted, dropped, defaulted, warnings and cost. Lists are cut to 16 elements
// and the number of the others. The objects are left out.
func (r Result) LogValue() slog.Value {
	attrs := []slog.Attr{slog.Bool("accepted", r.Accepted())}
	attrs = appendStatus(attrs, r.status)
	attrs = appendList(attrs, "errors", r.Errors)
	attrs = appendList(attrs, "ratcheted", r.Ratcheted)
	attrs = appendList(attrs, "dropped", r.Dropped)
	attrs = appendList(attrs, "defaulted", r.Defaulted)
	attrs = appendList(attrs, "warnings", r.Warnings)
	if r.Cost != 0 {
		attrs = append(attrs, slog.Int64("cost", r.Cost))
	}
	return slog.GroupValue(attrs...)
}

// LogValue returns a group of attributes for a log: accepted and, if there are any, status,
// errors, dropped and warnings, as [Result.LogValue] does. The CRD is left out.
func (r CRDResult) LogValue() slog.Value {
	attrs := []slog.Attr{slog.Bool("accepted", r.Accepted())}
	attrs = appendStatus(attrs, r.status)
	attrs = appendList(attrs, "errors", r.Errors)
	attrs = appendList(attrs, "dropped", r.Dropped)
	attrs = appendList(attrs, "warnings", r.Warnings)
	return slog.GroupValue(attrs...)
}

func appendStatus(attrs []slog.Attr, s *Status) []slog.Attr {
	if s == nil {
		return attrs
	}
	return append(attrs, slog.Any("status", s))
}

func appendList[T string | structural.Path | *structural.Error](attrs []slog.Attr, name string, list []T) []slog.Attr {
	if len(list) == 0 {
		return attrs
	}
	return append(attrs, slog.Any(name, valuetext.LogList(list)))
}
