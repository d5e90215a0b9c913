package decode_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/structural"
)

// A manifest may be any JSON value in any place: a server has an answer, and so
// have we. Nothing is written to.
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
			if refused := found.StatusMessage(v); refused == "" && found.Undecodable != nil {
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
