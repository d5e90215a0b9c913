package crdschema_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/structural"
)

// FuzzCompile compiles any JSON value and, if that succeeds, admits, stores and
// reads any other.
func FuzzCompile(f *testing.F) {
	object := []byte(`{"apiVersion":"stable.example.com/v1","kind":"CronTab","metadata":{"name":"a"},"spec":{"x":[{}]}}`)
	text, err := os.ReadFile("testdata/crontabs.yaml")
	require.NoError(f, err)
	f.Add(text, object)
	f.Add([]byte(cronTabs), []byte(`{"metadata":null}`))
	f.Add([]byte(`{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","spec":{"versions":[{"storage":true}]}}`), object)
	f.Add([]byte(`null`), []byte(`[]`))
	f.Fuzz(func(t *testing.T, crd, object []byte) {
		definition, err := crdschema.Compile(anyObject(crd))
		_, again := crdschema.Compile(anyObject(crd))
		require.Equal(t, structural.ErrorsOf(again).Texts(), structural.ErrorsOf(err).Texts(), "the same errors every time")
		require.Equal(t, err != nil, definition == nil)
		if definition == nil {
			return
		}
		use(t, definition, anyObject(object))
	})
}

func use(t *testing.T, d *crdschema.Definition, obj map[string]any) {
	for _, operation := range []crdschema.Operation{crdschema.Create, crdschema.Update, crdschema.UpdateStatus} {
		result, err := d.Admit(t.Context(), crdschema.Request{Object: obj, Old: obj, Operation: operation})
		if err != nil || result.Status != nil {
			continue
		}
		if stored, err := d.Store(t.Context(), result.Object); err == nil {
			_, err = d.Read(t.Context(), stored, "")
			require.NoError(t, err, "what is stored can be read")
		}
	}
}

func anyObject(text []byte) map[string]any {
	doc, err := decode.YAML(text)
	if err != nil {
		return nil
	}
	obj, err := doc.Object()
	if err != nil {
		return nil
	}
	return obj
}

// TestHostileCRDs compiles and uses generated crds of every flavor.
func TestHostileCRDs(t *testing.T) {
	compiled := 0
	for seed := range uint64(600) {
		g := generate.New(seed)
		schema := g.Schema(generate.Flavor(seed % 3))
		d, err := crdschema.Compile(generate.CRD(schema, generate.WithStatus()))
		if err != nil {
			continue
		}
		compiled++
		use(t, d, g.Object(schema, generate.Flavor(seed/3%3)))
	}
	require.Greater(t, compiled, 200)
}
