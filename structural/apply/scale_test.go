package apply_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/apply"
)

// scaledGateways have the number of replicas in different fields of two versions. A third
// version does not have a scale.
const scaledGateways = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gateways.example.com}
spec:
  group: example.com
  names: {plural: gateways, kind: Gateway}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.ready, labelSelectorPath: .status.selector}}
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
  - name: v2
    served: true
    storage: false
    subresources: {scale: {specReplicasPath: .spec.copies, statusReplicasPath: .status.ready}}
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
  - name: v3
    served: true
    storage: false
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
`

const (
	ownsReplicas = `{"f:spec":{"f:replicas":{}}}`
	ownsBoth     = `{"f:spec":{"f:color":{},"f:replicas":{}}}`
)

// managedBy returns an entry of a manager: "a Apply v1", with a subresource if there is one
// more word. It has a time unless the first letter of the manager is a capital one.
func managedBy(t *testing.T, who, fields string) map[string]any {
	words := strings.Fields(who)
	entry := map[string]any{"manager": strings.ToLower(words[0]), "operation": words[1], "apiVersion": "example.com/" + words[2],
		"fieldsType": "FieldsV1", "fieldsV1": decode(t, fields)}
	if words[0] == strings.ToLower(words[0]) {
		entry["time"] = "2026-01-02T03:04:05Z"
	}
	if len(words) > 3 {
		entry["subresource"] = words[3]
	}
	return entry
}

func managers(t *testing.T, entries [][2]string) []any {
	var out []any
	for _, e := range entries {
		out = append(out, managedBy(t, e[0], e[1]))
	}
	return out
}

func scaledGateway(t *testing.T, entries [][2]string) map[string]any {
	obj := decode(t, `{apiVersion: example.com/v1, kind: Gateway, metadata: {name: a, namespace: d, uid: u}, spec: {replicas: 3, color: red}, status: {ready: 2, selector: x}}`)
	if entries != nil {
		obj["metadata"].(map[string]any)["managedFields"] = managers(t, entries)
	}
	return obj
}

// Updates move the number of replicas to the manager, and split the entries of other
// managers by update that keep it.
func TestUpdateScale(t *testing.T) {
	a := newApplier(t, scaledGateways)
	for name, c := range map[string]struct {
		before   [][2]string
		replicas int
		want     [][2]string
	}{
		"a manager loses the number":         {[][2]string{{"a Apply v1", ownsReplicas}}, 5, [][2]string{{"C Update v1 scale", ownsReplicas}}},
		"and keeps the rest":                 {[][2]string{{"a Apply v1", ownsBoth}}, 5, [][2]string{{"a Apply v1", `{"f:spec":{"f:color":{}}}`}, {"C Update v1 scale", ownsReplicas}}},
		"the same number":                    {[][2]string{{"a Apply v1", ownsBoth}}, 3, [][2]string{{"a Apply v1", ownsBoth}}},
		"the same number, owned by update":   {[][2]string{{"b Update v1", ownsBoth}}, 3, [][2]string{{"B Update v1", ownsReplicas}, {"b Update v1", `{"f:spec":{"f:color":{}}}`}}},
		"zero has no manager":                {[][2]string{{"a Apply v1", ownsReplicas}}, 0, nil},
		"nobody has it":                      {[][2]string{{"a Apply v1", `{"f:spec":{"f:color":{}}}`}}, 5, [][2]string{{"a Apply v1", `{"f:spec":{"f:color":{}}}`}}},
		"there are no managers":              {nil, 5, nil},
		"the manager itself":                 {[][2]string{{"C Update v1 scale", ownsReplicas}}, 5, [][2]string{{"C Update v1 scale", ownsReplicas}}},
		"the path of another version":        {[][2]string{{"a Apply v2", `{"f:spec":{"f:copies":{},"f:replicas":{}}}`}}, 5, [][2]string{{"a Apply v2", ownsReplicas}, {"C Update v1 scale", ownsReplicas}}},
		"a version without a scale":          {[][2]string{{"a Apply v1", ownsReplicas}, {"b Apply v3", ownsReplicas}}, 5, [][2]string{{"b Apply v3", ownsReplicas}, {"C Update v1 scale", ownsReplicas}}},
		"a version that is gone is dropped":  {[][2]string{{"a Apply v1", ownsReplicas}, {"b Apply v4", ownsReplicas}}, 5, [][2]string{{"C Update v1 scale", ownsReplicas}}},
		"two managers, one of which applied": {[][2]string{{"a Apply v1", ownsReplicas}, {"b Update v1", ownsReplicas}}, 3, [][2]string{{"a Apply v1", ownsReplicas}, {"B Update v1", ownsReplicas}}},
	} {
		t.Run(name, func(t *testing.T) {
			live, scale := scaledGateway(t, c.before), decode(t, fmt.Sprintf("{apiVersion: autoscaling/v1, kind: Scale, spec: {replicas: %d}}", c.replicas))
			before := structural.Clone(live)
			got, err := a.Update(t.Context(), apply.Request{Live: live, Object: scale, Subresource: "scale", Manager: "c", Now: now})
			require.NoError(t, err)
			assert.Equal(t, before, live, "the live object was written to")
			want := scaledGateway(t, c.want)
			want["spec"].(map[string]any)["replicas"] = int64(c.replicas)
			assert.Equal(t, want, got)
		})
	}
}

// A server does not record an update by a Scale without an apiVersion.
func TestUpdateScaleWithoutVersion(t *testing.T) {
	a, live := newApplier(t, scaledGateways), scaledGateway(t, [][2]string{{"a Apply v1", ownsReplicas}})
	got, err := a.Update(t.Context(), apply.Request{Live: live, Object: decode(t, "{kind: Scale, spec: {replicas: 5}}"), Subresource: "scale", Manager: "c", Now: now})
	require.NoError(t, err)
	live["spec"].(map[string]any)["replicas"] = int64(5)
	assert.Equal(t, live, got)
}

func TestUpdateScaleRefused(t *testing.T) {
	a, live := newApplier(t, scaledGateways), scaledGateway(t, nil)
	live["spec"] = "x"
	_, err := a.Update(t.Context(), apply.Request{Live: live, Object: decode(t, "{apiVersion: autoscaling/v1, kind: Scale}"), Subresource: "scale"})
	assert.Equal(t, 500, crdschema.StatusOf(err).Code)
	_, err = a.Update(t.Context(), apply.Request{Live: scaledGateway(t, nil), Object: map[string]any{"spec": map[string]any{"replicas": int64(-1 << 31)}}, Subresource: "scale"})
	assert.Equal(t, 400, crdschema.StatusOf(err).Code)
}

// An apply can only add a manager of the current number of replicas.
func TestApplyScale(t *testing.T) {
	a := newApplier(t, scaledGateways)
	owned := [][2]string{{"a Apply v1", ownsBoth}}
	const unconvertible = "to proper version: request to convert CR to an invalid group/version: autoscaling/v1"
	for name, c := range map[string]struct {
		before  [][2]string
		config  string
		force   bool
		want    [][2]string
		refused string
	}{
		"the same number":  {owned, "spec: {replicas: 3}", false, [][2]string{{"C Apply v1 scale", ownsReplicas}, {"a Apply v1", ownsBoth}}, ""},
		"the same object":  {owned, "metadata: {name: a, uid: u}, spec: {replicas: 3}, status: {replicas: 2, selector: x}", false, [][2]string{{"C Apply v1 scale", ownsReplicas}, {"a Apply v1", ownsBoth}}, ""},
		"nothing":          {owned, "metadata: {name: a}", false, owned, ""},
		"no longer":        {[][2]string{{"C Apply v1 scale", ownsReplicas}, {"a Apply v1", ownsBoth}}, "metadata: {}", false, owned, ""},
		"a conflict":       {owned, "spec: {replicas: 4}", false, nil, `409 Apply failed with 1 conflict: conflict with "a": .spec.replicas`},
		"with an update":   {[][2]string{{"b Update v1 scale", ownsReplicas}}, "spec: {replicas: 4}", false, nil, `409 Apply failed with 1 conflict: conflict with "b" with subresource "scale" using autoscaling/v1: .spec.replicas`},
		"a change":         {owned, "metadata: {name: a}, spec: {replicas: 4}", true, nil, "500 failed to convert new object (/a; autoscaling/v1, Kind=Scale) " + unconvertible},
		"a removal":        {[][2]string{{"C Apply v1 scale", ownsReplicas}}, "metadata: {}", false, nil, "500 failed to convert new object (/; autoscaling/v1, Kind=Scale) " + unconvertible},
		"no managers":      {nil, "spec: {replicas: 3}", true, nil, "500 failed to create manager for existing fields: failed to convert live object (/; autoscaling/v1, Kind=Scale) " + unconvertible},
		"a wrong type":     {owned, "spec: {replicas: x}", true, nil, "500 failed to create typed patch object (/; autoscaling/v1, Kind=Scale): .spec.replicas: expected numeric (int or float), got string"},
		"an unknown field": {owned, "spec: {odd: 1}", true, nil, "500 failed to create typed patch object (/; autoscaling/v1, Kind=Scale): .spec.odd: field not declared in schema"},
		"managed fields":   {owned, "metadata: {managedFields: []}", true, nil, "400 metadata.managedFields must be nil"},
	} {
		t.Run(name, func(t *testing.T) {
			live := scaledGateway(t, c.before)
			got, err := a.Apply(t.Context(), apply.Request{Live: live, Object: decode(t, "{apiVersion: autoscaling/v1, kind: Scale, "+c.config+"}"),
				Subresource: "scale", Manager: "c", Force: c.force, Now: now})
			if c.refused != "" {
				status := crdschema.StatusOf(err)
				require.NotNil(t, status, err)
				assert.Equal(t, c.refused, fmt.Sprint(status.Code, " ", status.Message))
				return
			}
			require.NoError(t, err)
			assert.Equal(t, scaledGateway(t, c.want), got)
		})
	}
}

// The Scale of an object without a number of replicas has the least number of 32 bits.
func TestApplyScaleWithoutReplicas(t *testing.T) {
	for n, want := range map[int]int{-1 << 31: 0, -1<<31 + 1: 500} {
		live := scaledGateway(t, [][2]string{{"a Apply v1", ownsReplicas}})
		delete(live["spec"].(map[string]any), "replicas")
		got, err := newApplier(t, scaledGateways).Apply(t.Context(), apply.Request{Live: live, Subresource: "scale", Manager: "c", Force: true,
			Object: decode(t, fmt.Sprintf("{apiVersion: autoscaling/v1, kind: Scale, spec: {replicas: %d}}", n))})
		if want != 0 {
			assert.Equal(t, want, crdschema.StatusOf(err).Code)
			continue
		}
		require.NoError(t, err)
		assert.Equal(t, []any{managedBy(t, "C Apply v1 scale", ownsReplicas), managedBy(t, "a Apply v1", ownsReplicas)}, got["metadata"].(map[string]any)["managedFields"])
	}
}

func TestNoScaleToChange(t *testing.T) {
	a := newApplier(t, scaledGateways)
	scale := decode(t, "{apiVersion: autoscaling/v1, kind: Scale, spec: {replicas: 3}}")
	broken := scaledGateway(t, nil)
	broken["spec"] = map[string]any{"replicas": "x"}
	unreadable := scaledGateway(t, [][2]string{{"a Bogus v1", ownsReplicas}})
	for name, c := range map[string]struct {
		live, object map[string]any
		version      string
		want         string
	}{
		"no live object":      {nil, scale, "v1", "no live object"},
		"no object":           {broken, nil, "v1", "no object"},
		"no scale":            {scaledGateway(t, nil), scale, "v3", "the server could not find the requested resource"},
		"a number that is x":  {broken, scale, "v1", ".spec.replicas accessor error: x is of the type string, expected int64"},
		"unreadable managers": {unreadable, scale, "", "operation must be `Apply` or `Update`"},
		"another kind":        {scaledGateway(t, nil), scaledGateway(t, nil), "v1", "invalid object type: example.com/v1, Kind=Gateway"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := a.Apply(t.Context(), apply.Request{Live: c.live, Object: c.object, Version: c.version, Subresource: "scale"})
			assert.EqualError(t, err, c.want)
		})
	}
}
