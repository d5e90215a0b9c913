package crdschema_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/structural"
)

const lamps = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lamps.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {plural: lamps, kind: Lamp}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {watts: {type: integer, maximum: 60, default: 5}}}}
`

func ExampleCompileYAML() {
	definition, err := crdschema.CompileYAML(context.Background(), []byte(lamps))
	fmt.Println(definition.Name(), err)

	_, err = crdschema.CompileYAML(context.Background(), []byte(lamps+"---"+lamps))
	fmt.Println(err)
	_, err = crdschema.CompileYAML(context.Background(), []byte(`{"kind": "CustomResourceDefinition",
  "spec": {"group": "a" "b"}}`))
	fmt.Println(err)
	// Output:
	// lamps.example.com <nil>
	// the text has 2 documents instead of one: the second begins at line 15
	// line 2, column 25: invalid character '"' after object key:value pair
}

// The definitions of a cluster share a compiler.
func ExampleCompiler_CompileYAML() {
	compiler := crdschema.NewCompiler()
	for _, text := range []string{cronTabs, lamps} {
		definition, err := compiler.CompileYAML(context.Background(), []byte(text))
		fmt.Println(definition.Kind(), err)
	}
	// Output:
	// CronTab <nil>
	// Lamp <nil>
}

// A variable of a package, or the beginning of a test.
func ExampleMustCompileYAML() {
	lamps := crdschema.MustCompileYAML(lamps)
	result, err := lamps.Admit(context.Background(), crdschema.Request{Body: []byte(
		`{"apiVersion": "example.com/v1", "kind": "Lamp", "metadata": {"name": "a"}, "watts": 100}`)})
	fmt.Println(err)
	fmt.Println(result.Errors.Err())
	// Output:
	// <nil>
	// watts: Invalid value: 100: watts in body should be less than or equal to 60
}

func ExampleMustCompileYAML_panic() {
	defer func() { fmt.Println(recover()) }()
	crdschema.MustCompileYAML("kind: CustomResourceDefinition\n---\nkind: Lamp\n")
	// Output: crdschema: the text has 2 documents instead of one: the second begins at line 3
}

func TestCompileYAMLErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                  "the text has no document",
		"# nothing\n---\n":  "the text has no document",
		"[]":                "line 1: an array where an object is needed",
		"---\n---\n5":       "line 3: a number where an object is needed",
		"a: [":              "yaml: line 1: did not find expected node content",
		"a: b\n---\nc: [":   "document at line 3: yaml: line 1: did not find expected node content",
		lamps + "---\na: 1": "the text has 2 documents instead of one: the second begins at line 15",
	} {
		d, err := crdschema.CompileYAML(t.Context(), []byte(text))
		assert.Nil(t, d)
		assert.EqualError(t, err, want, text)
		assert.PanicsWithValue(t, "crdschema: "+want, func() { crdschema.MustCompileYAML(text) })
		var inText *document.DecodeError
		assert.ErrorAs(t, err, &inText, text)
	}
	_, err := crdschema.CompileYAML(t.Context(), []byte(strings.Replace(lamps, "maximum: 60", "maximum: high", 1)))
	require.Len(t, structural.ErrorsOf(err), 1, "the errors are those of Compile")
	_, err = crdschema.CompileYAML(t.Context(), []byte(lamps), crdschema.WithKubernetesVersion("2.0"))
	assert.ErrorContains(t, err, `Kubernetes version "2.0"`)
	_, err = crdschema.CompileYAML(worktest.EndAfter(0), []byte(lamps))
	assert.ErrorIs(t, err, context.Canceled)
}

// The server merges the values of a repeated field in JSON, and takes the last one in
// YAML.
func TestCompileYAMLRepeatedFields(t *testing.T) {
	const text = `{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "lamps.example.com"},
		"spec": {"group": "example.com", "scope": "Cluster", "names": {"kind": "Lamp"}, "names": {"plural": "lamps", "singular": "lamp"},
			"versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {
				"type": "object", "properties": {"watts": {"type": "integer", "x-unknown": 1}}}}}]}}`
	d, err := crdschema.CompileYAML(t.Context(), []byte(text))
	require.NoError(t, err)
	assert.Equal(t, "Lamp", d.Kind())
	watts := d.StorageVersion().Schema().Property("watts")
	assert.Equal(t, structural.Integer, watts.Type())

	_, err = crdschema.CompileYAML(t.Context(), []byte("---\n"+text))
	assert.ErrorContains(t, err, "spec.names.kind", "the last value has no kind")

	for _, wrong := range []string{
		strings.Replace(text, `{"plural": "lamps", "singular": "lamp"}`, "5", 1),
		strings.Replace(text, `"kind": "CustomResourceDefinition"`, `"kind": "Lamp"`, 1),
		strings.Replace(text, `"kind": "CustomResourceDefinition"`, `"kind": 5`, 1),
	} {
		d, err := crdschema.CompileYAML(t.Context(), []byte(wrong))
		assert.Nil(t, d)
		var inText *document.DecodeError
		assert.True(t, errors.As(err, &inText) != (len(structural.ErrorsOf(err)) == 1), "the error is about the text or about the crd")
	}
}

// MustCompileYAML checks a CRD as a server does: one that no server creates would reject every
// object, or accept too many. Door T4.
func TestMustCompileYAMLChecks(t *testing.T) {
	const head = `crdschema: CustomResourceDefinition.apiextensions.k8s.io "lamps.example.com" is invalid: `
	at := "spec.validation.openAPIV3Schema.properties[watts]"
	for text, want := range map[string]string{
		strings.Replace(lamps, "default: 5", "default: 500", 1): head + at + ".default: Invalid value: 500:  in body should be less than or equal to 60",
		strings.Replace(lamps, ", default: 5", ", x-kubernetes-validations: [{rule: self.watts}]", 1): head + at +
			`.x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.watts","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: ` +
			"compilation failed: ERROR: <input>:1:5: type 'int' does not support field selection\n | self.watts\n | ....^",
		strings.Replace(lamps, "name: lamps.example.com", "name: lamps", 1): `crdschema: CustomResourceDefinition.apiextensions.k8s.io "lamps" is invalid: metadata.name: Invalid value: "lamps": must be spec.names.plural+"."+spec.group`,
	} {
		_, err := crdschema.CompileYAML(t.Context(), []byte(text))
		assert.NoError(t, err, "a server could serve it")
		assert.PanicsWithValue(t, want, func() { crdschema.MustCompileYAML(text) })
	}
	assert.NotPanics(t, func() { crdschema.MustCompileYAML(lamps, crdschema.WithKubernetesVersion("1.34")) })
	assert.Panics(t, func() { crdschema.MustCompileYAML(lamps, crdschema.WithKubernetesVersion("2.0")) })
}
