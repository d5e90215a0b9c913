// Package handlers reads JSON patches as k8s.io/apiserver/pkg/endpoints/handlers does. The
// errors of the decoder name this package and its types.
package handlers

import "sigs.k8s.io/json"

type jsonPatchOp struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	From  string `json:"from"`
	Value any    `json:"value"`
}

// JSONPatchFields returns the errors about unknown and repeated fields in a JSON patch.
func JSONPatchFields(text []byte) ([]error, error) {
	var patch []jsonPatchOp
	return json.UnmarshalStrict(text, &patch)
}

// MergePatchFields returns the errors about repeated fields in a merge patch.
func MergePatchFields(text []byte) ([]error, error) {
	patch := map[string]any{}
	return json.UnmarshalStrict(text, &patch)
}
