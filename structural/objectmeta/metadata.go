package objectmeta

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// Metadata normalizes meta, the value of a `metadata` field that is present, and returns
// it with the paths of the unknown fields that it dropped, relative to meta and in the
// order in which the server reports them, at most 100. Null becomes an empty map.
//
// An error of meta is a *structural.Error, Undecodable at meta, and prints the error of
// the server's decoder. Unless mode is [Reject], only metadata that is not an object is an
// error; a known top-level field that cannot be decoded is dropped as a whole.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta,
// GetObjectMetaWithOptions and SetObjectMeta.
func Metadata(ctx context.Context, meta any, mode Mode) (out map[string]any, unknown []structural.Path, err error) {
	w := work.Start(ctx, coercingStage)
	d, invalid := decodeMetadata(w, meta, mode)
	if err := w.Err(); err != nil {
		return nil, nil, err
	}
	if invalid != nil {
		return nil, nil, invalid
	}
	return d.fields, d.unknown, nil
}

// decoded is metadata as the server would encode it.
type decoded struct {
	fields  map[string]any
	changed bool // fields is not the map that was given
	unknown []structural.Path
}

// decodeMetadata returns metadata as the server would encode it, or why the server cannot decode it.
// Its results are invalid once w has failed.
func decodeMetadata(w *work.Tracker, meta any, mode Mode) (decoded, *structural.Error) {
	m, ok := meta.(map[string]any)
	switch {
	case meta == nil:
		return decoded{fields: map[string]any{}, changed: true}, nil
	case !ok:
		return decoded{}, undecodable(codes.MetadataType, meta, notAnObject(meta, mode))
	}
	d := metadataDecoder{w: w}
	out, changed := d.structure(gotype.ObjectMeta, m)
	switch {
	case w.Failed():
		return decoded{}, nil
	case !d.wrong:
		return decoded{out, changed, reportedPaths(d.unknown)}, nil
	case mode == Reject:
		c := typeChecker(w)
		c.Struct(gotype.ObjectMeta, m)
		return decoded{}, undecodable(codes.MetadataType, meta, c.Error())
	default:
		d := metadataDecoder{w: w}
		out, _ := d.structure(gotype.ObjectMeta, decodableFields(w, m))
		return decoded{out, true, reportedPaths(d.unknown)}, nil
	}
}

// typeChecker returns a checker of metadata. The server encodes metadata as JSON to decode it.
func typeChecker(w *work.Tracker) gotype.Checker {
	return gotype.Checker{Work: w, Floats: gotype.Encoded, MaxDepth: structural.MaxDepth}
}

// decodableFields returns m without the known fields that cannot be decoded.
func decodableFields(w *work.Tracker, m map[string]any) map[string]any {
	out := cow.OfMap(m)
	for _, f := range gotype.ObjectMeta.Fields {
		d := metadataDecoder{w: w}
		if d.value(f, m[f.Name]); d.wrong {
			out.Delete(f.Name)
		}
	}
	left, _ := out.Result()
	return left
}

// metadataSteps returns the number of steps inside of a metadata value at the end
// of the path of an unknown field: one, or three with a list and an index.
func metadataSteps(path structural.Path) int {
	if path[len(path)-2].Kind() == field.IndexStep {
		return 3
	}
	return 1
}

// unknownField returns the error for an unknown field of metadata. The steps
// of path from index metadata on are inside of the metadata: the server prints them differently.
func unknownField(path structural.Path, metadata int) *structural.Error {
	e := structural.Error{Path: path, Kind: field.UnknownField, Code: codes.UnknownField, Value: field.Omitted}
	return field.PrintedAt(e, path[:metadata].String()+"."+path[metadata:].Dotted())
}

// sortByText sorts errs by their texts, as the server does for embedded resources.
// The order is undefined once w has failed.
func sortByText(w *work.Tracker, errs structural.Errors) {
	slices.SortFunc(errs, func(a, b *structural.Error) int {
		if !w.Step(1) {
			return 0
		}
		return cmp.Or(strings.Compare(a.Location(), b.Location()), a.Path.Compare(b.Path))
	})
}
