package crdtest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural/apply"
)

// A server generates these; they are the same in every test.
const (
	generatedUID    = "00000000-0000-0000-0000-000000000001"
	generatedSuffix = "xxxxx"
	fieldManager    = "crdtest"
	defaultName     = "object"
)

var generatedTime = time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC)

var errNoDefinition = errors.New("the Definition is nil: Load, Parse and MustLoad make one")

// Try returns a server's answers to a request with each of the objects.
//
// The object may be as in a file. A new object without metadata is called "object". An update
// gets the name, namespace and resourceVersion of the old object if it has none; the old object
// gets what a server has generated: a uid, a creationTimestamp, a generation, a
// resourceVersion, and a name and namespace.
//
// Unknown and repeated fields are errors, as with kubectl: see [WithFieldValidation].
//
// An error means no verdict: the object is not of the definition's group, kind and versions, or
// not a Scale, the version lacks the subresource, a server would not store the old object, a text
// cannot be decoded, or [crdschema.Definition.Admit] fails. It begins with file and line.
func Try(ctx context.Context, d *Definition, object Object, opts ...Option) ([]Answer, error) {
	if d == nil || d.compiled == nil {
		return nil, errNoDefinition
	}
	r := newRequest()
	for _, opt := range append(append([]Option(nil), object.opts...), opts...) {
		opt.applyToRequest(&r)
	}
	items, err := object.items(ctx)
	if err != nil {
		return nil, err
	}
	answers := make([]Answer, len(items))
	for i, it := range items {
		if answers[i], err = r.try(ctx, d, it); err != nil {
			return nil, fmt.Errorf("%s: %w", it.at(ctx, nil), err)
		}
	}
	return answers, nil
}

func (r *request) try(ctx context.Context, d *Definition, it item) (Answer, error) {
	if err := r.check(d, it.object); err != nil {
		return Answer{}, err
	}
	req := crdschema.Request{
		Object:            it.object,
		Duplicates:        it.document.Duplicates,
		Version:           r.version,
		FieldValidation:   r.validation,
		UID:               generatedUID,
		CreationTimestamp: generatedTime,
		NameSuffix:        generatedSuffix,
		Revision:          1,
	}
	if err := r.update(ctx, d, &req); err != nil {
		return Answer{}, err
	}
	if err := r.apply(d, &req); err != nil {
		return Answer{}, err
	}
	version := r.versionOf(d, it.object)
	coverage, err := r.coverageOf(d)
	if err != nil {
		return Answer{}, err
	}
	if coverage != nil {
		req.ObserveRules = coverage.observer(version)
	}
	result, err := d.compiled.Admit(ctx, req)
	if err != nil {
		return Answer{}, err
	}
	answer := Answer{Result: result, source: it}
	answer.Problems = answer.problems(ctx)
	return answer, coverage.record(ctx, version, result)
}

// coverageOf returns the coverage of the definition, or nil.
func (r *request) coverageOf(d *Definition) (*Coverage, error) {
	for _, c := range r.coverage {
		if found, err := c.isOf(d); found || err != nil {
			return c, err
		}
	}
	return nil, nil
}

// versionOf returns the version whose schema validates the object.
func (r *request) versionOf(d *Definition, obj map[string]any) string {
	if r.version != "" {
		return r.version
	}
	if r.subresource == scaleSubresource {
		return d.compiled.StorageVersion().Name()
	}
	return typeOf(obj).version
}

// check returns an error if the test asks for something else than an answer to the object.
func (r *request) check(d *Definition, obj map[string]any) error {
	t := typeOf(obj)
	switch {
	case r.conflicting:
		return fmt.Errorf("a request is for the status or the scale, not for both")
	case r.subresource == scaleSubresource:
		if t != (objectType{}) && (t.apiVersion != "autoscaling/v1" || t.kind != "Scale") {
			return fmt.Errorf("%v is not a Scale of autoscaling/v1", t)
		}
	case !d.declares(t):
		return fmt.Errorf("%v is not of the definition %s, with group %q and kind %q", t, d.compiled.Name(), d.compiled.Group(), d.compiled.Kind())
	default:
		if err := d.checkVersion(t.version); err != nil {
			return err
		}
	}
	name := r.versionOf(d, obj)
	if err := d.checkVersion(name); err != nil {
		return err
	}
	version, _ := d.compiled.Version(name)
	if has := version.Subresources(); r.subresource == statusSubresource && !has.Status || r.subresource == scaleSubresource && has.Scale == nil {
		return fmt.Errorf("the version %s of %s has no %s subresource", name, d.compiled.Name(), r.subresource)
	}
	return nil
}

// checkVersion returns an error unless the definition has a version, served or not.
func (d *Definition) checkVersion(name string) error {
	if _, found := d.compiled.Version(name); found {
		return nil
	}
	return fmt.Errorf("the definition %s has no version %q; its versions are %s", d.compiled.Name(), name, strings.Join(d.compiled.Versions(), ", "))
}

// apply makes the request a server-side apply.
func (r *request) apply(d *Definition, req *crdschema.Request) error {
	if !r.applied {
		return nil
	}
	applier, err := apply.New(d.compiled)
	if err != nil {
		return err
	}
	req.Fields, req.FieldManager, req.Now = applier, fieldManager, generatedTime
	req.ContentType = "application/apply-patch+yaml"
	req.Operation = map[subresource]crdschema.Operation{
		noSubresource: crdschema.Patch, statusSubresource: crdschema.PatchStatus, scaleSubresource: crdschema.PatchScale,
	}[r.subresource]
	return nil
}
