package structural_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
)

func TestSemanticEqual(t *testing.T) {
	read := func(text string) *structural.Schema {
		m, ok := cases.FromJSON([]byte(text))
		assert.True(t, ok, text)
		s, _ := cases.FromMap(m)
		return s
	}
	nothing := read(`{}`)
	for _, same := range []string{
		`{"description": ""}`, `{"required": [], "enum": [], "allOf": [], "properties": {}, "x-kubernetes-list-map-keys": []}`,
		`{"default": null, "nullable": false, "dependencies": {}, "x-kubernetes-validations": []}`,
	} {
		assert.True(t, structural.SemanticEqual(nothing, read(same)), same)
	}
	for _, other := range []string{
		`{"id": "a"}`, `{"$schema": "a"}`, `{"$ref": ""}`, `{"description": "a"}`, `{"type": "a"}`, `{"type": "string"}`, `{"format": "a"}`, `{"title": "a"}`,
		`{"default": {}}`, `{"maximum": 0}`, `{"exclusiveMaximum": true}`, `{"minimum": 1}`, `{"exclusiveMinimum": true}`, `{"maxLength": 0}`,
		`{"minLength": 1}`, `{"pattern": "a"}`, `{"maxItems": 1}`, `{"minItems": 1}`, `{"uniqueItems": true}`, `{"multipleOf": 1}`, `{"enum": [null]}`,
		`{"maxProperties": 1}`, `{"minProperties": 1}`, `{"required": ["a"]}`, `{"items": {}}`, `{"items": []}`, `{"allOf": [{}]}`, `{"oneOf": [{}]}`,
		`{"anyOf": [{}]}`, `{"not": {}}`, `{"properties": {"a": {}}}`, `{"additionalProperties": true}`, `{"additionalProperties": {}}`,
		`{"additionalProperties": false}`, `{"patternProperties": {"a": {}}}`, `{"dependencies": {"a": []}}`, `{"additionalItems": true}`,
		`{"definitions": {"a": {}}}`, `{"externalDocs": {}}`, `{"example": 1}`, `{"nullable": true}`, `{"x-kubernetes-preserve-unknown-fields": true}`,
		`{"x-kubernetes-preserve-unknown-fields": false}`, `{"x-kubernetes-embedded-resource": true}`, `{"x-kubernetes-int-or-string": true}`,
		`{"x-kubernetes-list-map-keys": ["a"]}`, `{"x-kubernetes-list-type": ""}`, `{"x-kubernetes-map-type": ""}`,
		`{"x-kubernetes-validations": [{}]}`,
	} {
		assert.False(t, structural.SemanticEqual(nothing, read(other)), other)
		assert.True(t, structural.SemanticEqual(read(other), read(other)), other)
	}
	for _, pair := range [][2]string{
		{`{"default": 1}`, `{"default": 1.0}`},
		{`{"properties": {"a": {"items": {"title": "a"}}}}`, `{"properties": {"a": {"items": {"title": "b"}}}}`},
		{`{"x-kubernetes-validations": [{"rule": "a", "reason": "b"}]}`, `{"x-kubernetes-validations": [{"rule": "a"}]}`},
		{`{"additionalProperties": true}`, `{"additionalProperties": {}}`},
	} {
		assert.False(t, structural.SemanticEqual(read(pair[0]), read(pair[1])), pair)
	}
	assert.True(t, structural.SemanticEqual(nil, nil))
	assert.False(t, structural.SemanticEqual(nil, nothing))
}
