package objectmeta

import (
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/pathset"
	"github.com/seed95800270/crdschema/structural"
)

// Coerce normalises the type and object metadata of the embedded resources
// (x-kubernetes-embedded-resource) that s has in obj, which may be the root:
// apiVersion and kind must be strings if they are there, metadata becomes what
// [Metadata] makes of it. unknown are the fields lost from metadata, located
// from the root and in the order of their texts, as in the server.
//
// The error is Invalid: at apiVersion or kind `must be a string`, at metadata
// what the server's decoder says, with the metadata as the value. In modes
// other than [Reject] there is none: an apiVersion or kind of another type is
// dropped and metadata that is no object stays as it is. The map returned
// beside an error is obj.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta,
// CoerceWithOptions.
func Coerce(obj map[string]any, s *structural.Schema, mode Mode) (out map[string]any, unknown structural.Errors, err *structural.Error) {
	if !s.HoldsEmbeddedResources() {
		return obj, nil, nil
	}
	w := walker{mode: mode}
	out, _, err = w.object(obj, s)
	return w.finish(obj, out, err)
}

// CoerceResource is [Coerce] for an obj that is a whole resource although s
// does not say so, as at the root of a custom resource.
//
// Rule: as for [Coerce], with isResourceRoot.
func CoerceResource(obj map[string]any, s *structural.Schema, mode Mode) (out map[string]any, unknown structural.Errors, err *structural.Error) {
	w := walker{mode: mode}
	out, _, err = w.resource(obj, s)
	return w.finish(obj, out, err)
}

// walker goes through one object. The path of an error grows backwards while it
// returns.
type walker struct {
	mode    Mode
	unknown pathset.Set
}

func (w *walker) finish(obj, out map[string]any, err *structural.Error) (map[string]any, structural.Errors, *structural.Error) {
	if err != nil {
		slices.Reverse(err.Path)
		return obj, nil, err
	}
	var lost structural.Errors
	for _, path := range w.unknown.Paths() {
		lost = append(lost, unknownField(path, len(path)-insideMetadata(path)))
	}
	return out, byText(lost), nil
}

// value coerces what is below v, and tells whether that gave another value.
func (w *walker) value(v any, s *structural.Schema) (any, bool, *structural.Error) {
	switch v := v.(type) {
	case map[string]any:
		if out, changed, err := w.object(v, s); changed || err != nil {
			return out, changed, err
		}
	case []any:
		if s.Items().HoldsEmbeddedResources() {
			if out, changed, err := w.list(v, s.Items()); changed || err != nil {
				return out, changed, err
			}
		}
	}
	return v, false, nil
}

func (w *walker) object(m map[string]any, s *structural.Schema) (map[string]any, bool, *structural.Error) {
	if s.EmbeddedResource() {
		return w.resource(m, s)
	}
	out := cow.OfMap(m)
	var err *structural.Error
	for k, v := range m {
		err = first(err, w.field(&out, k, v, s))
	}
	return result(&out, err)
}

func result(out *cow.Map, err *structural.Error) (map[string]any, bool, *structural.Error) {
	m, changed := out.Result()
	return m, changed, err
}

func (w *walker) field(out *cow.Map, k string, v any, s *structural.Schema) *structural.Error {
	below, governor := s.Field(k)
	if !below.HoldsEmbeddedResources() {
		return nil
	}
	step := structural.Field(k)
	if governor == structural.FromAdditional {
		step = structural.Key(k)
	}
	next, changed, err := w.enter(step, v, below)
	if changed {
		out.Set(k, next)
	}
	return err
}

func (w *walker) list(l []any, s *structural.Schema) ([]any, bool, *structural.Error) {
	out := cow.OfList(l)
	for i, v := range l {
		next, changed, err := w.enter(structural.Index(i), v, s)
		if changed {
			out.Set(i, next)
		}
		if err != nil {
			elements, changed := out.Result()
			return elements, changed, err
		}
	}
	elements, changed := out.Result()
	return elements, changed, nil
}

// enter is value for a v that stands at step.
func (w *walker) enter(step structural.Step, v any, s *structural.Schema) (any, bool, *structural.Error) {
	mark := w.unknown.Mark()
	out, changed, err := w.value(v, s)
	w.unknown.Below(mark, step)
	if err != nil {
		err.Path = append(err.Path, step)
	}
	return out, changed, err
}

// first is the error at the smaller key of one map; it must not depend on the
// order in which a map is visited.
func first(a, b *structural.Error) *structural.Error {
	switch {
	case a == nil:
		return b
	case b == nil || strings.Compare(key(a), key(b)) <= 0:
		return a
	default:
		return b
	}
}

// key is the last step so far of an error's path.
func key(e *structural.Error) string { return e.Path[len(e.Path)-1].Name() }

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

// CoerceValue is [Coerce] for a value of any kind, such as a default. What it
// loses is not told. With an error it returns what is coerced until then: all
// but the elements of lists that follow the error.
func CoerceValue(v any, s *structural.Schema, mode Mode) (any, *structural.Error) {
	if !s.HoldsEmbeddedResources() {
		return v, nil
	}
	w := walker{mode: mode}
	out, _, err := w.value(v, s)
	if err != nil {
		slices.Reverse(err.Path)
	}
	return out, err
}
