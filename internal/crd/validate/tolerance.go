package validate

import (
	"context"
	"slices"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/schemacheck"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
)

// tolerance says which errors an update may keep because the CRD had them before.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// ValidateCustomResourceDefinitionUpdate.
type tolerance struct {
	names          bool // a changed scope or kind
	reviewVersions bool // no version of ConversionReview that the server sends
	noSchema       bool
	nonStructural  bool
	unpruned       schemacheck.Tolerance
	caBundle       bool
	unchanged      map[string]bool // versions whose schema is the same
	manySelectable map[string]bool // versions that have the same excessive selectable fields as before
	keywords       []structural.CheckOption
	rules          []celrules.CheckOption
}

// toleranceOfNew returns the tolerance of a new CRD, whose CA bundle may be invalid.
func toleranceOfNew() tolerance { return tolerance{caBundle: true, names: true} }

func toleranceOf(ctx context.Context, old, f *form) (tolerance, error) {
	t := tolerance{
		names:          !old.status.established,
		reviewVersions: len(old.spec.conversion.ReviewVersions) > 0 && !knowsReviews(old.spec.conversion.ReviewVersions),
		noSchema:       old.spec.lacksSchema(),
		caBundle:       old.toleratesCABundle(),
		unchanged:      map[string]bool{},
		manySelectable: sameSelectableFields(old, f),
	}
	var schemas []*structural.Schema
	for _, s := range old.spec.allSchemas() {
		schemas = append(schemas, s.Schema)
		errs, err := structural.Check(ctx, s.Schema, structural.Resource)
		if err != nil {
			return t, err
		}
		isStructural := len(s.unconvertible) == 0 && len(errs) == 0
		t.nonStructural = t.nonStructural || !isStructural
		if !isStructural {
			continue
		}
		if unpruned, err := holdsUnpruned(ctx, s.Schema); err != nil {
			return t, err
		} else if unpruned {
			t.unpruned = schemacheck.Tolerated
		}
	}
	t.keywords = []structural.CheckOption{structural.WithOldSchemas(schemas...)}
	t.rules = []celrules.CheckOption{celrules.WithOldSchemas(schemas...)}
	schemaOf, oldSchemaOf := f.spec.schemaByName(), old.spec.schemaByName()
	for i := range f.spec.versions {
		v := &f.spec.versions[i]
		if before, found := oldSchemaOf(v.Name); found {
			after, _ := schemaOf(v.Name)
			t.unchanged[v.Name] = after.same(before)
		}
	}
	return t, nil
}

func holdsUnpruned(ctx context.Context, s *structural.Schema) (bool, error) {
	if !s.Holds(facts.Defaults) {
		return false, nil
	}
	ctx, _ = work.Share(ctx)
	pruned, err := schemacheck.PruneDefaults(ctx, s, structural.Resource)
	return err == nil && pruned != s, ctx.Err()
}

// lacksSchema reports whether a version lacks a schema.
func (s *specForm) lacksSchema() bool {
	return s.shared.Schema.get() == nil && !s.all(func(v partsForm) bool { return v.Schema.get() != nil })
}

// allSchemas returns all schemas, each once.
func (s *specForm) allSchemas() []*schemaForm {
	var out []*schemaForm
	seen := map[*schemaForm]bool{}
	add := func(v partsForm) {
		if schema := v.Schema.get(); schema != nil && !seen[schema] {
			seen[schema] = true
			out = append(out, schema)
		}
	}
	add(s.shared)
	s.each(add)
	return out
}

// schemaByName returns a function for the schema of a version. If all have the same
// schema, it returns that for any name.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions, GetSchemaForVersion.
func (s *specForm) schemaByName() func(version string) (*validationForm, bool) {
	if s.all(func(v partsForm) bool { return v.Schema == nil }) {
		return func(string) (*validationForm, bool) { return s.shared.Schema, true }
	}
	byName := map[string]*validationForm{}
	for i := len(s.versions) - 1; i >= 0; i-- { // the first version of a name wins
		byName[s.versions[i].Name] = s.schema(i)
	}
	return func(version string) (*validationForm, bool) {
		v, found := byName[version]
		return v, found
	}
}

func (f *form) toleratesCABundle() bool {
	if !f.status.established {
		return true
	}
	client := f.spec.conversion.Client
	return client != nil && len(client.CABundle) > 0 && crd.WrongCertificates(client.CABundle) != ""
}

// sameSelectableFields returns the versions that had the same selectable fields before,
// too many. "" is for all versions.
func sameSelectableFields(old, f *form) map[string]bool {
	out := map[string]bool{}
	add := func(version string, is, was *crd.VersionParts) {
		if len(was.SelectableFields) > maxSelectableFields && slices.Equal(is.SelectableFields, was.SelectableFields) {
			out[version] = true
		}
	}
	add("", f.spec.shared.VersionParts, old.spec.shared.VersionParts)
	was := map[string]*crd.VersionParts{}
	for i := range old.spec.versions {
		was[old.spec.versions[i].Name] = &old.spec.versions[i].VersionParts
	}
	for i := range f.spec.versions {
		if v := &f.spec.versions[i]; was[v.Name] != nil {
			add(v.Name, &v.VersionParts, was[v.Name])
		}
	}
	return out
}
