package crdschema_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	yamlv3 "go.yaml.in/yaml/v3"
	sigsyaml "sigs.k8s.io/yaml"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural"
)

const switches = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: switches.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {plural: switches, singular: switch, kind: Switch, listKind: SwitchList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          closed: {type: boolean}
          id: {type: integer}
`

// The package comment says what a map of another decoder has lost: only a text is read as the
// server reads it. Door T7.
func TestMapsOfOtherDecoders(t *testing.T) {
	const text = "apiVersion: example.com/v1\nkind: Switch\nmetadata: {name: a}\nclosed: yes\nid: 9007199254740993\n"
	asJSON, err := sigsyaml.YAMLToJSON([]byte(text))
	require.NoError(t, err)
	floats := func(unmarshal func(obj *map[string]any) error) func(t *testing.T) map[string]any {
		return func(t *testing.T) map[string]any {
			var obj map[string]any
			require.NoError(t, unmarshal(&obj))
			obj, err := structural.IntegersFromFloats(obj)
			require.NoError(t, err)
			return obj
		}
	}
	for name, c := range map[string]struct {
		decode func(t *testing.T) map[string]any
		closed any
		id     int64
		errors []string
	}{
		"DecodeYAML": {func(t *testing.T) map[string]any {
			docs, err := document.DecodeYAML(t.Context(), []byte(text))
			require.NoError(t, err)
			return docs[0].Object
		}, true, 9007199254740993, []string{}},
		"sigs.k8s.io/yaml": {floats(func(obj *map[string]any) error { return sigsyaml.Unmarshal([]byte(text), obj) }),
			true, 9007199254740992, []string{}},
		"encoding/json": {floats(func(obj *map[string]any) error { return json.Unmarshal(asJSON, obj) }),
			true, 9007199254740992, []string{}},
		"go.yaml.in/yaml/v3": {floats(func(obj *map[string]any) error { return yamlv3.Unmarshal([]byte(text), obj) }),
			"yes", 9007199254740993, []string{`closed: Invalid value: "string": closed in body must be of type boolean: "string"`}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := crdschema.MustCompileYAML(switches).Admit(t.Context(), crdschema.Request{Object: c.decode(t)})
			require.NoError(t, err)
			assert.Equal(t, c.errors, got.Errors.Texts())
			assert.Equal(t, c.closed, got.Decoded["closed"])
			assert.Equal(t, c.id, got.Decoded["id"])
		})
	}
}
