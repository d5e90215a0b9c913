package openapiv2_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/budget"
	"github.com/seed95800270/crdschema/structural/field"
)

// TestNotUTF8 checks that a text that JSON cannot have is an error, wherever it is: the document
// could not be written.
func TestNotUTF8(t *testing.T) {
	schemas := map[string]map[string]any{
		"description":  {"type": "object", "description": "\xff"},
		"properties.a": {"type": "object", "properties": map[string]any{"a": map[string]any{"type": "string", "default": "\xff"}}},
		"properties":   {"type": "object", "properties": map[string]any{"\xff": map[string]any{"type": "string"}}},
	}
	for path, schema := range schemas {
		notUTF8(t, generate.CRD(schema), "spec.versions[0].schema.openAPIV3Schema."+path)
	}
	plural := generate.CRD(nil)
	plural["spec"].(map[string]any)["names"].(map[string]any)["plural"] = "a\xff"
	notUTF8(t, plural, "spec")

	writable(t)
	doc, err := openapiv2.Build(context.Background(), generate.CRD(map[string]any{"type": "object", "description": "ü�"}), generate.Version)
	require.NoError(t, err)
	_, err = json.Marshal(doc)
	require.NoError(t, err)
}

// writable checks that a document that is built can be written, whichever keyword has a text
// that is not UTF-8.
func writable(t *testing.T) {
	const bad = "\xff"
	for keyword, v := range map[string]any{
		"type": bad, "title": bad, "format": bad, "pattern": bad, "example": bad, "default": map[string]any{"a": bad}, "enum": []any{"a", []any{bad}}, "required": []any{bad},
		"externalDocs": map[string]any{"url": bad}, "x-kubernetes-list-type": bad, "x-kubernetes-map-type": bad, "x-kubernetes-list-map-keys": []any{bad},
		"id": bad, "$ref": bad, "other": bad,
	} {
		writableWith(t, keyword, v)
	}
	for _, field := range []string{"rule", "message", "messageExpression", "reason", "fieldPath"} {
		rule := map[string]any{"rule": "true"}
		rule[field] = bad
		writableWith(t, "x-kubernetes-validations", []any{rule})
	}
}

// writableWith checks documents of schemas with a keyword in several places.
func writableWith(t *testing.T, keyword string, v any) {
	leaf := map[string]any{"type": "string", keyword: v}
	for _, schema := range []map[string]any{
		{"type": "object", keyword: v}, {"type": "object", "properties": map[string]any{"a": leaf}}, {"type": "object", "additionalProperties": leaf},
		{"type": "object", "properties": map[string]any{"a": map[string]any{"type": "array", "items": leaf}}},
		{"type": "object", "properties": map[string]any{"a": map[string]any{"type": "string", "anyOf": []any{map[string]any{keyword: v}}, "not": map[string]any{keyword: v}}}},
	} {
		crd := generate.CRD(schema)
		if doc, err := openapiv2.Build(context.Background(), crd, generate.Version); err == nil {
			_, err = json.Marshal(doc)
			assert.NoError(t, err, "version 2: %s in %v", keyword, schema)
		}
		if doc, err := openapiv3.Build(context.Background(), crd, generate.Version); err == nil {
			_, err = json.Marshal(doc)
			assert.NoError(t, err, "version 3: %s in %v", keyword, schema)
		}
	}
}

func notUTF8(t *testing.T, crd map[string]any, path string) {
	_, err2 := openapiv2.Build(context.Background(), crd, generate.Version)
	_, err3 := openapiv3.Build(context.Background(), crd, generate.Version)
	for _, err := range []error{err2, err3} {
		errs := structural.ErrorsOf(err)
		require.Len(t, errs, 1)
		assert.Equal(t, field.Code("not-json"), errs[0].Code)
		assert.Contains(t, errs[0].Path.String(), path)
	}
}

// TestWork checks that building and hashing end with their budget and context, and that a
// catalog does not keep such an error.
func TestWork(t *testing.T) {
	properties := map[string]any{}
	for i := range 1000 {
		properties[fmt.Sprint("k", i)] = map[string]any{"type": "string", "maxLength": int64(i)}
	}
	crd := generate.CRD(map[string]any{"type": "object", "properties": properties})
	catalog, err := openapiv2.NewCatalog().With(context.Background(), crd)
	require.NoError(t, err)
	for _, steps := range []int64{1, 1000, 10_000} {
		small := work.WithBudget(context.Background(), budget.Budget{Steps: steps})
		doc, err := openapiv2.Build(small, crd, generate.Version)
		assert.ErrorIs(t, err, structural.ErrTooMuchWork, "%d steps", steps)
		assert.Nil(t, doc)
		doc3, err := openapiv3.BuildMap(small, crd, generate.Version)
		assert.ErrorIs(t, err, structural.ErrTooMuchWork, "%d steps", steps)
		assert.Nil(t, doc3)
		_, _, err = catalog.Document(small, generate.APIVersion)
		assert.ErrorIs(t, err, structural.ErrTooMuchWork, "%d steps", steps)
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = catalog.Hash(done, generate.APIVersion)
	assert.ErrorIs(t, err, context.Canceled)
	_, err = catalog.With(done, crd)
	assert.ErrorIs(t, err, context.Canceled)
	_, _, err = catalog.Document(context.Background(), generate.APIVersion)
	assert.NoError(t, err)
	assert.Len(t, hashOf(t, catalog, generate.APIVersion), 64)
}
