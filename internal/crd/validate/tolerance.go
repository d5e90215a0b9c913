package validate

import (
	"slices"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/defaults"
	"github.com/seed95800270/crdschema/internal/facts"
	"github.com/seed95800270/crdschema/structural"
)

// tolerance is what an update may keep because the definition had it before. A
// new definition is tolerated an invalid CA bundle and nothing else.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// ValidateCustomResourceDefinitionUpdate.
type tolerance struct {
	names          bool // another scope and kind
	reviewVersions bool // none that a server sends
	noSchema       bool
	nonStructural  bool
	unpruned       defaults.Tolerance
	caBundle       bool
	unchanged      map[string]bool // versions whose schema is the same
	manySelectable map[string]bool // versions whose too many selectable fields are the same
	keywords       []structural.CheckOption
	rules          []celrules.CheckOption
}

func newTolerance() tolerance { return tolerance{caBundle: true, names: true} }

func toleranceOf(old, f *form) tolerance {
	t := tolerance{
		names:          !old.status.established,
		reviewVersions: len(old.spec.conversion.reviewVersions) > 0 && !knowsReviews(old.spec.conversion.reviewVersions),
		noSchema:       old.spec.lacksSchema(),
		caBundle:       old.toleratesBundle(),
		unchanged:      map[string]bool{},
		manySelectable: sameSelectables(old, f),
	}
	var schemas []*structural.Schema
	for _, s := range old.spec.schemas() {
		schemas = append(schemas, s.Schema)
		structuralSchema := len(s.unconvertible) == 0 && len(structural.Check(s.Schema)) == 0
		t.nonStructural = t.nonStructural || !structuralSchema
		if structuralSchema && holdsUnpruned(s.Schema) {
			t.unpruned = defaults.Tolerated
		}
	}
	t.keywords = []structural.CheckOption{structural.WithOldSchemas(schemas...)}
	t.rules = []celrules.CheckOption{celrules.WithOldSchemas(schemas...)}
	is, was := f.spec.containers(), old.spec.containers()
	for _, v := range f.spec.versions {
		if before, found := was(v.Name); found {
			after, _ := is(v.Name)
			t.unchanged[v.Name] = after.same(before)
		}
	}
	return t
}

// holdsUnpruned tells whether pruning changes a default.
func holdsUnpruned(s *structural.Schema) bool {
	if !s.Holds(facts.Defaults) {
		return false
	}
	pruned, err := defaults.Prune(s)
	return err == nil && pruned != s
}

// lacksSchema tells whether a version has no schema.
func (s *specForm) lacksSchema() bool {
	return s.shared.Schema.get() == nil && !s.all(func(v *sharedForm) bool { return v.Schema.get() != nil })
}

// schemas are all schemas, once each.
func (s *specForm) schemas() []*schemaForm {
	var out []*schemaForm
	seen := map[*schemaForm]bool{}
	add := func(v *sharedForm) {
		if schema := v.Schema.get(); schema != nil && !seen[schema] {
			seen[schema] = true
			out = append(out, schema)
		}
	}
	add(&s.shared)
	s.each(add)
	return out
}

// containers finds the schema of a version as a server does, for which every name
// is a version of a definition in which all have the same.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions,
// GetSchemaForVersion.
func (s *specForm) containers() func(version string) (*containerForm, bool) {
	if s.all(func(v *sharedForm) bool { return v.Schema == nil }) {
		return func(string) (*containerForm, bool) { return s.shared.Schema, true }
	}
	byName := map[string]*containerForm{}
	for _, v := range slices.Backward(s.versions) { // the first of a name counts
		byName[v.Name] = v.Schema
	}
	return func(version string) (*containerForm, bool) {
		c, found := byName[version]
		return c, found
	}
}

// toleratesBundle tells whether an update may have an invalid CA bundle.
func (f *form) toleratesBundle() bool {
	if !f.status.established {
		return true
	}
	client := f.spec.conversion.client
	return client != nil && len(client.caBundle) > 0 && WrongCertificates(client.caBundle) != ""
}

// sameSelectables are the versions with more selectable fields than allowed that
// had the same ones before; empty stands for those that all versions share.
func sameSelectables(old, f *form) map[string]bool {
	out := map[string]bool{}
	add := func(version string, is, was *sharedForm) {
		if len(was.SelectableFields) > maxSelectables && slices.Equal(is.SelectableFields, was.SelectableFields) {
			out[version] = true
		}
	}
	add("", &f.spec.shared, &old.spec.shared)
	was := map[string]*sharedForm{}
	for i := range old.spec.versions {
		was[old.spec.versions[i].Name] = &old.spec.versions[i].sharedForm
	}
	for i := range f.spec.versions {
		if v := &f.spec.versions[i]; was[v.Name] != nil {
			add(v.Name, &v.sharedForm, was[v.Name])
		}
	}
	return out
}
