package cases

import (
	"context"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/structural"
)

// Same reports whether a and b are the same map in memory.
func Same(a, b map[string]any) bool {
	return reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer()
}

// RequireShared fails the test unless every map and list of out that is equal to
// the value at the same path of in is shared with in. Values without a
// counterpart of their type are new and are not checked.
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

// FromJSON decodes an object and reports whether text is one.
func FromJSON(text []byte) (map[string]any, bool) {
	doc, err := decode.JSON(context.Background(), text)
	if err != nil {
		return nil, false
	}
	obj, err := doc.Object()
	return obj, err == nil
}
