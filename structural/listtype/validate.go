package listtype

import (
	"context"
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/pathset"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
	"github.com/seed95800270/crdschema/structural/field"
)

const stage = "comparing the elements of sets and maps"

// Validate returns an error for every duplicate element of the sets and maps that s declares
// in v, and for elements of maps that are not objects. v may be a set or map itself. Errors of
// a list come before errors in its elements, fields and keys in byte order; fields under
// properties are printed `.k`, keys under additionalProperties `[k]`.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype, ValidateListSetsAndMaps.
func Validate(ctx context.Context, v any, s *structural.Schema) (structural.Errors, error) {
	if !s.Holds(facts.ListTypes) {
		return nil, nil
	}
	w := work.Start(ctx, stage)
	found := validate(w, v, s)
	if err := w.Err(); err != nil {
		return nil, err
	}
	return found, nil
}

// ValidateUpdate validates v as an update of old. If old has any errors, all errors of v
// are tolerated and returned as ratcheted, otherwise as errs.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceStrategy.ValidateUpdate and statusStrategy.ValidateUpdate.
func ValidateUpdate(ctx context.Context, v, old any, s *structural.Schema) (errs, ratcheted structural.Errors, err error) {
	if !s.Holds(facts.ListTypes) {
		return nil, nil, nil
	}
	w := work.Start(ctx, stage)
	found := validate(w, v, s)
	tolerated := len(found) > 0 && !valid(w, old, s)
	switch err := w.Err(); {
	case err != nil:
		return nil, nil, err
	case tolerated:
		return nil, found, nil
	default:
		return found, nil, nil
	}
}

func validate(w *work.Tracker, v any, s *structural.Schema) structural.Errors {
	if valid(w, v, s) {
		return nil
	}
	c := listChecker{comparer: comparer{work: w}, reports: true}
	c.check(v, s)
	return c.located()
}

func valid(w *work.Tracker, v any, s *structural.Schema) bool {
	c := listChecker{comparer: comparer{work: w}}
	c.check(v, s)
	return !c.failed
}

// listChecker walks one object. Without reports, it stops at the first error and sets failed.
type listChecker struct {
	comparer
	manyKeys map[*structural.Schema]keys
	reports  bool
	failed   bool
	errs     structural.Errors
	paths    pathset.Counter
}

func (c *listChecker) done() bool { return c.failed && !c.reports || c.work.Failed() }

func (c *listChecker) check(v any, s *structural.Schema) {
	switch v := v.(type) {
	case map[string]any:
		c.object(v, s)
	case []any:
		c.list(v, s)
	}
}

// object visits the properties of s, or the fields of m if these are much fewer.
func (c *listChecker) object(m map[string]any, s *structural.Schema) {
	if additional := s.AdditionalProperties(); additional.Holds(facts.ListTypes) {
		c.each(m, func(k string, v any) { c.child(structural.Key(k), v, additional) })
	}
	if s.NumProperties() <= 2*len(m)+8 {
		c.properties(m, s)
		return
	}
	c.each(m, func(k string, v any) {
		if p := s.Property(k); p.Holds(facts.ListTypes) {
			c.child(structural.Field(k), v, p)
		}
	})
}

func (c *listChecker) each(m map[string]any, visit func(k string, v any)) {
	if c.reports {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			if visit(k, m[k]); c.done() {
				return
			}
		}
		return
	}
	for k, v := range m {
		if visit(k, v); c.done() {
			return
		}
	}
}

func (c *listChecker) properties(m map[string]any, s *structural.Schema) {
	for k, p := range s.Properties() {
		if !p.Holds(facts.ListTypes) {
			continue
		}
		if v, found := m[k]; found {
			c.child(structural.Field(k), v, p)
		}
		if c.done() {
			return
		}
	}
}

func (c *listChecker) list(l []any, s *structural.Schema) {
	switch listType, _ := s.ListType(); listType {
	case "set":
		c.set(l)
	case "map":
		c.listMap(l, s)
	}
	items := s.Items()
	if !items.Holds(facts.ListTypes) {
		return
	}
	for i, v := range l {
		if c.done() {
			return
		}
		c.child(structural.Index(i), v, items)
	}
}

// child checks the value below step. Paths are built backwards.
func (c *listChecker) child(step field.Step, v any, s *structural.Schema) {
	if !c.work.Step(1) {
		return
	}
	first := len(c.errs)
	c.paths.Enter(step)
	c.check(v, s)
	c.paths.Leave(step)
	if c.work.Failed() || !c.work.Step(len(c.errs)-first) {
		c.work.In(step)
		return
	}
	for _, e := range c.errs[first:] {
		e.Path = append(e.Path, step)
	}
}

// report adds an error at element i within the limit of paths. The first error is always
// added.
func (c *listChecker) report(i int, e structural.Error) {
	c.failed = true
	if !c.reports {
		return
	}
	if c.paths.Count(structural.Index(i)); c.paths.Exceeded() && len(c.errs) > 0 {
		return
	}
	e.Path = structural.Path{structural.Index(i)}
	c.errs = append(c.errs, &e)
}

func (c *listChecker) located() structural.Errors {
	for _, e := range c.errs {
		slices.Reverse(e.Path)
	}
	return c.errs
}

func (c *listChecker) set(l []any) {
	if len(l) < 2 {
		return
	}
	elements := rows{comparer: &c.comparer, cells: l, width: 1, n: len(l)}
	for _, i := range elements.duplicates() {
		c.report(i, structural.Error{Kind: field.Duplicate, Code: codes.SetDuplicate, Value: l[i]})
	}
}

func (c *listChecker) listMap(l []any, s *structural.Schema) {
	if !c.work.Step(len(l)) {
		return
	}
	for i, v := range l {
		if _, ok := v.(map[string]any); !ok && v != nil {
			c.report(i, structural.Error{Kind: field.Invalid, Code: codes.MapItemObject, Value: v, Detail: codes.MapItemObjectDetail})
			return
		}
	}
	if len(l) < 2 {
		return
	}
	keys := c.keysOf(s)
	var space [3 * stackLimit]any
	elements := keys.rows(&c.comparer, l, space[:0])
	for _, i := range elements.duplicates() {
		c.report(i, structural.Error{Kind: field.Duplicate, Code: codes.MapDuplicate, Value: keys.only(l[i])})
	}
}
