package listtype

import (
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/internal/facts"
	"github.com/seed95800270/crdschema/internal/pathset"
	"github.com/seed95800270/crdschema/structural"
)

// Validate returns an error for every repeated element of the sets and maps
// that s has in obj, and for elements of maps that are no objects; see the rules
// of the package. The errors are sorted and located from the root of obj: fields
// that properties name are printed `.k`, keys under additionalProperties `[k]`.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype,
// ValidateListSetsAndMaps.
func Validate(obj map[string]any, s *structural.Schema) structural.Errors {
	if valid(obj, s) {
		return nil
	}
	w := walker{reports: true}
	w.object(obj, s)
	return w.located()
}

// ValidateUpdate is [Validate] for an obj that is to replace old. If old has
// errors of any kind, anywhere, those of obj are all tolerated and returned as
// ratcheted; else they are returned as errs.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceStrategy.ValidateUpdate and statusStrategy.ValidateUpdate.
func ValidateUpdate(obj, old map[string]any, s *structural.Schema) (errs, ratcheted structural.Errors) {
	found := Validate(obj, s)
	if len(found) == 0 || valid(old, s) {
		return found, nil
	}
	return nil, found
}

// valid tells whether Validate finds nothing.
func valid(obj map[string]any, s *structural.Schema) bool {
	var w walker
	if s.Holds(facts.ListTypes) {
		w.object(obj, s)
	}
	return !w.failed
}

// walker goes through one object. Without reports it stops at the first error
// and only tells that there is one; this is what valid objects cost.
type walker struct {
	reports bool
	failed  bool
	errs    structural.Errors
	paths   pathset.Counter // of the errors
}

// done tells whether there is no need to look further.
func (w *walker) done() bool { return w.failed && !w.reports }

func (w *walker) value(v any, s *structural.Schema) {
	switch v := v.(type) {
	case map[string]any:
		w.object(v, s)
	case []any:
		w.list(v, s)
	}
}

// object looks up the fields of the shorter side, schema or object, on the
// other one. Most schemas declare few fields that hold list types.
func (w *walker) object(m map[string]any, s *structural.Schema) {
	if additional := s.AdditionalProperties(); additional.Holds(facts.ListTypes) {
		w.each(m, func(k string, v any) { w.enter(structural.Key(k), v, additional) })
	}
	if s.NumProperties() <= 2*len(m)+8 {
		w.declared(m, s)
		return
	}
	w.each(m, func(k string, v any) {
		if p := s.Property(k); p.Holds(facts.ListTypes) {
			w.enter(structural.Field(k), v, p)
		}
	})
}

// each visits the fields of m, in order if that can show.
func (w *walker) each(m map[string]any, visit func(k string, v any)) {
	if w.reports {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			visit(k, m[k])
		}
		return
	}
	for k, v := range m {
		if visit(k, v); w.failed {
			return
		}
	}
}

func (w *walker) declared(m map[string]any, s *structural.Schema) {
	for k, p := range s.Properties() {
		if !p.Holds(facts.ListTypes) {
			continue
		}
		if v, found := m[k]; found {
			w.enter(structural.Field(k), v, p)
		}
		if w.done() {
			return
		}
	}
}

func (w *walker) list(l []any, s *structural.Schema) {
	switch listType, _ := s.ListType(); listType {
	case "set":
		w.set(l)
	case "map":
		w.keyed(l, s)
	}
	items := s.Items()
	if !items.Holds(facts.ListTypes) {
		return
	}
	for i, v := range l {
		if w.done() {
			return
		}
		w.enter(structural.Index(i), v, items)
	}
}

// enter is value for a v that stands at step. Paths grow backwards while it
// returns.
func (w *walker) enter(step structural.Step, v any, s *structural.Schema) {
	from := len(w.errs)
	w.paths.Enter(step)
	w.value(v, s)
	w.paths.Leave(step)
	for _, e := range w.errs[from:] {
		e.Path = append(e.Path, step)
	}
}

// report is an error at the element i of the list at hand. Those that the
// budget does not allow are left out, the first one excepted.
func (w *walker) report(i int, e structural.Error) {
	w.failed = true
	if !w.reports {
		return
	}
	if w.paths.Count(structural.Index(i)); w.paths.Exceeded() && len(w.errs) > 0 {
		return
	}
	e.Path = structural.Path{structural.Index(i)}
	w.errs = append(w.errs, &e)
}

// located turns the paths around.
func (w *walker) located() structural.Errors {
	for _, e := range w.errs {
		slices.Reverse(e.Path)
	}
	return w.errs.Sort()
}
