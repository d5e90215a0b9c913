package upstream

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apimachinery/pkg/version"
)

// Copy returns a deep copy of an object.
func Copy(m map[string]any) map[string]any { return runtime.DeepCopyJSON(m) }

// Written returns an object as a server reads it after writing it to storage as JSON: whole
// floats are integers.
func Written(obj map[string]any) map[string]any {
	text, err := json.Marshal(obj)
	if err != nil {
		panic(err)
	}
	var out map[string]any
	if err := utiljson.Unmarshal(text, &out); err != nil {
		panic(err)
	}
	return out
}

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
