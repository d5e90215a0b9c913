package apply_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural/apply"
)

// gatewayOf returns a gateway at v1 with fields and, unless it is nil, with managed fields.
func gatewayOf(t *testing.T, fields string, entries [][2]string) map[string]any {
	obj := decode(t, "{apiVersion: example.com/v1, kind: Gateway, "+fields+"}")
	if entries != nil {
		obj["metadata"].(map[string]any)["managedFields"] = managers(t, entries)
	}
	return obj
}

// TestUpdateManagers compares the managed fields after updates by the manager c.
func TestUpdateManagers(t *testing.T) {
	const meta, ownsReady = "metadata: {name: a, uid: u, generation: 1}", `{"f:status":{".":{},"f:ready":{}}}`
	a := newApplier(t, looseGateways)
	owned := [][2]string{{"c Update v1", ownsReplicas}}
	for name, c := range map[string]struct {
		before      [][2]string // of the live object, with one replica
		object      string
		sent        []any // managed fields of the object
		subresource string
		want        [][2]string
	}{
		"more fields of one manager": {owned, meta + ", spec: {replicas: 1, color: red}", nil, "", [][2]string{{"c Update v1", ownsBoth}}},
		"nobody has the generation":  {owned, "metadata: {name: a, uid: u, generation: 2}, spec: {replicas: 2}", nil, "", owned},
		"the spec beside the status": {owned, meta + ", spec: {replicas: 2}, status: {ready: true}", nil, "status", [][2]string{owned[0], {"c Update v1 status", ownsReady}}},
		"given by the request":       {owned, meta + ", spec: {replicas: 1}", managers(t, [][2]string{{"b Apply v1", ownsReplicas}}), "", [][2]string{{"b Apply v1", ownsReplicas}}},
		"not given to the status":    {owned, meta + ", spec: {replicas: 1}", managers(t, [][2]string{{"b Apply v1", ownsReplicas}}), "status", owned},
		"reset":                      {owned, meta + ", spec: {replicas: 1}", []any{map[string]any{}}, "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			live := gatewayOf(t, meta+", spec: {replicas: 1}", c.before)
			object := gatewayOf(t, c.object, nil)
			if c.sent != nil {
				object["metadata"].(map[string]any)["managedFields"] = c.sent
			}
			got, err := a.Update(t.Context(), apply.Request{Live: live, Object: object, Subresource: c.subresource, Manager: "c", Now: now})
			require.NoError(t, err)
			assert.Equal(t, gatewayOf(t, c.object, c.want), got)
		})
	}
}

// looseGateways have objects and lists that the schema describes in part. Elements of pairs may
// lack their keys: a new CRD must not allow that.
var looseGateways = strings.Replace(gateways, "replicas: {type: integer}", `replicas: {type: integer}
              color: {type: string}
              any: {type: object}
              data: {type: string, format: byte}
              pairs: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [a, b], items: {type: object, properties: {a: {type: string}, b: {type: string}}}}`, 1)

// TestApplyTypes checks which configurations have the types of the schema.
func TestApplyTypes(t *testing.T) {
	const untyped = "failed to create typed patch object (/; example.com/v1, Kind=Gateway): "
	for spec, want := range map[string]string{
		"{any: {x: {y: 1}}}":      "",
		"{pairs: [{a: x}]}":       "",
		"{pairs: [{b: x}, {}]}":   untyped + ".spec.pairs: element 1: associative list with keys has an element that omits all key fields [\"a\" \"b\"] (and doesn't have default values for any key fields)",
		"{data: 1}":               untyped + ".spec.data: expected string, got &value.valueUnstructured{Value:1}",
		"{x: 1, z: 1}":            untyped + ".spec.x: field not declared in schema",
		"{replicas: x, color: 1}": untyped + "errors:\n  .spec.color: expected string, got &value.valueUnstructured{Value:1}\n  .spec.replicas: expected numeric (int or float), got string",
	} {
		_, err := newApplier(t, looseGateways).Apply(t.Context(), apply.Request{Object: decode(t, "{apiVersion: example.com/v1, kind: Gateway, spec: "+spec+"}"), Manager: "m"})
		if want == "" {
			assert.NoError(t, err, spec)
			continue
		}
		assert.EqualError(t, err, want, spec)
		assert.Equal(t, 500, crdschema.StatusOf(err).Code)
	}
}

// TestApplyRequests checks the kind, the manager and the subresource of requests.
func TestApplyRequests(t *testing.T) {
	a := newApplier(t, gateways)
	_, err := a.Apply(t.Context(), apply.Request{Object: decode(t, "{apiVersion: example.com/v1, kind: Other}"), Manager: "m"})
	assert.EqualError(t, err, "invalid object type: example.com/v1, Kind=Other")
	assert.Equal(t, 400, crdschema.StatusOf(err).Code)
	got, err := a.Apply(t.Context(), apply.Request{Object: decode(t, "{apiVersion: example.com/v1, kind: Gateway, spec: {replicas: 1}}"), Now: now})
	require.NoError(t, err)
	assert.Equal(t, []string{"unknown Apply 2026-01-02T03:04:05Z"}, managersOf(got))
	_, err = newApplier(t, scaledGateways).Update(t.Context(), apply.Request{Object: scaledGateway(t, nil), Live: scaledGateway(t, nil), Subresource: "status"})
	require.Error(t, err, "a version without a status")
	assert.Equal(t, 404, crdschema.StatusOf(err).Code)
}

// What a manager applied to the status is extracted apart from the object.
func TestExtractSubresource(t *testing.T) {
	obj := gatewayOf(t, "metadata: {name: a}, spec: {replicas: 1}, status: {ready: true}", [][2]string{{"m Apply v1 status", `{"f:status":{"f:ready":{}}}`}, {"m Apply v1", ownsReplicas}})
	for subresource, want := range map[string]string{"": "spec: {replicas: 1}", "status": "status: {ready: true}"} {
		got, err := newApplier(t, gateways).Extract(t.Context(), obj, "m", subresource)
		require.NoError(t, err)
		assert.Equal(t, gatewayOf(t, want, nil), got)
	}
}
