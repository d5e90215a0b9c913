package validate

import (
	"strings"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/objectmeta"
	"github.com/seed95800270/crdschema/structural"
)

// Server is the server that a definition is written to.
type Server struct {
	// Rules compiles validation rules.
	Rules *celrules.Compiler
	// FormatsMinor is the Kubernetes 1.x by which formats are judged.
	FormatsMinor int
}

// Outcome is what becomes of a definition that is written.
type Outcome struct {
	// Object is what is stored, nil beside errors.
	Object map[string]any
	// Warnings are those for whoever wrote it, unless there are errors.
	Warnings []string
	// Undecodable says what no server decodes of the manifest, OldUndecodable
	// what it does not of the old one; nothing else is looked at then.
	Undecodable, OldUndecodable structural.Errors
	// Errors say what is wrong with the definition, sorted.
	Errors structural.Errors
}

// checker checks one definition.
type checker struct {
	findings
	*Server
	form, old        *form // old is nil for a new definition
	tolerance        tolerance
	structural       bool // schemas must be
	preserveReported bool
	warning          string // about what was done before the checks
}

// Create is what becomes of a new definition.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition,
// strategy; pkg/apis/apiextensions/validation,
// ValidateCustomResourceDefinition.
func (s *Server) Create(manifest map[string]any) Outcome {
	f, undecodable := readForm(manifest)
	if len(undecodable) > 0 {
		return Outcome{Undecodable: undecodable.Sort()}
	}
	warning := f.prepareNew()
	f.status = statusForm{storedVersions: f.spec.withStorage(nil)}
	c := checker{Server: s, form: f, tolerance: newTolerance(), warning: warning}
	c.newMetadata()
	c.all()
	return c.outcome(func() map[string]any { return f.stored(manifest, f.checkedSpec(manifest), newStatus()) })
}

// Update is what becomes of a definition that replaces old, which is stored.
//
// Rules: the same package, ValidateCustomResourceDefinitionUpdate.
func (s *Server) Update(manifest, old map[string]any) Outcome {
	f, undecodable := readForm(manifest)
	was, undecodableOld := readForm(old)
	if len(undecodable) > 0 || len(undecodableOld) > 0 {
		return Outcome{Undecodable: undecodable.Sort(), OldUndecodable: undecodableOld.Sort()}
	}
	warning := f.prepareUpdate(was)
	f.status = was.status
	f.status.storedVersions = f.spec.withStorage(was.status.storedVersions)
	c := checker{Server: s, form: f, old: was, tolerance: toleranceOf(was, f), warning: warning}
	c.changedMetadata()
	c.all()
	c.immutable()
	return c.outcome(func() map[string]any { return f.stored(manifest, f.checkedSpec(manifest), statusOf(old)) })
}

// outcome is what was found, with what is stored and warned of if nothing is
// wrong.
func (c *checker) outcome(stored func() map[string]any) Outcome {
	if len(c.errs) > 0 {
		return Outcome{Errors: c.sorted()}
	}
	warned := c.warnings(c.form, c.old)
	if c.warning != "" {
		warned = append([]string{c.warning}, warned...)
	}
	return Outcome{Object: stored(), Warnings: warned}
}

func (c *checker) changedMetadata() {
	f, was := map[string]any{"metadata": c.form.meta}, map[string]any{"metadata": c.old.meta}
	c.errs = append(c.errs, objectmeta.ValidateUpdate(f, was, objectmeta.ClusterScoped)...)
}

// all is what is checked of new and of changed definitions alike.
func (c *checker) all() {
	s := &c.form.spec
	c.groupAndScope()
	c.schemas()
	c.versions()
	c.sharing()
	c.requiredNames()
	c.names(&s.names, s.at.field("names"))
	c.shared(&s.shared, "", s.anyStatus())
	c.conversion()
	status := place{path: structural.Path{structural.Field("status")}, printed: "status"}
	c.names(&c.form.status.names, status.field("acceptedNames"))
	c.storedVersions(status.field("storedVersions"))
	c.approval()
	if s.preserve && (c.old == nil || !c.old.spec.preserve) {
		const detail = "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead"
		c.invalid(s.at.field("preserveUnknownFields"), true, detail)
	}
}

// newMetadata checks the metadata of a new definition, whose name is made of
// plural and group.
func (c *checker) newMetadata() {
	obj := map[string]any{"metadata": c.form.meta}
	c.errs = append(c.errs, objectmeta.ValidateCreate(obj, objectmeta.ClusterScoped)...)
	must := c.form.spec.names.plural + "." + c.form.spec.group
	at := place{path: structural.Path{structural.Field("metadata")}, printed: "metadata"}
	for _, field := range []string{"name", "generateName"} {
		if name, _ := c.form.meta[field].(string); name != "" && name != must {
			c.invalid(at.field(field), name, `must be spec.names.plural+"."+spec.group`)
		}
	}
}

// storedVersions checks that all versions are there in which objects may be
// stored.
//
// Rule: the same package, ValidateCustomResourceDefinitionStoredVersions.
func (c *checker) storedVersions(at place) {
	stored := c.form.status.storedVersions
	shown := texts(stored) // one list for all errors, which compare faster then
	if len(stored) == 0 {
		c.invalid(at, shown, "must have at least one stored version")
		return
	}
	last := make(map[string]int, len(stored))
	for i, v := range stored {
		last[v] = i
	}
	for i := range c.form.spec.versions {
		v := &c.form.spec.versions[i]
		if _, found := last[v.Name]; v.Storage && !found {
			c.invalid(at, shown, "must have the storage version "+v.Name)
		}
		delete(last, v.Name)
	}
	for i, v := range stored {
		if of, left := last[v]; !left || of != i {
			continue
		}
		c.invalid(at.index(i), v, strings.ReplaceAll("missing from spec.versions; {} was previously a storage version, and must remain in spec.versions"+
			" until a storage migration ensures no data remains persisted in {} and removes {} from status.storedVersions", "{}", v))
	}
}

// immutable checks what an update cannot change.
//
// Rule: the same package, validateCustomResourceDefinitionSpecUpdate.
func (c *checker) immutable() {
	s, old := &c.form.spec, &c.old.spec
	same := func(at place, is, was string, value any) {
		if is != was {
			c.invalid(at, value, "field is immutable")
		}
	}
	names := s.at.field("names")
	if !c.tolerance.names {
		same(s.at.field("scope"), s.scope, old.scope, typedText(s.scope))
		same(names.field("kind"), s.names.kind, old.names.kind, s.names.kind)
	}
	same(s.at.field("group"), s.group, old.group, s.group)
	same(names.field("plural"), s.names.plural, old.names.plural, s.names.plural)
}

// UpdateStatus is what becomes of old, which is stored, if its status is replaced.
//
// Rule: the same package, ValidateUpdateCustomResourceDefinitionStatus.
func (s *Server) UpdateStatus(manifest, old map[string]any) Outcome {
	f, undecodable := readForm(manifest)
	was, undecodableOld := readForm(old)
	if len(undecodable) > 0 || len(undecodableOld) > 0 {
		return Outcome{Undecodable: undecodable.Sort(), OldUndecodable: undecodableOld.Sort()}
	}
	f.spec = was.spec
	warning := f.prepareUpdate(was)
	c := checker{Server: s, form: f, old: was, warning: warning}
	c.changedMetadata()
	c.names(&f.status.names, place{path: structural.Path{structural.Field("status")}, printed: "status"}.field("acceptedNames"))
	return c.outcome(func() map[string]any { return f.stored(manifest, storedSpec(asV1(old)["spec"]), statusOf(manifest)) })
}
