package scale

import "encoding/json"

// Metadata is the metadata of a Scale. Empty fields are absent.
type Metadata struct {
	Name              string    `json:"name,omitempty"`
	Namespace         string    `json:"namespace,omitempty"`
	UID               string    `json:"uid,omitempty"`
	ResourceVersion   string    `json:"resourceVersion,omitempty"`
	CreationTimestamp string    `json:"creationTimestamp,omitempty"`
	ManagedFields     []Manager `json:"managedFields,omitempty"`
}

// Text returns the JSON text of a Scale with its fields in the server's order, which a patch
// keeps and errors quote.
//
// Rule: k8s.io/api/autoscaling/v1, Scale.
func Text(meta Metadata, v Values) []byte {
	type spec struct {
		Replicas int32 `json:"replicas,omitempty"`
	}
	type status struct {
		Replicas int32  `json:"replicas"`
		Selector string `json:"selector,omitempty"`
	}
	text, _ := json.Marshal(struct { // of strings and numbers, which are always JSON
		Kind       string   `json:"kind"`
		APIVersion string   `json:"apiVersion"`
		Metadata   Metadata `json:"metadata"`
		Spec       spec     `json:"spec"`
		Status     status   `json:"status"`
	}{"Scale", "autoscaling/v1", meta, spec{v.Replicas}, status{v.Current, v.Selector}})
	return text
}
