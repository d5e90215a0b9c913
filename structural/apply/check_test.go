package apply

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/structured-merge-diff/v4/value"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/work"
)

// TestProblems compares the texts of wrong types with the texts that fmt prints of values of
// the merge library.
func TestProblems(t *testing.T) {
	values := []any{nil, map[string]any{}, []any{}, []any{nil, "a\"b", "\xff"}, "text", 1.5, 1e21, int64(3), true}
	for seed := range uint64(200) {
		g := generate.New(seed)
		values = append(values, g.Object(g.Schema(generate.Valid), generate.Hostile))
	}
	for _, v := range values {
		of := value.NewValueInterface(v)
		assert.Equal(t, fmt.Sprintf("%v", of), printedValue(v))
		if v != nil {
			assert.Equal(t, fmt.Sprintf("expected string, got %#v", of), scalarProblem(v, text))
		}
	}
}

// TestChecksCountAlike checks that the steps for an object with a value of a wrong type do not
// depend on the order of its fields.
func TestChecksCountAlike(t *testing.T) {
	a := applierOf(t, map[string]any{"type": "object", "properties": map[string]any{"s": map[string]any{"type": "string"}, "l": map[string]any{"type": "object", "x-kubernetes-preserve-unknown-fields": true}}})
	fields := map[string]any{}
	for i := range 2000 {
		fields[fmt.Sprint(i)] = int64(i)
	}
	obj := thing(map[string]any{"s": int64(1), "l": fields})
	_, _ = a.Apply(t.Context(), Request{Object: obj}) // which builds the types
	counts := map[int64]bool{}
	for range 30 {
		ctx, w := work.Share(t.Context())
		_, err := a.Apply(ctx, Request{Object: obj, Manager: "m"})
		assert.ErrorContains(t, err, "expected string")
		counts[w.Used().Steps] = true
	}
	assert.Len(t, counts, 1)
}

func TestVersionsShareTypes(t *testing.T) {
	d, err := crdschema.CompileYAML(t.Context(), []byte(`
apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  names: {plural: things, kind: Thing}
  preserveUnknownFields: false
  validation: {openAPIV3Schema: {type: object, properties: {s: {type: string}}}}
  versions: [{name: v1, served: true, storage: true}, {name: v2, served: true, storage: false}]
`))
	require.NoError(t, err)
	a, err := New(d)
	require.NoError(t, err)
	assert.Same(t, typesOfVersion(a, "v1"), typesOfVersion(a, "v2"))
	for _, name := range []string{"v1", "v2"} {
		obj := thing(map[string]any{"s": "a"})
		obj["apiVersion"] = "example.com/" + name
		_, err := a.Apply(t.Context(), Request{Object: obj, Manager: "m"})
		assert.NoError(t, err, name)
	}
	live := thing(map[string]any{"s": "a"})
	after := thing(map[string]any{"s": "b"})
	after["apiVersion"] = "example.com/v2"
	out, err := a.Apply(t.Context(), Request{Live: live, Object: after, Manager: "m", Force: true})
	require.NoError(t, err)
	assert.Equal(t, "b", out["s"])
}

func typesOfVersion(a *Applier, name string) any { return a.resource.(*custom).versions[name].types }
