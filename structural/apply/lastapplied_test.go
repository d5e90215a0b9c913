package apply_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/structural/apply"
)

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration"

// appliedBefore returns a gateway with one replica, which the manager b has set, and with
// annotations.
func appliedBefore(t *testing.T, annotations map[string]any) map[string]any {
	live := gatewayOf(t, "metadata: {name: a}, spec: {replicas: 1}", [][2]string{{"b Update v1", ownsReplicas}})
	live["metadata"].(map[string]any)["annotations"] = annotations
	return live
}

// TestLastApplied checks that kubectl does not conflict about a field that its last
// configuration at the version of the request set, if nobody has changed the value.
func TestLastApplied(t *testing.T) {
	const conflict = `Apply failed with 1 conflict: conflict with "b" using example.com/v1: .spec.replicas`
	for annotation, want := range map[string]string{
		`{"apiVersion":"example.com/v1","kind":"Gateway","spec":{"replicas":1}}`: "",
		`{"apiVersion":"example.com/v1","kind":"Gateway","spec":{"replicas":2}}`: conflict,
		`{"apiVersion":"example.com/v1","kind":"Gateway","spec":{"color":"x"}}`:  conflict,
		`{"apiVersion":"example.com/v2","kind":"Gateway","spec":{"replicas":1}}`: conflict,
		`{`: conflict,
		``:  conflict,
	} {
		_, err := newApplier(t, scaledGateways).Apply(t.Context(), apply.Request{Live: appliedBefore(t, map[string]any{lastApplied: annotation}), Manager: "kubectl",
			Object: gatewayOf(t, "metadata: {name: a}, spec: {replicas: 3}", nil)})
		if want == "" {
			assert.NoError(t, err, annotation)
			continue
		}
		assert.EqualError(t, err, want, annotation)
	}
}

// The last configuration at another version does not count, although both have one schema, as a
// stored CRD of v1beta1 has.
func TestLastAppliedVersion(t *testing.T) {
	shared := strings.NewReplacer("apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1",
		"    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}\n", "", "  scope: Namespaced\n",
		"  scope: Namespaced\n  preserveUnknownFields: false\n  validation: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {replicas: {type: integer}}}}}}\n").Replace(scaledGateways)
	a := newApplier(t, shared)
	for version, want := range map[string]string{"v1": "", "v2": `Apply failed with 1 conflict: conflict with "b" using example.com/v1: .spec.replicas`} {
		annotation := `{"apiVersion":"example.com/` + version + `","kind":"Gateway","spec":{"replicas":1}}`
		_, err := a.Apply(t.Context(), apply.Request{Live: appliedBefore(t, map[string]any{lastApplied: annotation}), Manager: "kubectl",
			Object: gatewayOf(t, "metadata: {name: a}, spec: {replicas: 3}", nil)})
		if want == "" {
			assert.NoError(t, err)
			continue
		}
		assert.EqualError(t, err, want)
	}
}

// TestLastAppliedSize checks that the annotation is removed if all annotations would have more
// than 256 KiB. It does not contain itself.
//
// Rule: k8s.io/apimachinery/pkg/api/validation, ValidateAnnotationsSize.
func TestLastAppliedSize(t *testing.T) {
	const text = `{"apiVersion":"example.com/v1","kind":"Gateway","metadata":{"annotations":{},"name":"a"},"spec":{"replicas":1}}` + "\n"
	for free, want := range map[int]any{0: text, -1: nil} {
		filler := strings.Repeat("x", 256<<10-len(lastApplied)-len(text)-len("x")-free)
		object := gatewayOf(t, "metadata: {name: a, annotations: {"+lastApplied+": before}}, spec: {replicas: 1}", nil)
		got, err := newApplier(t, scaledGateways).Apply(t.Context(), apply.Request{Live: appliedBefore(t, map[string]any{lastApplied: "{}", "x": filler}), Object: object, Manager: "kubectl", Force: true})
		require.NoError(t, err)
		annotations := got["metadata"].(map[string]any)["annotations"].(map[string]any)
		assert.Equal(t, want, annotations[lastApplied], "%d bytes are free", free)
		assert.Equal(t, filler, annotations["x"])
	}
}
