package validate

import (
	"cmp"
	"context"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// Server holds the settings of the server to which CRDs are written. Its methods return an
// error if the context is done before there is a verdict.
type Server struct {
	// Rules compiles validation rules.
	Rules *celrules.Compiler
	// FormatsMinor is the minor version of Kubernetes whose formats are known.
	FormatsMinor int
	// Tracked reports whether the managed fields of a CRD are the ones of a field manager.
	Tracked bool
}

// Outcome is the verdict on a request to write a CRD.
type Outcome struct {
	// Object is the CRD as it is stored, or nil if there are errors.
	Object map[string]any
	// Warnings are the warnings of the response, or nil if there are errors.
	Warnings errlist.Warnings
	// Undecodable are the errors for values of the CRD that the server cannot decode, and
	// OldUndecodable for values of the old one. Nothing else is checked then.
	Undecodable, OldUndecodable structural.Errors
	// Errors are the errors in the CRD, in the server's order of checks.
	Errors structural.Errors
	// Name is the name of the CRD, possibly generated, if there are errors.
	Name string
}

// checker checks one CRD.
type checker struct {
	issues
	*Server
	form, old        *form // old is nil for a new CRD
	tolerance        tolerance
	structural       bool // whether schemas must be structural
	preserveReported bool
	warning          string // of preparing the metadata, if not empty
	work             *work.Tracker
	failure          error // why there is no verdict
}

// Create returns the verdict on a new CRD.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition,
// strategy; pkg/apis/apiextensions/validation,
// ValidateCustomResourceDefinition.
func (s *Server) Create(ctx context.Context, manifest map[string]any) (Outcome, error) {
	f, undecodable, err := readForm(ctx, manifest)
	if err != nil || len(undecodable) > 0 {
		return Outcome{Undecodable: undecodable}, cmp.Or(err, ctx.Err())
	}
	warning, err := f.prepareCreate(ctx, s)
	if err != nil {
		return Outcome{}, err
	}
	f.status = statusForm{storedVersions: f.spec.withStorageVersion(nil)}
	c := checker{Server: s, form: f, tolerance: toleranceOfNew(), warning: warning}
	c.checkNewMetadata(ctx)
	c.checkAll(ctx)
	return c.outcome(ctx, func() map[string]any {
		return crd.StoredObject(manifest, f.meta, f.storedSpec(ctx, manifest), crd.NewStatus(f.status.storedVersions))
	})
}

// Update returns the verdict on a CRD that replaces the stored old.
//
// Rules: the same package, ValidateCustomResourceDefinitionUpdate.
func (s *Server) Update(ctx context.Context, manifest, old map[string]any) (Outcome, error) {
	f, was, undecodable, err := readBoth(ctx, manifest, old)
	if err != nil || undecodable != nil {
		return undecodable.get(), cmp.Or(err, ctx.Err())
	}
	allowed, err := toleranceOf(ctx, was, f)
	if err != nil {
		return Outcome{}, err
	}
	warning, err := f.prepareUpdate(ctx, s, was)
	if err != nil {
		return Outcome{}, err
	}
	f.status = was.status
	f.status.storedVersions = f.spec.withStorageVersion(was.status.storedVersions)
	c := checker{Server: s, form: f, old: was, tolerance: allowed, warning: warning}
	c.checkChangedMetadata(ctx)
	c.checkAll(ctx)
	c.checkImmutable()
	return c.outcome(ctx, func() map[string]any {
		return crd.StoredObject(manifest, f.meta, f.storedSpec(ctx, manifest), crd.StoredStatus(old, f.status.storedVersions))
	})
}

// UpdateStatus returns the verdict on a CRD whose status replaces the status of
// the stored old.
//
// Rule: the same package, ValidateUpdateCustomResourceDefinitionStatus.
func (s *Server) UpdateStatus(ctx context.Context, manifest, old map[string]any) (Outcome, error) {
	f, was, undecodable, err := readBoth(ctx, manifest, old)
	if err != nil || undecodable != nil {
		return undecodable.get(), cmp.Or(err, ctx.Err())
	}
	f.spec = was.spec
	if !s.Tracked {
		f.dropManagedFields()
	}
	warning, err := f.prepareUpdate(ctx, s, was)
	if err != nil {
		return Outcome{}, err
	}
	c := checker{Server: s, form: f, old: was, warning: warning}
	c.checkChangedMetadata(ctx)
	c.checkNames(ctx, &f.status.names, locationOf("status").field("acceptedNames"))
	if len(f.status.storedVersions) == 0 { // set when the CRD is read back from storage
		f.status.storedVersions = f.spec.withStorageVersion(f.status.storedVersions)
	}
	return c.outcome(ctx, func() map[string]any {
		return crd.StoredObject(manifest, f.meta, crd.StoredSpec(old), crd.StoredStatus(manifest, f.status.storedVersions))
	})
}

// readBoth returns two forms, or an outcome if one cannot be decoded.
func readBoth(ctx context.Context, manifest, old map[string]any) (f, was *form, undecodable *Outcome, err error) {
	f, errs, err := readForm(ctx, manifest)
	if err != nil {
		return nil, nil, nil, err
	}
	was, oldErrs, err := readForm(ctx, old)
	if len(errs) > 0 || len(oldErrs) > 0 {
		undecodable = &Outcome{Undecodable: errs, OldUndecodable: oldErrs}
	}
	return f, was, undecodable, err
}

func (o *Outcome) get() Outcome {
	if o == nil {
		return Outcome{}
	}
	return *o
}

// outcome returns the errors, or the stored object and the warnings. The error says that
// something has not been checked.
func (c *checker) outcome(ctx context.Context, stored func() map[string]any) (Outcome, error) {
	switch {
	case c.stopped(ctx):
		return Outcome{}, c.failure
	case c.Len() > 0:
		name, _ := c.form.meta["name"].(string)
		return Outcome{Errors: c.Errors(), Name: name}, nil
	}
	warnings := c.warnings(c.form, c.old)
	if c.warning != "" {
		warnings = append(errlist.Warnings{{Path: metaedit.PathOf("ownerReferences"), Text: c.warning}}, warnings...)
	}
	obj := stored()
	if c.stopped(ctx) {
		return Outcome{}, c.failure
	}
	return Outcome{Object: obj, Warnings: warnings}, nil
}

// checking is what errors of the checks say that they do.
const checking = "checking a definition"

// fail keeps the first error, which leaves no verdict.
func (c *checker) fail(err error) {
	if c.failure == nil {
		c.failure = err
	}
}

func (c *checker) stopped(ctx context.Context) bool {
	if c.failure == nil {
		c.failure = ctx.Err()
	}
	return c.failure != nil
}

func (c *checker) step(n int) bool {
	if c.failure == nil && !c.work.Step(n) {
		c.failure = c.work.Err()
	}
	return c.failure == nil
}
