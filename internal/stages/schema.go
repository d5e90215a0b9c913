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

// Schema is a schema with what its stages need, immutable after the first use. Versions
// with the same schema share one.
type Schema struct {
	Structural *structural.Schema // nil if nothing is specified
	// Values validates: Structural, or the readable part of a schema that is not
	// structural.
	Values *structural.Schema
	Rules  *celrules.Rules // of Structural
	Minor  int
	Root   structural.Root
	// KeepsUnknown is set by spec.preserveUnknownFields.
	KeepsUnknown bool

	compileOnce sync.Once
	validator   *validation.Validator

	changesOnce sync.Once
	changes     bool
}

// Validator returns the validator of Values, compiled on first use: many schemas never
// validate a value.
func (s *Schema) Validator() *validation.Validator {
	s.compileOnce.Do(func() {
		s.validator = validation.Compile(s.Values, validation.WithKubernetesVersion(kubeversion.Name(s.Minor)))
	})
	return s.validator
}

// Precompile compiles the validator and the rules.
func (s *Schema) Precompile(ctx context.Context) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	s.Validator()
	return s.Rules.Precompile(ctx)
}

// ChangesDefaults reports whether decoding again may change set defaults: nulls are
// dropped, and the metadata of embedded resources is coerced, before defaults are set.
func (s *Schema) ChangesDefaults() bool {
	s.changesOnce.Do(func() {
		s.changes = s.Structural.Holds(facts.EmbeddedResources) || hasNullDefault(s.Structural)
	})
	return s.changes
}

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
