package crdschema_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// boxes has a required field beside a rule.
const boxes = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boxes.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {plural: boxes, singular: box, kind: Box, listKind: BoxList}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: &part
            type: object
            required: [color]
            properties: {color: {type: string}, width: {type: integer}}
            x-kubernetes-validations: [{rule: self.width > 2, message: too narrow}]
          status: *part
`

const narrow = `{"apiVersion": "example.com/v1", "kind": "Box", "metadata": {"name": "a", "resourceVersion": "1"}, "spec": {"width": 1}, "status": {"width": 1}}`

// The server stops before the rules; an editor wants every error.
func ExampleWithAllErrors() {
	definition := crdschema.MustCompileYAML(boxes)
	for _, all := range []bool{false, true} {
		result, err := definition.Admit(context.Background(), crdschema.Request{
			Body: []byte(`{"apiVersion": "example.com/v1", "kind": "Box", "metadata": {"name": "a"}, "spec": {"width": 1}}`), AllErrors: all,
		})
		fmt.Println(result.Errors, err)
	}
	// Output:
	// [spec.color: Required value <nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation] <nil>
	// [spec.color: Required value spec: Invalid value: too narrow] <nil>
}

// Every error of an object, where the server stops before the rules. Door 2.
func TestWholeReports(t *testing.T) {
	definition := crdschema.MustCompileYAML(boxes)
	v := definition.StorageVersion()
	obj := mustDecode(narrow).Object
	for name, validate := range map[string]func(opts ...crdschema.ValidationOption) (crdschema.Validation, error){
		"create": func(opts ...crdschema.ValidationOption) (crdschema.Validation, error) {
			return v.ValidateCreate(t.Context(), obj, opts...)
		},
		"update": func(opts ...crdschema.ValidationOption) (crdschema.Validation, error) {
			return v.ValidateUpdate(t.Context(), obj, mustDecode(`{"metadata": {"name": "a", "resourceVersion": "1"}}`).Object, opts...)
		},
		"status": func(opts ...crdschema.ValidationOption) (crdschema.Validation, error) {
			return v.ValidateStatus(t.Context(), obj, mustDecode(`{"metadata": {"name": "a", "resourceVersion": "1"}}`).Object, opts...)
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := validate()
			require.NoError(t, err)
			assert.Contains(t, codesOf(got.Errors), codes.RulesNotChecked)
			got, err = validate(crdschema.WithAllErrors())
			require.NoError(t, err)
			assert.NotContains(t, codesOf(got.Errors), codes.RulesNotChecked)
			assert.Contains(t, codesOf(got.Errors), codes.Required)
			assert.Contains(t, codesOf(got.Errors), codes.RuleFailed)
		})
	}
}

// The same in Admit. Door 2.
func TestWholeReportsOfAdmit(t *testing.T) {
	definition := crdschema.MustCompileYAML(boxes)
	for operation, old := range map[crdschema.Operation]map[string]any{
		crdschema.Create: nil, crdschema.Update: mustDecode(narrow).Object, crdschema.UpdateStatus: mustDecode(narrow).Object,
	} {
		obj := mustDecode(`{"apiVersion": "example.com/v1", "kind": "Box", "metadata": {"name": "a"}, "spec": {"width": 0}, "status": {"width": 0}}`).Object
		if old != nil {
			obj["metadata"].(map[string]any)["resourceVersion"] = "1"
		}
		got, err := definition.Admit(t.Context(), crdschema.Request{Object: obj, Operation: operation, Old: old, AllErrors: true})
		require.NoError(t, err)
		assert.Contains(t, codesOf(got.Errors), codes.RuleFailed, "%v: %v", operation, got.Errors)
		assert.NotContains(t, codesOf(got.Errors), codes.RulesNotChecked, "%v", operation)
	}
}

// The compiled parts of a version are those that Admit runs: each can be called alone.
func ExampleVersion_Compiled() {
	v := crdschema.MustCompileYAML(boxes).StorageVersion()
	values, rules := v.Compiled()
	obj := map[string]any{"spec": map[string]any{"width": int64(1)}}
	errs, err := values.Validate(context.Background(), obj)
	fmt.Println(errs, err)
	verdict, err := rules.Validate(context.Background(), celrules.Input{Object: obj})
	fmt.Println(verdict.Errors, err)
	// Output:
	// [spec.color: Required value] <nil>
	// [spec: Invalid value: too narrow] <nil>
}

// A version without a schema has parts that accept everything. Door 3.
func TestCompiledParts(t *testing.T) {
	v := compileStored(t, `
apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata: {name: lamps.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: lamps, singular: lamp, kind: Lamp, listKind: LampList}
  version: v1
`).StorageVersion()
	values, rules := v.Compiled()
	errs, err := values.Validate(t.Context(), map[string]any{"a": int64(1)})
	require.NoError(t, err)
	assert.Empty(t, errs)
	verdict, err := rules.Validate(t.Context(), celrules.Input{Object: map[string]any{"a": int64(1)}})
	require.NoError(t, err)
	assert.Empty(t, verdict.Errors)
}

func codesOf(errs structural.Errors) (out []field.Code) {
	for _, e := range errs {
		out = append(out, e.Code)
	}
	return out
}

// The observer tells which rules ran, and which transition rules had no old value: a new
// element of a list has none. Door 4.
func ExampleRequest_observeRules() {
	definition := crdschema.MustCompileYAML(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boxes.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {plural: boxes, singular: box, kind: Box, listKind: BoxList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          width: {type: integer, x-kubernetes-validations: [{rule: self >= oldSelf}]}
          sides:
            type: array
            maxItems: 4
            x-kubernetes-list-type: map
            x-kubernetes-list-map-keys: [name]
            items:
              type: object
              required: [name]
              properties: {name: {type: string, maxLength: 9}}
              x-kubernetes-validations: [{rule: self == oldSelf}, {rule: self.name != ''}]
`)
	old := map[string]any{"apiVersion": "example.com/v1", "kind": "Box", "metadata": map[string]any{"name": "a"}, "width": int64(1), "sides": []any{map[string]any{"name": "x"}}}
	result, err := definition.Admit(context.Background(), crdschema.Request{
		Operation: crdschema.Patch, ContentType: "application/merge-patch+json", Body: []byte(`{"width": 2, "sides": [{"name": "y"}, {"name": "x"}]}`), Old: old,
		ObserveRules: func(e celrules.Evaluation) { fmt.Println(e.Path, e.RulePath, "passed", e.Passed, "skipped", e.Skipped) },
	})
	fmt.Println(result.Errors, err)
	// Output:
	// sides[0] properties[sides].items.x-kubernetes-validations[0] passed true skipped true
	// sides[0] properties[sides].items.x-kubernetes-validations[1] passed true skipped false
	// sides[1] properties[sides].items.x-kubernetes-validations[0] passed true skipped false
	// sides[1] properties[sides].items.x-kubernetes-validations[1] passed true skipped false
	// width properties[width].x-kubernetes-validations[0] passed true skipped false
	// [] <nil>
}
