package listtype

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

func TestValidate(t *testing.T) {
	cases.Run(t, "testdata/validate.yaml", []string{"schema", "object", "errors"}, func(t *testing.T, c cases.Case) {
		object := fromJSON(t, c.Text(t, "object"))
		before := structural.Clone(object)
		s := c.Schema(t, "schema")
		errs := check(t, object, s)
		assert.Equal(t, c.Texts(t, "errors"), errs.Texts())
		assert.Equal(t, before, object, "the input was written to")
		requireSound(t, object, s)
	})
}

func check(t testing.TB, obj map[string]any, s *structural.Schema) structural.Errors {
	t.Helper()
	errs, err := Validate(t.Context(), obj, s)
	require.NoError(t, err)
	return errs
}

func checkUpdate(t testing.TB, obj, old map[string]any, s *structural.Schema) (errs, ratcheted structural.Errors) {
	t.Helper()
	errs, ratcheted, err := ValidateUpdate(t.Context(), obj, old, s)
	require.NoError(t, err)
	return errs, ratcheted
}

func fromJSON(t testing.TB, text string) map[string]any {
	t.Helper()
	doc, err := decode.JSON(context.Background(), []byte(text))
	require.NoError(t, err, text)
	object, err := doc.Object()
	require.NoError(t, err, text)
	return object
}

func schema(t testing.TB, text string) *structural.Schema {
	t.Helper()
	s, problems := cases.FromMap(yaml(t, text))
	require.Empty(t, problems.Texts())
	return s
}

func yaml(t testing.TB, text string) map[string]any {
	t.Helper()
	doc, err := decode.YAML(context.Background(), []byte(text))
	require.NoError(t, err)
	return doc.Value.(map[string]any)
}

func TestErrorsAreData(t *testing.T) {
	s := schema(t, `{properties: {m: {additionalProperties: {items: {x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k]}}}}}`)
	object := fromJSON(t, `{"m":{"a.b":[[],[{"k":"x","v":1},{"k":"x","v":2}]]}}`)
	errs := check(t, object, s)
	require.Len(t, errs, 1)
	assert.Equal(t, field.Duplicate, errs[0].Kind)
	assert.Equal(t, map[string]any{"k": "x"}, errs[0].Value)
	assert.Equal(t, structural.Path{
		structural.Field("m"), structural.Key("a.b"), structural.Index(1), structural.Index(1),
	}, errs[0].Path)
}

func TestValidateUpdate(t *testing.T) {
	s := schema(t, `{properties: {a: {x-kubernetes-list-type: set}, b: {x-kubernetes-list-type: set}}}`)
	fine := fromJSON(t, `{"a":[1],"b":[1]}`)
	bad := fromJSON(t, `{"a":[1,1],"b":[1]}`)
	otherwiseBad := fromJSON(t, `{"a":[1],"b":[2,2]}`)
	found := []string{"a[1]: Duplicate value: 1"}
	for _, c := range []struct {
		name            string
		obj, old        map[string]any
		errs, ratcheted []string
	}{
		{"fine before and after", fine, fine, []string{}, []string{}},
		{"repaired", fine, bad, []string{}, []string{}},
		{"new error", bad, fine, found, []string{}},
		{"same error", bad, bad, []string{}, found},
		{"another error", bad, otherwiseBad, []string{}, found},
		{"nothing before", bad, nil, found, []string{}},
		{"nothing after", nil, bad, []string{}, []string{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			errs, ratcheted := checkUpdate(t, c.obj, c.old, s)
			assert.Equal(t, c.errs, errs.Texts())
			assert.Equal(t, c.ratcheted, ratcheted.Texts())
		})
	}
}

func TestNothingAtAll(t *testing.T) {
	assert.Nil(t, check(t, nil, nil))
	assert.Nil(t, check(t, fromJSON(t, `{"a":[1,1]}`), nil))
	assert.Nil(t, check(t, nil, schema(t, `{properties: {a: {x-kubernetes-list-type: set}}}`)))
}

// All bytes that are not UTF-8 are written alike, but not as U+FFFD is.
func TestTextThatIsNotUTF8(t *testing.T) {
	s := schema(t, `{properties: {l: {x-kubernetes-list-type: set}}}`)
	list := []any{
		[]any{"\xff"}, []any{"\xfe"}, []any{"\ufffd"}, // equal, equal, not
		map[string]any{"\xff": int64(1), "\xfe": int64(2)},
		map[string]any{"\xff": int64(2), "\xfe": int64(1)}, // \xfe is written first: 1, not 2
		map[string]any{"\xf0": int64(2), "\xf1": int64(1)}, // equal to the first
		map[string]any{"\xff": int64(1), "x": int64(2)},
		"\xff", "\xfe", // scalars are compared as they are
	}
	errs := check(t, map[string]any{"l": list}, s)
	var places []string
	for _, e := range errs {
		places = append(places, e.Location())
	}
	assert.Equal(t, []string{"l[1]", "l[5]"}, places)

	for i := range 20 { // and in a long list
		list = append(list, int64(i))
	}
	assert.Equal(t, errs.Texts(), check(t, map[string]any{"l": list}, s).Texts())
}

// Values that are not JSON equal nothing, and cause no panic.
func TestValuesThatAreNotNormalized(t *testing.T) {
	s := schema(t, `{properties: {l: {x-kubernetes-list-type: set}, m: {x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [a, b]}}}`)
	odd := []any{[]string{"a"}, map[string]string{}, 5, int32(5), struct{}{}, []any(nil), map[string]any(nil)}
	for range 3 {
		keyed := make([]any, len(odd))
		for i, v := range odd {
			keyed[i] = map[string]any{"a": v, "b": int64(i)}
		}
		assert.NotPanics(t, func() { check(t, map[string]any{"l": odd, "m": keyed}, s) })
		odd = append(odd, odd...)
	}
}
