package objectmeta

import (
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

// CoerceValue is [Coerce] for a value of any kind, such as a default. What it
// loses is not told. With an error it returns what is coerced until then: all
// but the elements of lists that follow the error.
func CoerceValue(v any, s *structural.Schema, mode Mode) (any, *structural.Error) {
	if !s.HoldsEmbeddedResources() {
		return v, nil
	}
	w := walker{mode: mode}
	out, _, err := w.value(v, s)
	if err != nil {
		slices.Reverse(err.Path)
	}
	return out, err
}
