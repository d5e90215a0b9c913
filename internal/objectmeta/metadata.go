package objectmeta

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/structural"
)

// Mode says what is done about metadata that cannot be decoded.
type Mode uint8

const (
	// Reject refuses the object, as a server does with a request.
	Reject Mode = iota
	// Drop drops the parts that cannot be decoded, as a server does with the
	// defaults in a schema.
	Drop
	// Repair drops them too and gives objects without a generation the
	// generation 1, as a server does when it reads from storage what an older
	// one wrote.
	Repair
)

// Metadata normalises meta, the value of a `metadata` field that is present,
// and returns it with the paths of the unknown fields that are thereby lost,
// relative to meta and in the order in which the server reports them, at most
// 100. Null becomes an empty map.
//
// The error is Undecodable at meta and prints what the server's decoder says.
// Unless mode is [Reject] only metadata that is no object is an error; a known
// top-level field that cannot be decoded is dropped whole. The value returned
// beside an error is nil.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta,
// GetObjectMetaWithOptions and SetObjectMeta.
func Metadata(meta any, mode Mode) (out map[string]any, unknown []structural.Path, err *structural.Error) {
	d, err := decodeMetadata(meta, mode)
	return d.fields, d.unknown, err
}

// decoded is metadata as a server would write it.
type decoded struct {
	fields  map[string]any
	changed bool // fields is not the map that was given
	unknown []structural.Path
}

func decodeMetadata(meta any, mode Mode) (decoded, *structural.Error) {
	m, ok := meta.(map[string]any)
	switch {
	case meta == nil:
		return decoded{fields: map[string]any{}, changed: true}, nil
	case !ok:
		return decoded{}, undecodable(meta, notAnObject(meta, mode))
	}
	var d decoder
	out, changed := d.record(&objectMeta, m)
	switch {
	case d.problem() == "":
		return decoded{out, changed, settled(d.unknown)}, nil
	case mode == Reject:
		return decoded{}, undecodable(meta, d.problem())
	default:
		var d decoder
		out, _ := d.record(&objectMeta, decodable(m))
		return decoded{out, true, settled(d.unknown)}, nil
	}
}

// decodable is m without the known fields that cannot be decoded.
func decodable(m map[string]any) map[string]any {
	out := cow.OfMap(m)
	for i := range objectMeta.fields {
		f := &objectMeta.fields[i]
		var d decoder
		if d.value(&objectMeta, f, m[f.name]); d.problem() != "" {
			out.Delete(f.name)
		}
	}
	left, _ := out.Result()
	return left
}

// maxUnknown is the number of unknown fields in one metadata value after which
// the server's decoder reports no more.
const maxUnknown = 100

// settled returns paths as the server's decoder reports them: in the order of
// the document with sorted keys, each text once, and not too many.
//
// Rule: sigs.k8s.io/json, saveStrictError.
func settled(paths []structural.Path) []structural.Path {
	if len(paths) == 0 {
		return nil
	}
	slices.SortFunc(paths, structural.Path.Compare)
	out := paths[:0]
	seen := make(map[string]struct{}, min(len(paths), maxUnknown))
	for _, p := range paths {
		mendPath(p)
		text := p.Dotted()
		if _, again := seen[text]; again {
			continue
		}
		seen[text] = struct{}{}
		if out = append(out, p); len(out) == maxUnknown {
			break
		}
	}
	return slices.Clip(out)
}

// mendPath makes the names in p UTF-8, as the server reads them.
func mendPath(p structural.Path) {
	for i, s := range p {
		if !utf8.ValidString(s.Name()) {
			p[i] = structural.Field(mend(s.Name()))
		}
	}
}

// prefix puts steps in front of every path.
func prefix(paths []structural.Path, steps ...structural.Step) {
	for i, p := range paths {
		paths[i] = structural.Path(steps).Append(p...)
	}
}

// insideMetadata is how many steps at the end of the path of an unknown field are
// inside of a metadata value: one, or a list, an index and one.
func insideMetadata(path structural.Path) int {
	if path[len(path)-2].Kind() == structural.IndexStep {
		return 3
	}
	return 1
}

// unknownField reports the field at path, of which the part from metadata on is
// inside of a metadata value: the server prints the two parts differently.
func unknownField(path structural.Path, metadata int) *structural.Error {
	e := structural.Error{Path: path, Kind: structural.UnknownField, Value: structural.Omitted}
	return field.PrintedAt(e, path[:metadata].String()+"."+path[metadata:].Dotted())
}

// byText sorts errors by their texts, as the server does with those from
// embedded resources.
func byText(errs structural.Errors) structural.Errors {
	slices.SortFunc(errs, func(a, b *structural.Error) int {
		return cmp.Or(strings.Compare(a.Location(), b.Location()), a.Path.Compare(b.Path))
	})
	return errs
}
