package validate

import (
	"context"
	"slices"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// readForm returns the form of a CRD, with sorted errors about values that the server
// cannot decode. The error says why a verdict is missing.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1 and v1beta1, defaults.go
// and conversion.go.
func readForm(ctx context.Context, manifest map[string]any) (*form, structural.Errors, error) {
	w := work.Start(ctx, "reading a definition")
	c, errs := crd.Read(w, manifest, readFields)
	if err := w.Err(); err != nil {
		return nil, nil, err
	}
	r := formReader{ctx: ctx, work: w, errs: errs}
	f := &form{v1beta1: c.V1beta1, names: c.FieldNames(), spec: r.spec(c), status: statusForm{
		names: c.Status.AcceptedNames, storedVersions: c.Status.StoredVersions, established: c.Status.Established == "True",
	}}
	meta, _, err := objectmeta.Metadata(ctx, manifest["metadata"], objectmeta.Reject)
	if err != nil && len(structural.ErrorsOf(err)) == 0 {
		return nil, nil, err
	}
	if err != nil {
		for _, e := range structural.ErrorsOf(err) {
			r.errs.Add(structural.Path{structural.Field("metadata")}, e)
		}
	}
	f.meta = meta
	if !c.V1beta1 {
		f.spec.share()
	}
	if len(f.status.storedVersions) == 0 {
		f.status.storedVersions = f.spec.withStorageVersion(f.status.storedVersions)
	}
	return f, r.errs.Sorted(), r.failure
}

// readFields are all fields except the metadata, which objectmeta.Metadata checks.
var readFields = crd.PathsOf("spec.*", "status.*")

// formReader builds the form of one CRD.
type formReader struct {
	ctx     context.Context
	work    *work.Tracker
	errs    *errlist.List
	schemas []*schemaForm
	failure error // why there is no verdict
}

func (r *formReader) spec(c *crd.CRD) specForm {
	s := specForm{
		v1beta1:    c.V1beta1,
		at:         locationOf("spec"),
		group:      c.Group,
		version:    c.Version,
		names:      c.Names,
		scope:      c.Scope,
		conversion: c.Conversion,
		preserve:   c.PreserveUnknownFields,
		shared:     partsForm{VersionParts: &c.Shared, Schema: r.validation(c.Shared.Schema), of: ofSpec},
		versions:   c.Versions,
	}
	for i := range s.versions {
		if schema := s.versions[i].Schema; schema != nil && r.work.Step(1) {
			s.setSchema(i, r.validation(schema))
		}
	}
	r.fail(r.work.Err())
	return s
}

// fail keeps the first error, unless err is nil.
func (r *formReader) fail(err error) {
	if r.failure == nil {
		r.failure = err
	}
}

func (s *specForm) setSchema(i int, schema *validationForm) {
	if s.schemas == nil {
		s.schemas = make([]*validationForm, len(s.versions))
	}
	s.schemas[i] = schema
}

func (r *formReader) validation(s *crd.Schema) *validationForm {
	switch {
	case s == nil:
		return nil
	case s.OpenAPIV3Schema == nil:
		return &validationForm{}
	default:
		return &validationForm{r.schema(s)}
	}
}

// maxCompared is the maximum number of schemas with which another one is compared.
const maxCompared = 8

// schema parses equal schemas of several versions once.
func (r *formReader) schema(s *crd.Schema) *schemaForm {
	i := slices.IndexFunc(r.schemas, func(t *schemaForm) bool { return structural.Equal(t.raw, s.OpenAPIV3Schema) })
	if i >= 0 {
		return r.schemas[i]
	}
	out := &schemaForm{raw: s.OpenAPIV3Schema}
	var problems structural.Errors
	if r.failure == nil {
		out.Schema, problems, r.failure = structural.FromMap(r.ctx, s.OpenAPIV3Schema, structural.WithNormalizedInput())
	}
	for _, p := range problems {
		switch p.Kind {
		case field.Undecodable:
			r.errs.Add(s.Path, p)
		case field.Forbidden:
			out.unconvertible = append(out.unconvertible, p)
		}
	}
	if len(r.schemas) < maxCompared {
		r.schemas = append(r.schemas, out)
	}
	return out
}

// withStorageVersion appends the first storage version if it is missing.
func (s *specForm) withStorageVersion(stored []string) []string {
	i := slices.IndexFunc(s.versions, func(v crd.Version) bool { return v.Storage })
	if i < 0 || slices.Contains(stored, s.versions[i].Name) {
		return stored
	}
	return append(slices.Clip(stored), s.versions[i].Name)
}
