package defaulting

import (
	"context"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/pathset"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
	"github.com/seed95800270/crdschema/structural/field"
)

const stage = "setting defaults"

// Default returns v with the defaults of s that it lacks, or v itself if it lacks none. The
// default of s itself is not used: v is present, even if it is null. defaulted holds the
// outermost paths of the new values, in the order of their steps, up to the limit in the
// package comment.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting, Default.
func Default[T any](ctx context.Context, v T, s *structural.Schema) (out T, defaulted []structural.Path, err error) {
	var w work.Tracker
	var filled pathset.Set
	d := defaulter{work: w.Start(ctx, stage), filled: &filled}
	full, changed := d.value(v, s)
	defaulted = filled.PathsWithin(d.work)
	if err := d.work.Err(); err != nil {
		return out, nil, err
	}
	if !changed {
		return v, defaulted, nil
	}
	out, _ = full.(T)
	return out, defaulted, nil
}

// Absent returns the value of an absent field with the schema s: a copy of the default,
// with the defaults that it lacks itself, or false without a default.
//
// Rule: the same function, where it visits an absent property.
func Absent(ctx context.Context, s *structural.Schema) (v any, ok bool, err error) {
	d := defaulter{work: work.Start(ctx, stage), filled: new(pathset.Set)}
	if s.HasDefault() {
		v, ok = d.completeDefault(s), true
	}
	if err := d.work.Err(); err != nil {
		return nil, false, err
	}
	return v, ok, nil
}

// defaulter fills one value. filled is a pointer so that the tracker does not escape to the
// heap with the paths.
type defaulter struct {
	filled *pathset.Set
	work   *work.Tracker
}

func (d *defaulter) value(v any, s *structural.Schema) (any, bool) {
	if !s.Holds(facts.Defaults) {
		return v, false
	}
	switch t := v.(type) {
	case map[string]any:
		if out, changed := d.object(t, s); changed {
			return out, true
		}
	case []any:
		if out, changed := d.list(t, s.Items()); changed {
			return out, true
		}
	}
	return v, false
}

func (d *defaulter) object(m map[string]any, s *structural.Schema) (map[string]any, bool) {
	out := cow.OfMap(m)
	for i := 0; ; i++ {
		name, property, ok := s.Defaulted(i)
		if !ok || !d.work.Step(1) {
			break
		}
		v, found := m[name]
		if property.HasDefault() && (!found || v == nil && !property.Nullable()) {
			out.Set(name, d.completeDefault(property))
			d.add(structural.Field(name))
			continue
		}
		if found {
			d.child(&out, name, v, property)
		}
	}
	if additional := s.AdditionalProperties(); additional.Holds(facts.Defaults) {
		d.additional(&out, m, s, additional)
	}
	return out.Result()
}

func (d *defaulter) additional(out *cow.Map, m map[string]any, s, additional *structural.Schema) {
	for k, v := range m {
		if !d.work.Step(1) {
			break
		}
		switch {
		case s.Property(k) != nil:
		case missing(v, additional):
			out.Set(k, d.completeDefault(additional))
			d.add(structural.Field(k))
		default:
			d.child(out, k, v, additional)
		}
	}
}

func (d *defaulter) child(out *cow.Map, k string, v any, s *structural.Schema) {
	mark := d.filled.Mark()
	if v, changed := d.value(v, s); changed {
		out.Set(k, v)
		d.filled.Below(mark, structural.Field(k))
	}
	if d.work.Failed() {
		d.work.In(structural.Field(k))
	}
}

func (d *defaulter) list(l []any, items *structural.Schema) ([]any, bool) {
	out := cow.OfList(l)
	if !items.Holds(facts.Defaults) {
		return out.Result()
	}
	for i, v := range l {
		if !d.work.Step(1) {
			break
		}
		if missing(v, items) {
			out.Set(i, d.completeDefault(items))
			d.add(structural.Index(i))
			continue
		}
		mark := d.filled.Mark()
		if v, changed := d.value(v, items); changed {
			out.Set(i, v)
			d.filled.Below(mark, structural.Index(i))
		}
		if d.work.Failed() {
			d.work.In(structural.Index(i))
		}
	}
	return out.Result()
}

func missing(v any, s *structural.Schema) bool {
	return v == nil && s.HasDefault() && !s.Nullable()
}

func (d *defaulter) completeDefault(s *structural.Schema) any {
	v, ok := s.MakeDefault(d.work.Make)
	if !ok {
		return nil
	}
	inner := defaulter{work: d.work, filled: new(pathset.Set)}
	v, _ = inner.value(v, s)
	return v
}

func (d *defaulter) add(step field.Step) {
	d.filled.Add(step)
	d.work.In(step)
}
