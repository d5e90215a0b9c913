package crdschema

import (
	"sync"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/internal/scale"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/validation"
)

// Version is one version of a [Definition].
type Version struct {
	definition *Definition
	name       string
	served     bool
	status     bool               // has the status subresource
	scale      *scale.Paths       // nil: no scale subresource
	warning    string             // of deprecation
	schema     *structural.Schema // nil: nothing is specified
	// values is the schema by which values are judged: schema, or what can be
	// read of one that is not structural in a definition that preserves unknown
	// fields.
	values *structural.Schema
	rules  *celrules.Rules // of schema

	compileOnce sync.Once
	compiled    *validation.Validator
}

// Name is the name of the version, "v1".
func (v *Version) Name() string { return v.name }

// Served tells whether requests can be made at this version.
func (v *Version) Served() bool { return v.served }

// Schema is the schema that objects of this version are read with: without
// documentation, and with its defaults pruned. It is nil if there is none.
func (v *Version) Schema() *structural.Schema { return v.schema }

// DeprecationWarning is what a server warns of on every request at this
// version, empty if it is not deprecated.
func (v *Version) DeprecationWarning() string { return v.warning }

// Default fills in the defaults that obj, a normalised object of this version,
// lacks: what a server does when it reads an object, and again after every
// mutating webhook that changed one. See package defaulting.
func (v *Version) Default(obj map[string]any) (out map[string]any, defaulted []structural.Path) {
	return defaulting.Default(obj, v.schema)
}

// Prepare compiles everything now that would be compiled when the first objects
// need it, which takes most of the time that a server takes to open a definition.
// Use it where the first request must not wait.
func (v *Version) Prepare() {
	v.validator()
	v.rules.Prepare()
}

// validator is made when the first object is validated: of many versions only
// the schema is ever needed.
func (v *Version) validator() *validation.Validator {
	v.compileOnce.Do(func() {
		v.compiled = validation.Compile(v.values, validation.WithKubernetesVersion(kubeversion.Name(v.definition.config.minor)))
	})
	return v.compiled
}
