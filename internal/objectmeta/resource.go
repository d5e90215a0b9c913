package objectmeta

import (
	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/structural"
)

// resource is object for an m that has type and object metadata of its own.
// Embedded resources inside of those, which no server admits into a definition,
// are looked at as the server does: only for what is wrong with them.
func (w *walker) resource(m map[string]any, s *structural.Schema) (map[string]any, bool, *structural.Error) {
	out, lost := cow.OfMap(m), cow.OfMap(m)
	var err *structural.Error
	for k, v := range m {
		below := &out
		switch k {
		case "apiVersion", "kind":
			err, below = first(err, w.typeMeta(&out, k, v)), &lost
		case "metadata":
			replaced, wrong := w.metadata(&out, v)
			if err = first(err, wrong); replaced {
				below = &lost
			}
		}
		err = first(err, w.field(below, k, v, s))
	}
	return result(&out, err)
}

func (w *walker) typeMeta(out *cow.Map, k string, v any) *structural.Error {
	if _, ok := v.(string); ok {
		return nil
	}
	if w.mode == Reject {
		return invalid(k, v, "must be a string")
	}
	out.Delete(k)
	return nil
}

// metadata coerces metadata, and tells whether v could be decoded.
func (w *walker) metadata(out *cow.Map, v any) (bool, *structural.Error) {
	d, err := decodeMetadata(v, w.mode)
	switch {
	case err != nil && w.mode == Reject:
		return false, invalid("metadata", v, err.Detail)
	case err != nil:
		return false, nil
	case d.changed:
		out.Set("metadata", d.fields)
	}
	mark := w.unknown.Mark()
	for _, p := range d.unknown {
		w.unknown.AddPath(p)
	}
	w.unknown.Below(mark, structural.Field("metadata"))
	return true, nil
}

func invalid(key string, v any, detail string) *structural.Error {
	return &structural.Error{Path: structural.Path{structural.Field(key)}, Kind: structural.Invalid, Value: v, Detail: detail}
}
