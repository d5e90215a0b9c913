package upstream

import (
	"context"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
)

// Unpruned is the mode for unknown fields in defaults.
type Unpruned int

const (
	// Refuse is the mode for new definitions: they are errors.
	Refuse Unpruned = iota
	// Tolerate is the mode for definitions that had such defaults before.
	Tolerate
)

// CheckDefaults returns the errors of the defaults in s, the schema of a whole resource,
// except the errors of validation rules.
//
// Reference: defaulting.ValidateDefaults, on the schema without rules.
func (s Structural) CheckDefaults(unpruned Unpruned) ([]string, error) {
	errs, err := defaulting.ValidateDefaults(context.Background(), nil, s.WithoutRules().S, true, unpruned == Refuse)
	return Texts(errs), err
}

// WithoutRules returns a copy of s without validation rules.
func (s Structural) WithoutRules() Structural {
	out := s.S.DeepCopy()
	visitor := schema.Visitor{Structural: func(s *schema.Structural) bool {
		changed := len(s.XValidations) > 0
		s.XValidations = nil
		return changed
	}}
	visitor.Visit(out)
	return Structural{S: out}
}
