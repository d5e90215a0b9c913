package crdschema_test

import (
	"context"
	"os"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/registry"
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
		definition, err := crdschema.Compile(t.Context(), anyObject(crd))
		_, again := crdschema.Compile(t.Context(), anyObject(crd))
		require.Equal(t, structural.ErrorsOf(again).Texts(), structural.ErrorsOf(err).Texts(), "the same errors every time")
		require.Equal(t, err != nil, definition == nil)
		if definition == nil {
			return
		}
		use(t, definition, anyObject(object))
	})
}

// FuzzBody admits bodies of any text and media type.
func FuzzBody(f *testing.F) {
	const valid = `{"apiVersion":"stable.example.com/v1","kind":"CronTab","metadata":{"name":"a"},"spec":{"image":"i","replicas":1e2}}`
	for _, text := range []string{
		"", "null", "[]", valid, valid + " x", "\ufeff" + valid, `{"kind":1,"Kind":"CronTab","x":1e400}`, `{"apiVersion":"a/b/c","APIVERSION":"v1","kind":"A"}`,
		"%YAML 1.1\n---\nkind: &a CronTab\n<<: {x: *a}\nx: 1\nx: !!binary aGk=", "{\"\xff\":\"\\ud800\"}", "\xff\xfe{\x00}\x00",
	} {
		for _, contentType := range []string{"", "application/json; charset=utf-8", "application/yaml", "text/plain"} {
			f.Add([]byte(text), contentType, uint8(0))
			f.Add([]byte(text), contentType, uint8(5))
		}
	}
	definition := cronTabDefinition(f)
	old := typed(map[string]any{"metadata": map[string]any{"name": "a", "resourceVersion": "1"}})
	f.Fuzz(func(t *testing.T, text []byte, contentType string, how uint8) {
		req := crdschema.Request{Body: text, ContentType: contentType, Old: old,
			Operation: crdschema.Operation(how % 3), FieldValidation: crdschema.FieldValidation(how / 3 % 3)}
		if text == nil {
			req.Body = []byte{}
		}
		got, err := definition.Admit(t.Context(), req)
		require.NoError(t, err, "every body has a verdict")
		again, err := definition.Admit(t.Context(), req)
		require.NoError(t, err)
		require.Equal(t, got, again, "the same result every time")
		if got.Status() != nil {
			require.True(t, utf8.ValidString(got.Status().Message), "a message that can be sent")
		}
	})
}

// FuzzScale updates the scale of an object with bodies of any text.
func FuzzScale(f *testing.F) {
	const valid = `{"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"a"},"spec":{"replicas":1}}`
	for _, text := range []string{
		"", "null", "[]", valid, valid + " x", "\ufeff" + valid, `{"kind":1}`, `{"metadata":{"name":"a","name":"a","x":1e400}}`, `{"apiVersion":"apps/__internal","kind":"Scale","Spec":{}}`,
		`{"metadata":{"name":"a","resourceVersion":"x","ownerReferences":[{},{}]}}`, `{"metadata":{"name":"a"},"spec":{"replicas":-2147483648}}`, "metadata: &a {name: a}\nspec: {<<: *a}", "{\"\xff\":1}",
		`{"spec":{"replicas":5}}`, `[{"op":"copy","from":"/metadata/managedFields","path":"/spec"}]`, `[{"op":"replace","path":"","value":null}]`,
	} {
		for how := range uint8(12) {
			f.Add([]byte(text), how)
		}
	}
	definition := scaledDefinition(f)
	old := worker(map[string]any{"spec": map[string]any{"replicas": int64(1)}})
	f.Fuzz(func(t *testing.T, text []byte, how uint8) {
		req := crdschema.Request{Operation: crdschema.UpdateScale, Body: append([]byte{}, text...), Old: old, FieldValidation: crdschema.FieldValidation(how % 3)}
		req.ContentType = []string{"", "application/yaml", mergePatch, jsonPatch}[how/3%4]
		if how/3%4 > 1 {
			req.Operation = crdschema.PatchScale
		}
		got, err := definition.Admit(t.Context(), req)
		require.NoError(t, err, "every body has a verdict")
		if !got.Accepted() {
			require.Nil(t, got.Object)
			return
		}
		read, err := definition.Read(t.Context(), got.Stored, "")
		require.NoError(t, err)
		scale, rejected := registry.Scale(definition.StorageVersion(), read)
		require.Nil(t, rejected)
		require.Equal(t, scale, got.Object, "the answer is what is read")
	})
}

func use(t *testing.T, d *crdschema.Definition, obj map[string]any) {
	for _, operation := range []crdschema.Operation{crdschema.Create, crdschema.Update, crdschema.UpdateStatus} {
		result, err := d.Admit(t.Context(), crdschema.Request{Object: obj, Old: obj, Operation: operation})
		if err != nil || early(result.Status(), result.Errors) != nil {
			continue
		}
		if stored, err := d.Store(t.Context(), result.Validated); err == nil {
			_, err = d.Read(t.Context(), stored, "")
			require.NoError(t, err, "what is stored can be read")
		}
	}
}

func anyObject(text []byte) map[string]any {
	doc, err := decode.YAML(context.Background(), text)
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
		d, err := crdschema.Compile(t.Context(), generate.CRD(schema, generate.WithStatus()))
		if err != nil {
			continue
		}
		compiled++
		use(t, d, g.Object(schema, generate.Flavor(seed/3%3)))
	}
	require.Greater(t, compiled, 200)
}
