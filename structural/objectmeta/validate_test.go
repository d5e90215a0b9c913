package objectmeta

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/structural"
)

// part returns a custom resource with metadata given as JSON text, if any.
func part(t testing.TB, meta string) map[string]any {
	t.Helper()
	obj := map[string]any{"apiVersion": "example.com/v1", "kind": "Part"}
	if meta != "" {
		obj["metadata"] = fromJSON(t, meta)
	}
	return obj
}

// create returns all errors in the metadata of a new object without other errors.
func create(obj map[string]any, scope Scope) structural.Errors {
	if errs := verdict(ValidateCreate(bg, obj, scope)); len(errs) > 0 {
		return errs
	}
	return ValidateGenerateName(obj)
}

func TestValidateCreate(t *testing.T) {
	cases.Run(t, "testdata/create.yaml", []string{"metadata", "scope", "errors"}, func(t *testing.T, c cases.Case) {
		obj := part(t, c.Text(t, "metadata"))
		scope := Namespaced
		if c.Text(t, "scope") == "cluster" {
			scope = ClusterScoped
		}
		errs := create(obj, scope)
		assert.ElementsMatch(t, c.Texts(t, "errors"), errs.Texts())
		requireCoded(t, errs)
	})
}

// requireCoded checks that each error has a code, and that none is reported twice.
func requireCoded(t testing.TB, errs structural.Errors) {
	t.Helper()
	seen := map[string]bool{}
	for _, e := range errs {
		text := e.Error()
		require.NotEmpty(t, e.Code, text)
		require.False(t, seen[text], "reported twice: %s", text)
		seen[text] = true
	}
}

func TestValidateUpdate(t *testing.T) {
	cases.Run(t, "testdata/update.yaml", []string{"metadata", "old", "errors"}, func(t *testing.T, c cases.Case) {
		obj, old := part(t, c.Text(t, "metadata")), part(t, c.Text(t, "old"))
		errs := verdict(ValidateUpdate(bg, obj, old, Namespaced))
		assert.ElementsMatch(t, c.Texts(t, "errors"), errs.Texts())
		requireCoded(t, errs)
	})
}

// Times are compared as instants, even before coercion.
func TestTimesAreInstants(t *testing.T) {
	old := part(t, `{"name":"n","namespace":"ns","creationTimestamp":"2024-01-02T03:04:05Z"}`)
	same := part(t, `{"name":"n","namespace":"ns","resourceVersion":"1","creationTimestamp":"2024-01-02T04:04:05+01:00"}`)
	assert.Empty(t, verdict(ValidateUpdate(bg, same, old, Namespaced)))
	other := part(t, `{"name":"n","namespace":"ns","resourceVersion":"1","creationTimestamp":"2024-01-02T03:04:05+01:00"}`)
	assert.Equal(t, []string{`metadata.creationTimestamp: Invalid value: "2024-01-02T02:04:05Z": field is immutable`},
		verdict(ValidateUpdate(bg, other, old, Namespaced)).Texts())
}

func TestValidateEmbedded(t *testing.T) {
	cases.Run(t, "testdata/validate.yaml", []string{"schema", "object", "errors", "resource"}, func(t *testing.T, c cases.Case) {
		obj, s := fromJSONObject(t, c.Text(t, "object")), c.Schema(t, "schema")
		errs := verdict(ValidateEmbedded(bg, obj, s, structural.Value))
		assert.ElementsMatch(t, c.Texts(t, "errors"), errs.Texts())
		assert.Equal(t, errs, verdict(ValidateEmbedded(bg, obj, s, structural.Value)))
		resource := verdict(ValidateEmbedded(bg, obj, s, structural.Resource))
		assert.ElementsMatch(t, c.Texts(t, "resource"), resource.Texts())
		requireCoded(t, errs)
		requireCoded(t, resource)
	})
}

func TestValidateEmbeddedValues(t *testing.T) {
	s := schemaOf(t, `{type: array, items: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}}`)
	assert.Equal(t, []string{"[1].apiVersion: Required value", "[1].kind: Required value", `[2].metadata.labels: Invalid value: "": name part must be non-empty`},
		verdict(ValidateEmbedded(bg, fromJSON(t, `[5,{},{"apiVersion":"v1","kind":"K","metadata":{"labels":{"":""}}}]`), s, structural.Value)).Texts()[:3])
	for _, v := range []any{nil, "x", int64(1), map[string]any{"kind": true}} {
		assert.Empty(t, verdict(ValidateEmbedded(bg, v, s, structural.Value)))
		assert.Empty(t, verdict(ValidateEmbedded(bg, v, nil, structural.Value)))
	}
}

func TestValidateType(t *testing.T) {
	for _, c := range []struct {
		obj    string
		errors []string
	}{
		{`{"apiVersion":"example.com/v1","kind":"Part"}`, []string{}},
		{`{"apiVersion":"example.com/v2","kind":"<Other>"}`, []string{
			`apiVersion: Invalid value: "example.com/v2": must be example.com/v1`, `kind: Invalid value: "<Other>": must be Part`,
		}},
		{`{"kind":5}`, []string{`apiVersion: Invalid value: "": must be example.com/v1`, `kind: Invalid value: "": must be Part`}},
	} {
		assert.Equal(t, c.errors, ValidateType(fromJSONObject(t, c.obj), "example.com", "v1", "Part").Texts(), c.obj)
	}
}

// Errors come in the server's order: field by field, keys of maps in byte order.
//
// The path of an error leads to the value, even where a server prints a shorter
// path.
func TestErrorsAreLocated(t *testing.T) {
	s := schemaOf(t, `{additionalProperties: {items: {x-kubernetes-embedded-resource: true}}}`)
	obj := fromJSONObject(t, `{"a.b":[null,{"apiVersion":"v1","kind":"K","metadata":{
		"labels":{"k":"!"},"annotations":{"!":""},"finalizers":["a/b","!"],
		"ownerReferences":[{"apiVersion":"v1","kind":"K","name":"n","uid":"u","controller":true},{"apiVersion":"v1","kind":"K","name":"","uid":"u","controller":true}]}}]}`)
	var paths, printed []string
	for _, e := range verdict(ValidateEmbedded(bg, obj, s, structural.Value)) {
		paths, printed = append(paths, e.Path.String()), append(printed, e.Location())
	}
	const at = "[a.b][1].metadata."
	assert.Equal(t, []string{at + "labels[k]", at + "annotations[!]", at + "ownerReferences[1].name", at + "ownerReferences[1]", at + "finalizers[1]"}, paths)
	assert.Equal(t, []string{at + "labels", at + "annotations", at + "ownerReferences[1].name", at + "ownerReferences", at + "finalizers"}, printed)
}

// Random input causes no panic and is not written to.
func TestValidationOfAnything(t *testing.T) {
	wrong := 0
	for seed := range uint64(900) {
		g := generate.New(seed)
		schema := g.Schema(generate.Flavor(seed % 3))
		s, _ := cases.FromMap(schema)
		obj := g.Object(schema, generate.Flavor(seed/3%3))
		obj["metadata"] = g.Metadata(generate.Flavor(seed % 3))
		old := g.Mutate(obj, 1+int(seed%4)).(map[string]any)
		wrong += requirePureChecks(t, obj, old, s)
	}
	assert.Greater(t, wrong, 500, "the generator must give something to report")
}

// requirePureChecks runs every check, requires that none writes to its arguments
// and that no result depends on map order, and returns the number of errors.
func requirePureChecks(t testing.TB, obj, old map[string]any, s *structural.Schema) int {
	t.Helper()
	before, oldBefore, count := structural.Clone(obj), structural.Clone(old), 0
	for _, check := range []func() structural.Errors{
		func() structural.Errors { return verdict(ValidateCreate(bg, obj, Namespaced)) },
		func() structural.Errors { return verdict(ValidateCreate(bg, obj, ClusterScoped)) },
		func() structural.Errors { return verdict(ValidateUpdate(bg, obj, old, Namespaced)) },
		func() structural.Errors { return verdict(ValidateUpdate(bg, obj, obj, ClusterScoped)) },
		func() structural.Errors { return ValidateGenerateName(obj) },
		func() structural.Errors { return ValidateType(obj, "example.com", "v1", "Part") },
		func() structural.Errors { return verdict(ValidateEmbedded(bg, obj, s, structural.Value)) },
		func() structural.Errors { return verdict(ValidateEmbedded(bg, obj, s, structural.Resource)) },
	} {
		errs := check()
		requireCoded(t, errs)
		require.Equal(t, errs.Texts(), check().Texts(), "another answer")
		count += len(errs)
	}
	verdict(FinalizerWarnings(bg, obj, old))
	DedupOwnerReferences(bg, obj)
	require.Equal(t, before, any(obj), "input written to")
	require.Equal(t, oldBefore, any(old), "input written to")
	return count
}

func FuzzValidateMetadata(f *testing.F) {
	for _, file := range []string{"metadata.yaml"} {
		for _, c := range readTable(f, file) {
			f.Add(jsonText(c.in), `{"name":"n"}`)
		}
	}
	f.Add(`{"managedFields":[{"manager":"\u0000"},5,null]}`, `{"finalizers":["a"],"deletionTimestamp":"2024-01-02T03:04:05Z"}`)
	f.Add(`{"ownerReferences":[{"controller":true},{"controller":true,"kind":"K"},{"apiVersion":"v1","kind":"Event"}]}`, `5`)
	f.Add(`{"finalizers":["orphan","foregroundDeletion","a b"],"labels":{"/":"/"},"annotations":{"K/":null}}`, `null`)
	s := schemaOf(f, `{properties: {metadata: {}}, additionalProperties: {x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}}`)
	f.Fuzz(func(t *testing.T, text, oldText string) {
		meta, ok := tryJSON(text)
		if !ok {
			return
		}
		oldMeta, _ := tryJSON(oldText)
		obj := map[string]any{"apiVersion": "example.com/v1", "kind": "Part", "metadata": meta, "part": map[string]any{"metadata": meta}}
		old := map[string]any{"metadata": oldMeta}
		requirePureChecks(t, obj, old, s)
	})
}

// An applied configuration is not decoded with the types of metadata: the server's converter
// truncates numbers and has its own words for times. Door R8.
func TestAppliedMetadata(t *testing.T) {
	old := part(t, `{"name":"a","namespace":"b","resourceVersion":"1"}`)
	for meta, want := range map[string]string{
		`"deletionGracePeriodSeconds":12345678901234567890`: "metadata.deletionGracePeriodSeconds: Invalid value: -9223372036854775808: field is immutable",
		`"deletionGracePeriodSeconds":2.5`:                  "metadata.deletionGracePeriodSeconds: Invalid value: 2: field is immutable",
		`"deletionTimestamp":1`: `metadata: Invalid value: {"deletionTimestamp":1,"name":"a","namespace":"b","resourceVersion":"1"}: ` +
			"json: cannot unmarshal number into Go value of type string",
	} {
		errs := verdict(ValidateUpdate(bg, part(t, `{"name":"a","namespace":"b","resourceVersion":"1",`+meta+`}`), old, Namespaced))
		assert.Equal(t, want, errs[len(errs)-1].Error(), meta)
	}
}
