package objectmeta

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/pathset"
	"github.com/seed95800270/crdschema/structural"
)

const duplicates = ".metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, " +
	"and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: "

func TestDedupOwnerReferences(t *testing.T) {
	ref := func(uid, name string) string {
		return fmt.Sprintf(`{"apiVersion":"v1","kind":"K","name":%q,"uid":%q}`, name, uid)
	}
	a, b, otherA := ref("a", "x"), ref("b", "x"), ref("a", "y")
	controller := `{"apiVersion":"v1","controller":true,"kind":"K","name":"x","uid":"a"}`
	blocking := `{"apiVersion":"v1","blockOwnerDeletion":false,"kind":"K","name":"x","uid":"a"}`
	for _, c := range []struct{ refs, want, warning string }{
		{"[" + a + "]", "[" + a + "]", ""},
		{"[" + a + "," + b + "," + otherA + "," + controller + "," + blocking + "]", "[" + a + "," + b + "," + otherA + "," + controller + "," + blocking + "]", ""},
		{"[" + a + "," + a + "]", "[" + a + "]", duplicates + "a"},
		{"[" + a + "," + b + "," + a + "," + otherA + "," + b + "," + a + "]", "[" + a + "," + b + "," + otherA + "]", duplicates + "a, b, a"},
		{"[" + controller + "," + controller + "]", "[" + controller + "]", duplicates + "a"},
		{"[" + a + "," + a + ",5]", "[" + a + "," + a + ",5]", ""},
		{"5", "5", ""},
	} {
		obj := part(t, `{"name":"n","labels":{"a":"b"},"ownerReferences":`+c.refs+`}`)
		before := structural.Clone(obj)
		out, warning, err := DedupOwnerReferences(bg, obj)
		assert.NoError(t, err)
		assert.Equal(t, fromJSON(t, c.want), out["metadata"].(map[string]any)["ownerReferences"])
		assert.Equal(t, c.warning, warning)
		assert.Equal(t, before, any(obj), "input written to")
		assert.Equal(t, warning == "", same(obj, out), "the same map if and only if nothing changes")
		assert.Equal(t, reflect.ValueOf(obj["metadata"].(map[string]any)["labels"]).Pointer(),
			reflect.ValueOf(out["metadata"].(map[string]any)["labels"]).Pointer(), "labels copied")
	}
}

func same(a, b map[string]any) bool {
	return reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer()
}

// Long lists are compared with a map.
func TestDedupLongOwnerReferences(t *testing.T) {
	var refs []any
	for i := range 100 {
		refs = append(refs, map[string]any{"apiVersion": "v1", "kind": "K", "name": fmt.Sprint("n", i), "uid": "u"})
	}
	obj := map[string]any{"metadata": map[string]any{"ownerReferences": refs}}
	out, warning, err := DedupOwnerReferences(bg, obj)
	assert.NoError(t, err)
	assert.Empty(t, warning)
	assert.True(t, same(obj, out))

	obj = map[string]any{"metadata": map[string]any{"ownerReferences": append(append([]any{}, refs...), refs[7], refs[99])}}
	out, warning, err = DedupOwnerReferences(bg, obj)
	assert.NoError(t, err)
	assert.Equal(t, duplicates+"u, u", warning)
	assert.Equal(t, refs, out["metadata"].(map[string]any)["ownerReferences"])
}

func TestFinalizerWarnings(t *testing.T) {
	cases.Run(t, "testdata/warnings.yaml", []string{"metadata", "old", "warnings"}, func(t *testing.T, c cases.Case) {
		var old map[string]any
		if c.Has("old") {
			old = part(t, c.Text(t, "old"))
		}
		warnings := verdict(FinalizerWarnings(bg, part(t, c.Text(t, "metadata")), old))
		assert.Equal(t, c.Texts(t, "warnings"), append([]string{}, warnings...))
	})
}

// The text of all errors together must not grow by the square of the size of
// the object.
func TestErrorsDoNotRepeatLongValuesForever(t *testing.T) {
	var refs []any
	for i := range 5_000 {
		refs = append(refs, map[string]any{"apiVersion": "v1", "kind": "K", "name": fmt.Sprint("n", i), "uid": "u", "controller": true})
	}
	manager := make([]byte, 100_000)
	obj := map[string]any{"metadata": map[string]any{
		"name": "n", "ownerReferences": refs,
		"managedFields": []any{map[string]any{"operation": "Update", "manager": string(manager)}},
	}}
	size := 0
	errs := verdict(ValidateCreate(bg, obj, ClusterScoped))
	for _, text := range errs.Texts() {
		size += len(text)
	}
	assert.Less(t, size, 8<<20)
	var fields []string
	for _, e := range errs {
		fields = append(fields, e.Location())
	}
	assert.Contains(t, fields, "metadata.ownerReferences")
	assert.Contains(t, fields, "metadata.managedFields[0].manager")
}

// The paths of all errors together must not, either.
func TestDeepErrorsAreBounded(t *testing.T) {
	const depth, width = 2_000, 5_000
	schema := map[string]any{"type": "array", "items": map[string]any{"type": "object", "x-kubernetes-embedded-resource": true}}
	list := make([]any, width)
	for i := range list {
		list[i] = map[string]any{"apiVersion": "v1"}
	}
	obj := map[string]any{"a": list}
	for range depth {
		schema = map[string]any{"type": "object", "properties": map[string]any{"a": schema}}
		obj = map[string]any{"a": obj}
	}
	s, problems := cases.FromMap(map[string]any{"type": "object", "properties": map[string]any{"a": schema}})
	require.Empty(t, problems)
	errs := verdict(ValidateEmbedded(bg, obj, s, structural.Value))
	assert.Len(t, errs, pathset.Limit/((depth+1)*(16+1)+16+16+len("kind")))
	assert.Equal(t, structural.Index(0), errs[0].Path[depth+1], "the first ones are reported")
}
