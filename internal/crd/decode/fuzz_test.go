package decode_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/crd/decode"
	jsondecode "github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/structural"
)

// A CRD may be any JSON value in any place: a server has an answer, and so have we. Nothing
// is written to.
func FuzzRead(f *testing.F) {
	f.Add(`{"apiVersion":"apiextensions.k8s.io/v1","spec":{"versions":[{"schema":{"openAPIV3Schema":{"items":[{"type":1}]}}}]}}`, `duplicate field "spec"`)
	f.Add(`{"apiVersion":1,"kind":[],"metadata":{"creationTimestamp":[],"managedFields":[null,{"time":""}]}}`, `duplicate field "`)
	f.Add(`{"apiVersion":"a/b/c"}`, "yaml: x")
	f.Add(`{"apiVersion":"apiextensions.k8s.io/v1beta1","spec":{"conversion":{"webhookClientConfig":{"caBundle":[1.5]}}}}`, "")
	f.Fuzz(func(t *testing.T, text, duplicate string) {
		var value any
		if json.Unmarshal([]byte(text), &value) != nil {
			return
		}
		value, err := structural.Normalize(value)
		if err != nil {
			return
		}
		manifest, isObject := value.(map[string]any)
		if !isObject {
			manifest = map[string]any{"spec": value, "metadata": value, "kind": value}
		}
		before := structural.Clone(manifest)
		found := decode.Read(manifest, []string{duplicate})
		for _, v := range []decode.Validation{decode.Warn, decode.Ignore, decode.Strict} {
			if rejection := found.Status(v); rejection == nil && found.Undecodable != nil {
				t.Errorf("undecodable and not refused: %s", found.Undecodable)
			}
			found.Warnings(v)
		}
		if duplicate != "" { // fits agrees with the decoder
			quick, slow := decode.Read(manifest, nil), decode.Read(manifest, []string{"yaml: x"})
			assert.Equal(t, slow.Silent, quick.Silent)
			assert.Equal(t, slow.Undecodable, quick.Undecodable)
			if quick.Undecodable == nil {
				assert.Equal(t, slow.Strict[1:].Texts(), quick.Strict.Texts())
			}
		}
		assert.LessOrEqual(t, len(found.Strict), 101)
		assert.Equal(t, before, any(manifest))
	})
}

// The text of a CRD is decoded like its map, except for the order of fields.
func FuzzReadBody(f *testing.F) {
	f.Add(`{"spec":{"versions":[{"schema":{"openAPIV3Schema":{"items":[{"type":1}],"enum":[1e400,null]}}}]}}`)
	f.Add(`{"spec":{"names":{"shortNames":["a","b"]},"conversion":{"webhook":{"clientConfig":{"caBundle":"YQ==","caBundle":[null,1]}}}},"spec":{"names":{"shortNames":[null]}}}`)
	f.Add(`{"metadata":{"creationTimestamp":"2020-01-01T00:00:00Z","creationTimestamp":null,"managedFields":[{"fieldsV1":1e400}]},"status":{"conditions":[{},null]}}`)
	f.Add(`{"apiVersion":"apiextensions.k8s.io/__internal","Spec":1e400,"kind":"CustomResourceDefinition"}`)
	f.Fuzz(func(t *testing.T, text string) {
		body, _ := jsondecode.ReadBody(context.Background(), []byte(text), jsondecode.MediaJSON)
		named, err := gotype.ReadTypeMetaText(body.JSON)
		if err != nil {
			return
		}
		found, err := decode.ReadBody(context.Background(), body, named)
		require.NoError(t, err)
		if found.Status(decode.Ignore) == nil {
			_, err := structural.Normalize(found.CRD)
			assert.NoError(t, err)
		}
		doc, err := jsondecode.JSON(context.Background(), body.JSON)
		if err != nil || len(doc.Strict) > 0 {
			return
		}
		sorted, err := json.Marshal(doc.Value)
		if err != nil {
			return
		}
		value, err := jsondecode.JSON(context.Background(), sorted)
		manifest, isObject := value.Value.(map[string]any)
		if err != nil || !isObject {
			return
		}
		named, err = gotype.ReadTypeMetaText(sorted)
		if err != nil {
			return
		}
		fromText, err := decode.ReadBody(context.Background(), jsondecode.Body{Text: sorted, JSON: sorted}, named)
		require.NoError(t, err)
		fromMap := decode.Read(manifest, nil)
		assert.Equal(t, fromMap.Strict.Texts(), fromText.Strict.Texts())
		assert.Equal(t, fromMap.Silent.Texts(), fromText.Silent.Texts())
		assert.Equal(t, message(fromMap.Status(decode.Ignore)), message(fromText.Status(decode.Ignore)))
	})
}
