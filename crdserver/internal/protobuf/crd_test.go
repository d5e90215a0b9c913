package protobuf

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"
	"k8s.io/apimachinery/pkg/runtime"
)

// crd returns a body with a CRD whose message is raw.
func crd(t *testing.T, raw []byte) []byte {
	t.Helper()
	unknown := runtime.Unknown{TypeMeta: runtime.TypeMeta{APIVersion: "apiextensions.k8s.io/v1", Kind: "CustomResourceDefinition"}, Raw: raw}
	b, err := unknown.Marshal()
	require.NoError(t, err)
	return append([]byte(magic), b...)
}

func part(number protowire.Number, b []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(nil, number, protowire.BytesType), b)
}

// TestHostileCRDs decodes what no client sends. internal/oracle/served compares the CRDs of clients.
func TestHostileCRDs(t *testing.T) {
	deep := []byte{}
	for range 20_000 {
		deep = part(28, deep) // not
		if len(deep) > 1<<20 {
			break
		}
	}
	schema := func(b []byte) []byte { return part(2, part(7, part(4, part(1, b)))) }
	for name, test := range map[string]struct {
		raw []byte
		err string
	}{
		"a tag without a value": {[]byte{0x12}, "malformed"},
		"no tag":                {[]byte{0xff}, "malformed"},
		"a wrong type":          {protowire.AppendVarint(protowire.AppendTag(nil, 2, protowire.VarintType), 1), "wrong wireType = 0 for field spec"},
		"a default":             {schema(part(8, part(1, []byte("{")))), "not JSON"},
		"a map":                 {schema(part(29, []byte{0x08, 0x01})), "malformed"},
		"metadata":              {part(1, []byte{0x0a}), "EOF"},
		"levels":                {schema(deep), "nested messages"},
		"an unknown field":      {part(99, []byte("x")), ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := JSON(crd(t, test.raw))
			if test.err == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, test.err)
		})
	}
}

// TestMergedMessages checks that a message that comes twice is merged.
func TestMergedMessages(t *testing.T) {
	text, err := JSON(crd(t, append(part(2, part(1, []byte("a"))), part(2, part(4, []byte("Cluster")))...)))
	require.NoError(t, err)
	var got struct{ Spec struct{ Group, Scope string } }
	require.NoError(t, json.Unmarshal(text, &got))
	require.Equal(t, "a Cluster", got.Spec.Group+" "+got.Spec.Scope)
}

func TestEmptyCRD(t *testing.T) {
	text, err := JSON(crd(t, nil))
	require.NoError(t, err)
	require.JSONEq(t, `{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"creationTimestamp": null},
		"spec": {"group": "", "names": {"kind": "", "plural": ""}, "scope": "", "versions": null},
		"status": {"acceptedNames": {"kind": "", "plural": ""}, "conditions": null, "storedVersions": null}
	}`, string(text))
}
