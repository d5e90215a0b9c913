package metaedit

import (
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

// EqualBut reports whether two objects are equal without some of their fields.
//
// Rule: k8s.io/apimachinery/pkg/api/equality, Semantic.DeepEqual. On JSON values it
// is [structural.Equal].
func EqualBut(a, b map[string]any, fields ...string) bool {
	left := 0 // fields of b that have not been compared
	for name := range b {
		if !slices.Contains(fields, name) {
			left++
		}
	}
	for name, v := range a {
		if slices.Contains(fields, name) {
			continue
		}
		if w, found := b[name]; !found || !structural.Equal(v, w) {
			return false
		}
		left--
	}
	return left == 0
}
