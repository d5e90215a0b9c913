package compat

import (
	"context"
	"errors"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/valuediff"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/apply"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// sides are a version of the old and of the new definition.
type sides struct {
	old, upgraded *crdschema.Version
	applied       [2]*apply.Applier
	once          bool // the status is not written by a request of its own
}

// answer is what both definitions say to one request.
type answer struct {
	accepted bool // by the old definition, without dropping a field
	op       crdschema.Operation
	object   map[string]any
	previous map[string]any // of an update
	errs     structural.Errors
	refused  string // by the new definition for a reason that is not in errs
	written  []valuediff.Difference
	read     []valuediff.Difference
	next     structural.Errors // of an update with what is stored
	stored   map[string]any    // by the old definition, as it is read
}

// create returns the answers to a request to create an object and, if it has a status that only
// requests of their own write, to write that.
func (s *sides) create(ctx context.Context, obj map[string]any) (*answer, error) {
	a := &answer{op: crdschema.Create, object: obj}
	before, err := s.write(ctx, s.old, obj, crdschema.Strict)
	if err != nil || before == nil || !before.accepted() {
		return a, err
	}
	a.accepted, a.stored = true, before.object
	after, err := s.write(ctx, s.upgraded, obj, crdschema.Ignore)
	if err != nil {
		return nil, err
	}
	a.errs, a.refused = after.errs, after.refused
	if after.accepted() {
		a.written = valuediff.Compare(withoutSystem(after.object), withoutSystem(before.object))
	}
	return a, s.reread(ctx, a, before)
}

// update returns the answers to an update of an object that both definitions can read.
func (s *sides) update(ctx context.Context, op crdschema.Operation, obj, old map[string]any) (*answer, error) {
	a := &answer{op: op, object: obj, previous: old}
	previous := unrevised(old)
	if op == crdschema.UpdateStatus {
		previous = without(previous, "status")
	}
	created, err := s.write(ctx, s.old, previous, crdschema.Strict)
	if err != nil || !created.accepted() {
		return a, err
	}
	before, err := s.admit(ctx, s.old, crdschema.Request{Object: obj, Old: old, Operation: op, FieldValidation: crdschema.Strict})
	if err != nil || !before.accepted() {
		return a, err
	}
	a.accepted, a.stored = true, before.object
	after, err := s.admit(ctx, s.upgraded, crdschema.Request{Object: obj, Old: old, Operation: op, FieldValidation: crdschema.Ignore})
	if err != nil {
		return nil, err
	}
	a.errs, a.refused = after.errs, after.refused
	return a, nil
}

// outcome is the answer of one definition.
type outcome struct {
	object  map[string]any // in the answer
	stored  map[string]any
	errs    structural.Errors
	refused string
	dropped int
}

func (o *outcome) accepted() bool { return o.refused == "" && len(o.errs) == 0 && o.dropped == 0 }

func (s *sides) write(ctx context.Context, v *crdschema.Version, obj map[string]any, fields crdschema.FieldValidation) (*outcome, error) {
	out, err := s.admit(ctx, v, crdschema.Request{Object: obj, Operation: crdschema.Create, FieldValidation: fields})
	if err != nil || s.once || !out.accepted() || obj["status"] == nil || !v.Subresources().Status {
		return out, err
	}
	old := structural.Clone(out.object)
	setRevision(old)
	next := structural.Clone(old)
	next["status"] = obj["status"]
	return s.admit(ctx, v, crdschema.Request{Object: next, Old: old, Operation: crdschema.UpdateStatus, FieldValidation: fields})
}

func setRevision(obj map[string]any) {
	if meta, ok := obj["metadata"].(map[string]any); ok && meta["resourceVersion"] == nil {
		meta["resourceVersion"] = "1"
	}
}

// admit sends a request. The rules of an object with other errors are evaluated, too.
func (s *sides) admit(ctx context.Context, v *crdschema.Version, req crdschema.Request) (*outcome, error) {
	req.Version, req.AllErrors = v.Name(), true
	res, err := v.Definition().Admit(ctx, req)
	if err != nil {
		return nil, err
	}
	out := &outcome{object: res.Object, stored: res.Stored, errs: res.Errors}
	if req.FieldValidation == crdschema.Strict {
		out.dropped = len(res.Dropped)
	}
	if st := res.Status(); st != nil && len(res.Errors) == 0 {
		out.refused = st.Message
	}
	if out.object == nil { // of a version that needs a converter
		out.object = res.Validated
	}
	return out, nil
}

// reread compares what both definitions read from storage, and writes it back with the new one.
func (s *sides) reread(ctx context.Context, a *answer, before *outcome) error {
	if before.stored == nil {
		return nil
	}
	stored := structural.Clone(before.stored)
	setRevision(stored)
	was, err := s.old.Definition().Read(ctx, stored, s.old.Name())
	if err != nil {
		return failure(ctx, err)
	}
	is, err := s.upgraded.Definition().Read(ctx, stored, s.upgraded.Name())
	if err != nil {
		return failure(ctx, err)
	}
	a.read = valuediff.Compare(is, was)
	next, err := s.admit(ctx, s.upgraded, crdschema.Request{Object: is, Old: is, Operation: crdschema.Update, FieldValidation: crdschema.Ignore})
	if err != nil {
		return failure(ctx, err)
	}
	a.next = next.errs
	return nil
}

// failure returns err if it ends the comparison: the context's or the budget's.
func failure(ctx context.Context, err error) error {
	if ctx.Err() != nil || errors.Is(err, structural.ErrTooMuchWork) {
		return err
	}
	return nil
}

// withoutSystem returns obj without the metadata that a server sets.
func withoutSystem(obj map[string]any) map[string]any { return without(obj, "metadata") }

// unrevised returns a stored object as a new one.
func unrevised(obj map[string]any) map[string]any {
	out := without(obj, "")
	if meta, ok := obj["metadata"].(map[string]any); ok {
		meta = without(meta, "resourceVersion")
		out["metadata"] = without(meta, "uid")
	}
	return out
}

func without(obj map[string]any, name string) map[string]any {
	out := make(map[string]any, len(obj))
	for k, v := range obj {
		if k != name {
			out[k] = v
		}
	}
	return out
}

// managers returns the managed fields after the same apply with both definitions.
func (s *sides) managers(ctx context.Context, obj map[string]any) (before, after []any, err error) {
	var out [2][]any
	for i, v := range []*crdschema.Version{s.old, s.upgraded} {
		if s.applied[i] == nil {
			if s.applied[i], err = apply.New(v.Definition()); err != nil {
				return nil, nil, err
			}
		}
		subresource := ""
		applied, err := s.applied[i].Apply(ctx, apply.Request{Object: obj, Version: v.Name(), Manager: "witness", Subresource: subresource})
		if err != nil {
			return nil, nil, failure(ctx, err)
		}
		meta, _ := applied["metadata"].(map[string]any)
		out[i], _ = meta["managedFields"].([]any)
	}
	return out[0], out[1], nil
}

func namespaced(v *crdschema.Version) bool { return v.Definition().Scope() == objectmeta.Namespaced }
