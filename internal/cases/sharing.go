package cases

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/structural"
)

// Same tells whether two maps are one.
func Same(a, b map[string]any) bool {
	return reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer()
}

// RequireShared checks that every map and list of out that is equal to what
// stands at the same place of in is in's own. What has nothing of its kind there
// is new and not looked at.
func RequireShared(t testing.TB, out, in any) {
	switch out := out.(type) {
	case map[string]any:
		in, ok := in.(map[string]any)
		switch {
		case !ok:
		case structural.Equal(out, in):
			require.True(t, Same(out, in), "an unchanged map was copied")
		default:
			for k, v := range out {
				RequireShared(t, v, in[k])
			}
		}
	case []any:
		in, ok := in.([]any)
		switch {
		case !ok || len(out) == 0 || len(in) != len(out):
		case structural.Equal(out, in):
			require.Same(t, &in[0], &out[0], "an unchanged list was copied")
		default:
			for i, v := range out {
				RequireShared(t, v, in[i])
			}
		}
	}
}

// FromJSON is the object that text holds, if it holds one.
func FromJSON(text []byte) (map[string]any, bool) {
	doc, err := decode.JSON(text)
	if err != nil {
		return nil, false
	}
	obj, err := doc.Object()
	return obj, err == nil
}
