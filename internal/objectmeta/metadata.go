package objectmeta

import (
	"github.com/seed95800270/crdschema/internal/cow"
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
