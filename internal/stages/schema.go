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

	settlesOnce sync.Once
	settles     bool
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

// Settled reports whether decoding a decoded value again cannot change it, after these
// defaults were set.
func (s *Schema) Settled(defaulted []structural.Path) bool {
	return len(defaulted) == 0 || s.SettlesDefaults()
}

// SettlesDefaults reports whether writing defaults to storage and decoding them again cannot change
// them. Nulls in defaults are dropped, and the metadata of embedded resources in them is coerced,
// only by the next decoding; 1.0 is 1 when it is read from storage.
func (s *Schema) SettlesDefaults() bool {
	s.settlesOnce.Do(func() {
		s.settles = !s.Structural.Holds(facts.EmbeddedResources) && defaultsSettle(s.Structural)
	})
	return s.settles
}

func defaultsSettle(s *structural.Schema) bool {
	if !s.Holds(facts.Defaults) {
		return true
	}
	if s.HasDefault() && !settles(s.Default()) || !defaultsSettle(s.Items()) || !defaultsSettle(s.AdditionalProperties()) {
		return false
	}
	for i := 0; ; i++ {
		_, property, ok := s.Defaulted(i)
		if !ok || !defaultsSettle(property) {
			return !ok
		}
	}
}

func settles(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		for _, e := range v {
			if !settles(e) {
				return false
			}
		}
		return true
	case []any:
		return !slices.ContainsFunc(v, func(e any) bool { return !settles(e) })
	default:
		return v != nil && scalar(v)
	}
}
