package stages

import (
	"context"
	"slices"
	"sync"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
	"github.com/seed95800270/crdschema/structural/validation"
)

// Schema is a schema with what its stages need. The fields must not change after the first
// use; then it is safe for concurrent use. Versions with the same schema share one.
type Schema struct {
	Structural *structural.Schema // nil if nothing is specified
	// Values is the schema that values are validated with: Structural, or the readable
	// part of a schema that is not structural.
	Values *structural.Schema
	Rules  *celrules.Rules // of Structural
	Minor  int             // of the Kubernetes version
	Root   Root
	// KeepsUnknown reports whether unknown fields and nulls are kept: the CRD has
	// spec.preserveUnknownFields.
	KeepsUnknown bool

	compileOnce sync.Once
	validator   *validation.Validator

	changesOnce sync.Once
	changes     bool
}

// Root says what the values of a schema are.
type Root uint8

const (
	// Property is a value without metadata of its own, unless the schema is an embedded
	// resource.
	Property Root = iota
	// Resource is a custom resource, with apiVersion, kind and metadata.
	Resource
)

// Validator returns the validator of Values, compiled on first use, because many
// schemas never validate a value.
func (s *Schema) Validator() *validation.Validator {
	s.compileOnce.Do(func() {
		s.validator = validation.Compile(s.Values, validation.WithKubernetesVersion(kubeversion.Name(s.Minor)))
	})
	return s.validator
}

// Precompile compiles the validator and the rules. The error is that the context is done or the
// budget is spent.
func (s *Schema) Precompile(ctx context.Context) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	s.Validator()
	return s.Rules.Precompile(ctx)
}

// ChangesDefaults reports whether decoding a value again may change the defaults
// that were set in it: nulls are dropped, and the metadata of embedded resources is
// coerced, before defaults are set.
func (s *Schema) ChangesDefaults() bool {
	s.changesOnce.Do(func() {
		s.changes = s.Structural.Holds(facts.EmbeddedResources) || hasNullDefault(s.Structural)
	})
	return s.changes
}

// hasNullDefault reports whether a default in s is null or contains a null.
func hasNullDefault(s *structural.Schema) bool {
	if !s.Holds(facts.Defaults) {
		return false
	}
	if s.HasDefault() && hasNull(s.Default()) || hasNullDefault(s.Items()) || hasNullDefault(s.AdditionalProperties()) {
		return true
	}
	for i := 0; ; i++ {
		_, property, ok := s.Defaulted(i)
		if !ok || hasNullDefault(property) {
			return ok
		}
	}
}

// hasNull reports whether v is null or contains a null.
func hasNull(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case map[string]any:
		for _, e := range v {
			if hasNull(e) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, hasNull)
	}
	return false
}
