package jsontext

import (
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/field"
)

// NotUTF8 returns the error of a string or name in v, a value at a path, that is not UTF-8, or nil.
// The server's decoder replaces such bytes; a Go map can have them, and cannot be encoded then.
// Values nested deeper than maxDepth levels are ignored: they have errors of their own.
//
// w counts a step for each value and each 16 bytes of a text. The result is nil if it fails.
func NotUTF8(w *work.Tracker, v any, at field.Path, maxDepth int) *field.Error {
	f := finder{work: w, maxDepth: maxDepth}
	if f.valid(v, 0) || w.Failed() {
		return nil
	}
	f.find(v, 0)
	if w.Failed() {
		return nil
	}
	slices.Reverse(f.path)
	return &field.Error{Path: at.Append(f.path...), Kind: field.Undecodable, Code: codes.NotJSON, Value: field.Omitted, Detail: codes.NotUTF8Detail}
}

type finder struct {
	work     *work.Tracker
	maxDepth int
	path     field.Path // to the first one, the last step first
}

func (f *finder) valid(v any, depth int) bool {
	if !f.work.Step(1) {
		return false
	}
	switch v := v.(type) {
	case string:
		return f.text(v)
	case map[string]any:
		for name, e := range v {
			if !f.text(name) || depth < f.maxDepth && !f.valid(e, depth+1) {
				return false
			}
		}
	case []any:
		for _, e := range v {
			if depth < f.maxDepth && !f.valid(e, depth+1) {
				return false
			}
		}
	}
	return true
}

func (f *finder) text(s string) bool { return f.work.Step(len(s)/16) && utf8.ValidString(s) }

func (f *finder) find(v any, depth int) bool {
	if depth > f.maxDepth || !f.work.Step(1) {
		return false
	}
	switch v := v.(type) {
	case string:
		return !f.text(v)
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if !f.text(name) || f.find(v[name], depth+1) {
				f.path = append(f.path, field.Field(name))
				return true
			}
		}
	case []any:
		for i, e := range v {
			if f.find(e, depth+1) {
				f.path = append(f.path, field.Index(i))
				return true
			}
		}
	}
	return false
}
