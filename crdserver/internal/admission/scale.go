package admission

import (
	"github.com/seed95800270/crdschema/crdserver/internal/untyped"
)

// AsScale returns a Scale as its type has it: without unknown fields. A number of 0 is absent in the spec and
// present in the status.
func AsScale(sent map[string]any) map[string]any {
	spec, status := map[string]any{}, map[string]any{"replicas": int64(0)}
	if n, _ := untyped.Object(sent, "spec")["replicas"].(int64); n != 0 {
		spec["replicas"] = n
	}
	given := untyped.Object(sent, "status")
	if n, found := given["replicas"].(int64); found {
		status["replicas"] = n
	}
	if selector := untyped.Text(given, "selector"); selector != "" {
		status["selector"] = selector
	}
	return map[string]any{"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": sent["metadata"], "spec": spec, "status": status}
}
