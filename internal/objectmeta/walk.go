package objectmeta

import (
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/pathset"
	"github.com/seed95800270/crdschema/structural"
)

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
