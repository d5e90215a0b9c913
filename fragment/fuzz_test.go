package fragment_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/fragment"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/structural"
)

// FuzzFragment checks, compiles, decodes and validates: the same way every time, and
// nothing is modified.
func FuzzFragment(f *testing.F) {
	for _, schema := range []string{
		`{}`, `{"type":"string","default":"a","x-kubernetes-validations":[{"rule":"self == oldSelf"}]}`,
		`{"type":"array","items":{"type":"object","x-kubernetes-embedded-resource":true},"x-kubernetes-list-type":"set"}`,
		`{"x-kubernetes-int-or-string":true,"nullable":true}`, `{"type":"object","additionalProperties":true}`, `{"$ref":1}`,
	} {
		f.Add([]byte(schema), []byte(`{"kind":1}`), []byte(`[null,{}]`))
		f.Add([]byte(schema), []byte(`"a"`), []byte(`1.0`))
	}
	f.Fuzz(func(t *testing.T, schema, value, old []byte) {
		s, ok := anyValue(schema).(map[string]any)
		if !ok {
			return
		}
		before := structural.Clone(s)
		checked, err := fragment.Check(t.Context(), s)
		require.NoError(t, err)
		again, err := fragment.Check(t.Context(), s)
		require.NoError(t, err)
		require.Equal(t, checked.Errors.Texts(), again.Errors.Texts())
		compiled, err := fragment.Compile(t.Context(), s)
		require.Equal(t, before, s)
		if err != nil {
			require.NotEmpty(t, structural.ErrorsOf(err))
			return
		}
		use(t, compiled, anyValue(value), anyValue(old))
	})
}

func use(t *testing.T, f *fragment.Fragment, v, old any) {
	before := structural.Clone([]any{v, old})
	decoded, err := f.Decode(t.Context(), v)
	if err == nil {
		first, err := f.ValidateUpdate(t.Context(), decoded.Value, old)
		require.NoError(t, err)
		again, err := f.ValidateUpdate(t.Context(), decoded.Value, old)
		require.NoError(t, err)
		require.Equal(t, first.Errors.Texts(), again.Errors.Texts())
		require.Equal(t, first.Cost, again.Cost)
	}
	_, err = f.Validate(t.Context(), v)
	require.NoError(t, err)
	require.Equal(t, before, []any{v, old})
}

func anyValue(text []byte) any {
	doc, err := decode.JSON(context.Background(), text)
	if err != nil {
		return nil
	}
	return doc.Value
}
