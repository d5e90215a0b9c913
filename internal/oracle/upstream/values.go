package upstream

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apimachinery/pkg/version"
)

// Copy returns a deep copy of an object.
func Copy(m map[string]any) map[string]any { return runtime.DeepCopyJSON(m) }

// Texts returns the texts of errors, in order. It is never nil.
func Texts(list field.ErrorList) []string {
	out := make([]string, len(list))
	for i, err := range list {
		out[i] = err.Error()
	}
	return out
}

// CompareVersions returns a positive number if a is served before b.
//
// Reference: k8s.io/apimachinery/pkg/version, CompareKubeAwareVersionStrings.
func CompareVersions(a, b string) int { return version.CompareKubeAwareVersionStrings(a, b) }
