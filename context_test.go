package crdschema_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/work/worktest"
)

// checked is a crd with everything before which the context is looked at: versions,
// defaults and rules.
const checked = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lamps.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {plural: lamps, singular: lamp, kind: Lamp, listKind: LampList}
  versions:
  - name: v1
    served: true
    storage: true
    schema: &schema
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            default: {lit: true, tags: [a]}
            properties:
              lit: {type: boolean, default: false}
              tags: {type: array, maxItems: 3, default: [a], items: {type: string, maxLength: 5}}
            x-kubernetes-validations: [{rule: "has(self.lit)"}, {rule: "!self.lit || self.tags.size() > 0"}]
  - name: v2
    served: true
    storage: false
    schema: *schema
  - name: v3
    served: true
    storage: false
    schema: {openAPIV3Schema: {type: object, properties: {brightness: {type: integer, default: 5}}}}
`

// A call whose context is cancelled at any time returns the verdict or the error of the
// context, never a part of the verdict, and leaves nothing behind in the compiler.
func TestCancelled(t *testing.T) {
	crd := mustDecode(checked).Object
	stored, err := crdschema.ValidateCRD(t.Context(), crd, nil)
	require.NoError(t, err)
	require.Empty(t, stored.Errors.Texts())
	stored.Object["metadata"].(map[string]any)["resourceVersion"] = "1"
	compiler := crdschema.NewCompiler()
	for name, call := range map[string]func(context.Context) (any, error){
		"create": func(ctx context.Context) (any, error) {
			res, err := compiler.AdmitCRD(ctx, crdschema.CRDRequest{CRD: crd})
			return res, err
		},
		"update": func(ctx context.Context) (any, error) {
			res, err := compiler.AdmitCRD(ctx, crdschema.CRDRequest{CRD: stored.Object, Old: stored.Object, Operation: crdschema.Update})
			return res, err
		},
		"status": func(ctx context.Context) (any, error) {
			res, err := compiler.AdmitCRD(ctx, crdschema.CRDRequest{
				CRD: stored.Object, Old: stored.Object, Operation: crdschema.UpdateStatus,
			})
			return res, err
		},
		"compile": func(ctx context.Context) (any, error) {
			d, err := compiler.Compile(ctx, crd)
			if err != nil {
				return d, err
			}
			return fmt.Sprint(d.Name(), d.Versions()), nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			want, err := call(t.Context())
			require.NoError(t, err)
			for n := range 1_000 {
				ctx := worktest.EndAfter(n)
				got, err := call(ctx)
				if ctx.Looks() < n || err == nil {
					require.NoError(t, err)
					assert.Equal(t, want, got)
					assert.Greater(t, n, 1)
					return
				}
				require.ErrorIs(t, err, context.Canceled)
				assert.Zero(t, got)
			}
			t.Fatal("the context is looked at without end")
		})
	}
}

// Thousands of rules are not checked after the context is cancelled.
func TestCancelledAmongRules(t *testing.T) {
	crd := mustDecode(checked).Object
	versions := crd["spec"].(map[string]any)["versions"].([]any)
	schema := versions[2].(map[string]any)["schema"].(map[string]any)["openAPIV3Schema"].(map[string]any)
	properties := map[string]any{}
	for i := range 5_000 {
		properties[fmt.Sprint("p", i)] = map[string]any{
			"type": "integer", "x-kubernetes-validations": []any{map[string]any{"rule": fmt.Sprint("self == ", i)}},
		}
	}
	schema["properties"] = properties
	ctx := worktest.EndAfter(100)
	res, err := crdschema.ValidateCRD(ctx, crd, nil)
	require.ErrorIs(t, err, context.Canceled)
	assert.Zero(t, res)
}
