package apply_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/apply"
)

var now = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

func newApplier(t *testing.T, crd string) *apply.Applier {
	t.Helper()
	definition, err := crdschema.CompileYAML(context.Background(), []byte(crd))
	require.NoError(t, err)
	a, err := apply.New(definition)
	require.NoError(t, err)
	return a
}

func decode(t *testing.T, text string) map[string]any {
	t.Helper()
	docs, err := document.DecodeYAML(context.Background(), []byte(text))
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

// The conflicts of each manager, by operation, version and subresource, have a heading.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, getConflictMessage.
func TestConflictHeadings(t *testing.T) {
	var e apply.ConflictError
	for _, c := range []struct{ operation, version, subresource, field string }{
		{"Apply", "", "", "a"}, {"Apply", "", "", "b"}, {"Apply", "", "status", "c"}, {"Update", "example.com/v1", "status", "d"},
		{"Update", "example.com/v2", "status", "e"}, {"Update", "example.com/v2", "scale", "f"},
	} {
		e.Conflicts = append(e.Conflicts, apply.Conflict{Manager: "m", Operation: c.operation, APIVersion: c.version, Subresource: c.subresource, Path: apply.Path{{Field: c.field}}})
	}
	assert.EqualError(t, &e, `Apply failed with 6 conflicts: conflicts with "m":
- .a
- .b
conflicts with "m" with subresource "status":
- .c
conflicts with "m" with subresource "status" using example.com/v1:
- .d
conflicts with "m" with subresource "status" using example.com/v2:
- .e
conflicts with "m" with subresource "scale" using example.com/v2:
- .f`)
	var fields []string
	for _, cause := range e.Status().Details.Causes {
		fields = append(fields, cause.Field)
	}
	assert.Equal(t, []string{".a", ".b", ".c", ".d", ".e", ".f"}, fields)
}

func managersOf(obj map[string]any) (out []string) {
	meta, _ := obj["metadata"].(map[string]any)
	list, _ := meta["managedFields"].([]any)
	for _, e := range list {
		entry := e.(map[string]any)
		out = append(out, fmt.Sprint(entry["manager"], " ", entry["operation"], " ", entry["time"]))
	}
	return out
}

func TestApplyAgain(t *testing.T) {
	a := newApplier(t, gateways)
	req := apply.Request{Object: gateway("[{port: 80}, {port: 81, name: x}]"), Manager: "m", Now: now}
	live, err := a.Apply(context.Background(), req)
	require.NoError(t, err)
	assert.Equal(t, []string{"m Apply 2026-01-02T03:04:05Z"}, managersOf(live))
	req.Live, req.Now = live, now.Add(time.Hour)
	again, err := a.Apply(context.Background(), req)
	require.NoError(t, err)
	assert.Equal(t, fmt.Sprintf("%p", live), fmt.Sprintf("%p", again))
	extracted, err := a.Extract(context.Background(), live, "m", "")
	require.NoError(t, err)
	assert.Equal(t, gateway("[{port: 80}, {port: 81, name: x}]")["spec"], extracted["spec"])
	req.Object = gateway("[]")
	live, err = a.Apply(context.Background(), req)
	require.NoError(t, err)
	extracted, err = a.Extract(context.Background(), live, "m", "")
	require.NoError(t, err)
	assert.NotContains(t, extracted, "spec")
}

// An apply that leaves the object as it is changes the managed fields if the stored ones do not fit its
// types any more, and if the manager applies fields that it did not own.
func TestApplyAgainBesideOthers(t *testing.T) {
	a := newApplier(t, strings.Replace(gateways, "replicas: {type: integer}", "replicas: {type: integer}\n              whole: {type: object, x-kubernetes-map-type: atomic, additionalProperties: {type: string}}", 1))
	const whole = `{"f:spec":{"f:whole":{}}}`
	for _, c := range []struct {
		name, entry, spec string
		want              map[string]string
		err               string
	}{
		{"another manager", `{apiVersion: example.com/v1, fieldsV1: {"f:spec": {"f:whole": {}}}}`, `{replicas: 1}`, map[string]string{"m": `{"f:spec":{"f:replicas":{}}}`, "other": whole}, ""},
		{"an unknown version", `{apiVersion: example.com/v3, fieldsV1: {"f:spec": {"f:whole": {}}}}`, `{replicas: 1}`, nil, "request to convert CR to an invalid group/version: example.com/v3"},
		{"no fields", `{apiVersion: example.com/v1, fieldsV1: {}}`, `{replicas: 1}`, map[string]string{"m": `{"f:spec":{"f:replicas":{}}}`}, ""},
		{"fields below an atomic map", `{apiVersion: example.com/v1, fieldsV1: {"f:spec": {"f:whole": {"f:a": {}}}}}`, `{replicas: 1}`, map[string]string{"m": `{"f:spec":{"f:replicas":{}}}`, "other": whole}, ""},
		{"another field", `{apiVersion: example.com/v1, fieldsV1: {"f:spec": {"f:whole": {}}}}`, `{replicas: 1, whole: {a: b}}`, map[string]string{"m": `{"f:spec":{"f:replicas":{},"f:whole":{}}}`, "other": whole}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			live := decode(t, `{apiVersion: example.com/v1, kind: Gateway, metadata: {name: a, managedFields: [
  {manager: m, operation: Apply, apiVersion: example.com/v1, fieldsType: FieldsV1, fieldsV1: {"f:spec": {"f:replicas": {}}}}]}, spec: {replicas: 1, whole: {a: b}}}`)
			meta := live["metadata"].(map[string]any)
			entry := decode(t, c.entry)
			entry["manager"], entry["operation"], entry["fieldsType"] = "other", "Update", "FieldsV1"
			meta["managedFields"] = append(meta["managedFields"].([]any), entry)
			got, err := a.Apply(context.Background(), apply.Request{Live: live, Manager: "m", Object: decode(t, "{apiVersion: example.com/v1, kind: Gateway, metadata: {name: a}, spec: "+c.spec+"}")})
			if c.err != "" {
				require.EqualError(t, err, c.err)
				return
			}
			require.NoError(t, err)
			fields := map[string]string{}
			for _, e := range got["metadata"].(map[string]any)["managedFields"].([]any) {
				text, err := json.Marshal(e.(map[string]any)["fieldsV1"])
				require.NoError(t, err)
				fields[e.(map[string]any)["manager"].(string)] = string(text)
			}
			assert.Equal(t, c.want, fields)
		})
	}
}

// An element that owns nothing but itself, because its key is a default, becomes null when it is applied
// again.
//
// Rule: sigs.k8s.io/structured-merge-diff/v6/merge, Updater.addBackOwnedItems.
func TestApplyEmptyElementAgain(t *testing.T) {
	a := newApplier(t, strings.Replace(gateways, "replicas: {type: integer}", `replicas: {type: integer}
              l: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [p], items: {type: object, properties: {p: {type: string, default: TCP}}}}`, 1))
	req := apply.Request{Object: decode(t, "{apiVersion: example.com/v1, kind: Gateway, metadata: {name: a}, spec: {l: [{}]}}"), Manager: "m", Now: now}
	live, err := a.Apply(context.Background(), req)
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"l": []any{map[string]any{"p": "TCP"}}}, live["spec"])
	req.Live = live
	again, err := a.Apply(context.Background(), req)
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"l": nil}, again["spec"])
}

// An empty list that a manager owns is extracted as it is.
//
// Rule: sigs.k8s.io/structured-merge-diff/v6/typed, removingWalker.doList.
func TestExtractEmptyList(t *testing.T) {
	live := decode(t, `{apiVersion: example.com/v1, kind: Gateway, metadata: {name: a, managedFields: [
  {manager: m, operation: Apply, apiVersion: example.com/v1, fieldsType: FieldsV1, fieldsV1: {"f:spec": {"f:ports": {}}}}]}, spec: {ports: []}}`)
	extracted, err := newApplier(t, gateways).Extract(context.Background(), live, "m", "")
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"ports": []any{}}, extracted["spec"])
}

func TestBeforeFirstApply(t *testing.T) {
	a := newApplier(t, gateways)
	live := gateway("[{port: 80, protocol: TCP, name: x}]")
	_, err := a.Apply(context.Background(), apply.Request{Live: live, Object: gateway("[{port: 80, name: other}]"), Manager: "m"})
	assert.EqualError(t, err, `Apply failed with 1 conflict: conflict with "before-first-apply" using example.com/v1: .spec.ports[port=80,protocol="TCP"].name`)
	live, err = a.Apply(context.Background(), apply.Request{Live: live, Object: gateway("[{port: 80, name: other}]"), Manager: "m", Force: true})
	require.NoError(t, err)
	assert.Len(t, managersOf(live), 2)
}

func TestManyManagers(t *testing.T) {
	a := newApplier(t, gateways)
	var live map[string]any
	for i := range 13 {
		obj := decode(t, fmt.Sprintf("{apiVersion: example.com/v1, kind: Gateway, metadata: {name: a, labels: {l%d: x}}}", i))
		if live != nil {
			obj = structural.Clone(live)
			obj["metadata"].(map[string]any)["labels"].(map[string]any)[fmt.Sprint("l", i)] = "x"
		}
		var err error
		live, err = a.Update(context.Background(), apply.Request{Live: live, Object: obj, Manager: fmt.Sprint("m", i), Now: now.Add(time.Duration(i) * time.Minute)})
		require.NoError(t, err)
	}
	got := managersOf(live)
	require.Len(t, got, 10)
	assert.Equal(t, "ancient-changes Update 2026-01-02T03:07:05Z", got[0])
	assert.Equal(t, "m12 Update 2026-01-02T03:16:05Z", got[9])
}

// Descendants of a schema that preserves unknown fields allow unknown fields in an apply.
func TestPreservedBelow(t *testing.T) {
	a := newApplier(t, strings.Replace(gateways, "replicas: {type: integer}", "replicas: {type: integer}\n              any: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {in: {type: object, properties: {a: {type: string}}}}}", 1))
	_, err := a.Apply(context.Background(), apply.Request{Object: decode(t, "{apiVersion: example.com/v1, kind: Gateway, spec: {any: {x: 1, in: {y: 1}}}}"), Manager: "m"})
	assert.NoError(t, err)
	_, err = a.Apply(context.Background(), apply.Request{Object: decode(t, "{apiVersion: example.com/v1, kind: Gateway, spec: {z: 1}}"), Manager: "m"})
	assert.ErrorContains(t, err, ".spec.z: field not declared in schema")
}

// The annotation of client-side apply is replaced among annotations that are null, and built
// of a configuration whose annotations are null, as with the accessors of the server.
func TestLastAppliedBesideNulls(t *testing.T) {
	a := newApplier(t, gateways)
	live := decode(t, `{apiVersion: example.com/v1, kind: Gateway, metadata: {name: a, namespace: d, annotations: {kubectl.kubernetes.io/last-applied-configuration: "{}", x: null}}}`)
	object := decode(t, `{apiVersion: example.com/v1, kind: Gateway, metadata: {name: a, namespace: d, annotations: null}, spec: {replicas: 1}}`)
	got, err := a.Apply(context.Background(), apply.Request{Live: live, Object: object, Manager: "kubectl"})
	require.NoError(t, err)
	assert.Equal(t, map[string]any{
		"x": "",
		"kubectl.kubernetes.io/last-applied-configuration": `{"apiVersion":"example.com/v1","kind":"Gateway","metadata":{"name":"a","namespace":"d"},"spec":{"replicas":1}}` + "\n",
	}, got["metadata"].(map[string]any)["annotations"])
}
