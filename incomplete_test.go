package crdschema_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/fragment"
)

// A CRD that was written by hand for a test lacks what no test needs. The error of Compile
// names the function that adds it. With it, there are verdicts. Door 6.
func TestIncompleteCRD(t *testing.T) {
	const (
		completes = "\nfragment.CompleteCRD adds what a CRD written by hand for a test lacks: apiVersion, kind, names, scope and a storage version"
		wraps     = "\nfragment.CRD returns a CRD around the schema of whole objects"
		noType    = `<nil>: Invalid value: ", Kind=": must be a CustomResourceDefinition of apiextensions.k8s.io/v1 or v1beta1`
	)
	schema := map[string]any{"type": "object", "properties": map[string]any{"size": map[string]any{"type": "integer"}}}
	v1 := map[string]any{"name": "v1", "schema": map[string]any{"openAPIV3Schema": schema}}
	crd := func(spec map[string]any) map[string]any {
		return map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": spec}
	}
	foo := map[string]any{"kind": "Foo"}
	for name, tt := range map[string]struct {
		crd      map[string]any
		want     string
		complete func(map[string]any) map[string]any
	}{
		"no type":            {map[string]any{"spec": map[string]any{"names": foo, "versions": []any{v1}}}, noType + completes, fragment.CompleteCRD},
		"no storage version": {crd(map[string]any{"group": "example.com", "names": map[string]any{"kind": "Foo", "plural": "foos"}, "versions": []any{v1}}), "spec.versions: Invalid value: must have exactly one version marked as storage version" + completes, fragment.CompleteCRD},
		"no plural":          {crd(map[string]any{"group": "example.com", "names": foo, "versions": []any{map[string]any{"name": "v1", "storage": true, "schema": v1["schema"]}}}), "spec.names.plural: Required value" + completes, fragment.CompleteCRD},
		"a schema": {schema, noType + wraps, func(m map[string]any) map[string]any {
			return fragment.CRD("example.com/v1", "Foo", m)
		}},
		"something else": {map[string]any{"a": "b"}, noType, nil},
		"no versions": {crd(map[string]any{"group": "example.com", "names": map[string]any{"kind": "Foo", "plural": "foos"}}),
			"spec.versions: Invalid value: must have exactly one version marked as storage version", nil},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := crdschema.Compile(t.Context(), tt.crd)
			assert.EqualError(t, err, tt.want)
			if tt.complete == nil {
				return
			}
			whole := tt.complete(tt.crd)
			written, err := crdschema.ValidateCRD(t.Context(), whole, nil)
			require.NoError(t, err)
			assert.Empty(t, written.Errors.Texts(), "a server would not create it")
			definition, err := crdschema.Compile(t.Context(), whole)
			require.NoError(t, err)
			for size, want := range map[any][]string{int64(3): {}, "x": {`size: Invalid value: "string": size in body must be of type integer: "string"`}} {
				result, err := definition.Admit(t.Context(), crdschema.Request{Object: map[string]any{
					"apiVersion": "example.com/v1", "kind": "Foo", "metadata": map[string]any{"name": "a"}, "size": size,
				}})
				require.NoError(t, err)
				assert.ElementsMatch(t, want, result.Errors.Texts())
			}
		})
	}
}
