package apply_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural/apply"
)

var now = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

func newApplier(t *testing.T, crd string) *apply.Applier {
	t.Helper()
	a, err := apply.New(crdschema.MustCompileYAML(crd))
	require.NoError(t, err)
	return a
}

func decode(t *testing.T, text string) map[string]any {
	t.Helper()
	docs, err := crdschema.DecodeYAML([]byte(text))
	require.NoError(t, err)
	return docs[0].Object
}

// Errors of types and conflicts come in one order.
func TestOrder(t *testing.T) {
	a := newApplier(t, gateways)
	bad := decode(t, `{apiVersion: example.com/v1, kind: Gateway, metadata: {name: 1, labels: [], namespace: x}, spec: {replicas: x, ports: [{port: x, name: 1}], z: 1, zz: 2}}`)
	for range 20 {
		_, err := a.Apply(context.Background(), apply.Request{Object: bad, Manager: "m"})
		assert.EqualError(t, err, `failed to create typed patch object (x/; example.com/v1, Kind=Gateway): errors:
  .metadata.labels: expected map, got &{[]}
  .metadata.name: expected string, got &value.valueUnstructured{Value:1}
  .spec.ports[port="x",protocol="TCP"].name: expected string, got &value.valueUnstructured{Value:1}
  .spec.ports[port="x",protocol="TCP"].port: expected numeric (int or float), got string
  .spec.replicas: expected numeric (int or float), got string
  .spec.z: field not declared in schema`)
		assert.Equal(t, 500, crdschema.StatusOf(err).Code)
	}
	var live map[string]any
	for _, c := range []struct{ manager, spec string }{{"b", "{replicas: 1}"}, {"a", "{ports: [{port: 80, name: x}]}"}} {
		var err error
		live, err = a.Apply(context.Background(), apply.Request{Live: live, Object: decode(t, "{apiVersion: example.com/v1, kind: Gateway, spec: "+c.spec+"}"), Manager: c.manager, Now: now})
		require.NoError(t, err)
	}
	for range 20 {
		_, err := a.Apply(context.Background(), apply.Request{Live: live, Manager: "c",
			Object: decode(t, "{apiVersion: example.com/v1, kind: Gateway, spec: {replicas: 2, ports: [{port: 80, name: other}]}}")})
		var conflicts *apply.ConflictError
		require.ErrorAs(t, err, &conflicts)
		field := func(name string) apply.PathElement { return apply.PathElement{Field: name} }
		port := apply.PathElement{Kind: apply.KeyElement, Key: []apply.KeyField{{Name: "port", Value: 80.0}, {Name: "protocol", Value: "TCP"}}}
		require.Equal(t, []apply.Conflict{
			{Manager: "a", Operation: "Apply", Path: apply.Path{field("spec"), field("ports"), port, field("name")}},
			{Manager: "b", Operation: "Apply", Path: apply.Path{field("spec"), field("replicas")}},
		}, conflicts.Conflicts)
		assert.Equal(t, "Apply failed with 2 conflicts: conflicts with \"a\":\n- .spec.ports[port=80,protocol=\"TCP\"].name\nconflicts with \"b\":\n- .spec.replicas", err.Error())
		assert.Equal(t, 409, crdschema.StatusOf(err).Code)
	}
}
