package apply_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/apply"
)

// Objects and managed fields of any form get an answer, without a panic.
func TestHostile(t *testing.T) {
	a := newApplier(t, strings.Replace(gateways, "replicas: {type: integer}", "replicas: {type: integer}\n              any: {type: object, x-kubernetes-preserve-unknown-fields: true}\n              tags: {type: array, x-kubernetes-list-type: set, items: {type: string}}", 1))
	elements, depth := 20_000, structural.MaxDepth-10
	if testing.Short() { // the merge library takes quadratic time
		elements, depth = 2_000, 1_000
	}
	deep := any(map[string]any{"x": int64(1)})
	for range depth {
		deep = map[string]any{"a": deep}
	}
	deepFields := any(map[string]any{})
	for range depth {
		deepFields = map[string]any{"f:a": deepFields}
	}
	cyclic := map[string]any{}
	cyclic["spec"] = cyclic
	many, tags := map[string]any{}, []any{}
	for i := range elements {
		many[fmt.Sprint("f", i)] = int64(i)
		tags = append(tags, fmt.Sprint("t", i))
	}
	object := func(spec, managed any) map[string]any {
		return map[string]any{"apiVersion": "example.com/v1", "kind": "Gateway", "metadata": map[string]any{"name": "n", "managedFields": managed}, "spec": spec}
	}
	entry := func(fields any) []any {
		return []any{map[string]any{"manager": "m\xff", "operation": "Apply", "apiVersion": "example.com/v1", "fieldsType": "FieldsV1", "fieldsV1": fields}}
	}
	const large = 3
	values := []any{map[string]any{"any": deep}, map[string]any{"any": many}, map[string]any{"tags": tags}, nil, "x", int64(1), 1.5, true, []any{}, []any{nil}, map[string]any{}, map[string]any{"": nil},
		map[string]any{"ports": []any{nil, "x", map[string]any{}, map[string]any{"port": nil}, map[string]any{"port": map[string]any{}}}}, map[string]any{"any": "\xff"}}
	lists := []any{nil, "x", []any{nil}, []any{map[string]any{}}, entry(nil), entry("x"), entry(deepFields), entry(map[string]any{"f:spec": map[string]any{"f:any": map[string]any{"k:{}": map[string]any{}, "v:1": nil, "i:0": map[string]any{}}}}),
		entry(map[string]any{"k:[": map[string]any{}}), entry(map[string]any{`v:"` + "\xff" + `"`: map[string]any{}}), entry(map[string]any{"i:99999999999999999999": nil}), entry(map[string]any{"f:spec": map[string]any{"f:ports": map[string]any{`k:{"port":80}`: map[string]any{".": map[string]any{}}}}})}
	for i, spec := range values {
		lists := lists
		if i < large {
			lists = lists[:1]
		}
		for _, managed := range lists {
			live, config := object(spec, managed), object(spec, nil)
			delete(config["metadata"].(map[string]any), "managedFields")
			before := structural.Clone(live)
			for _, force := range []bool{false, true} {
				_, _ = a.Apply(context.Background(), apply.Request{Live: live, Object: config, Manager: "kubectl", Force: force})
			}
			_, err := a.Update(context.Background(), apply.Request{Live: live, Object: object(map[string]any{"replicas": int64(1)}, managed), Manager: "x"})
			assert.NoError(t, err)
			_, err = a.Update(context.Background(), apply.Request{Live: object(nil, managed), Object: live, Manager: "x"})
			assert.NoError(t, err)
			_, _ = a.Extract(context.Background(), live, "m\xff", "")
			assert.True(t, structural.Equal(before, live))
		}
	}
	_, err := a.Apply(context.Background(), apply.Request{Object: cyclic})
	assert.ErrorContains(t, err, "cyclic")
	_, err = a.Update(context.Background(), apply.Request{})
	assert.EqualError(t, err, "no object")
	_, err = apply.New(nil)
	assert.EqualError(t, err, "no definition")
}

// Errors end at 4 MiB of text, also if the paths of few values are long.
func TestErrorsAreBounded(t *testing.T) {
	const name = 100_000
	long := strings.Repeat("x", name)
	crd := decode(t, strings.Replace(gateways, "replicas: {type: integer}", "list: {type: array, items: {type: string}}", 1))
	version := crd["spec"].(map[string]any)["versions"].([]any)[0].(map[string]any)
	root := version["schema"].(map[string]any)["openAPIV3Schema"].(map[string]any)
	fields := root["properties"].(map[string]any)["spec"].(map[string]any)["properties"].(map[string]any)
	fields[long] = fields["list"]
	definition, err := crdschema.Compile(t.Context(), crd)
	require.NoError(t, err)
	a, err := apply.New(definition)
	require.NoError(t, err)
	var list []any
	for i := range 1000 {
		list = append(list, int64(i))
	}
	_, err = a.Apply(context.Background(), apply.Request{Manager: "m", Object: map[string]any{
		"apiVersion": "example.com/v1", "kind": "Gateway", "metadata": map[string]any{"name": "n"}, "spec": map[string]any{long: list},
	}})
	text := err.Error()
	assert.Less(t, len(text), 5<<20)
	lines := strings.Split(strings.TrimSpace(text), "\n")
	listed := len(lines) - 2 // the first line has no error, the last one counts the others
	assert.Equal(t, 4<<20/name, listed)
	assert.Equal(t, fmt.Sprintf("  %d more errors are not listed", len(list)-listed), lines[len(lines)-1])
}
