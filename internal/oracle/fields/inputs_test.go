package fields_test

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apiextensionsv1beta1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

func manifests(t *testing.T) parity.Cases[map[string]any] {
	crds := corpus.Load(t).CRDs
	return parity.Cases[map[string]any]{N: len(crds), At: func(i int) (string, map[string]any) { return crds[i].File, crds[i].Manifest }}
}

// damaged makes one to three mistakes in a manifest and encodes it as JSON, in
// which some fields are repeated.
func damaged(seed uint64, manifest map[string]any) body {
	r := parity.Rand(seed)
	out := runtime.DeepCopyJSON(manifest)
	for range 1 + r.IntN(3) {
		spots := objects(nil, out)
		mistake(r, spots[r.IntN(len(spots))], spots[r.IntN(len(spots))])
	}
	if r.IntN(3) == 0 {
		return repeating(r, out)
	}
	return encode(out)
}

// mistake damages a field of m, or moves it to another object.
func mistake(r *rand.Rand, m, elsewhere map[string]any) {
	keys := slices.Sorted(maps.Keys(m))
	if len(keys) == 0 {
		m["odd"] = int64(1)
		return
	}
	key := keys[r.IntN(len(keys))]
	v := m[key]
	switch r.IntN(6) {
	case 0:
		m[misspelt(r, key)] = v
	case 1:
		delete(m, key)
		m[misspelt(r, key)] = v
	case 2:
		elsewhere[key] = runtime.DeepCopyJSONValue(v)
	default:
		m[key] = runtime.DeepCopyJSONValue(samples[r.IntN(len(samples))])
	}
}

func misspelt(r *rand.Rand, key string) string {
	switch at := r.IntN(len(key) + 1); r.IntN(4) {
	case 0:
		return strings.ToUpper(key)
	case 1:
		return strings.ToLower(key)
	case 2:
		return key[:at] + "x" + key[at:]
	default:
		return strings.ToUpper(key[:min(1, len(key))]) + key[min(1, len(key)):]
	}
}

// samples has a value of every type, and values that need special decoding.
var samples = []any{
	nil, true, "text", "", "QQ==", "2020-01-01T00:00:00Z", int64(1), int64(-1), int64(300), int64(1) << 40, 1.5, 2.0, 1e30,
	[]any{}, []any{nil, int64(1), "a", map[string]any{"odd": int64(1)}, []any{}}, map[string]any{}, map[string]any{"odd": int64(1)},
	map[string]any{"type": int64(1)}, map[string]any{"a": map[string]any{"items": map[string]any{"type": true, "odd": true}}},
	[]any{"a", "b"}, []any{map[string]any{"type": int64(1)}},
}

// objects returns all objects in v.
func objects(out []map[string]any, v any) []map[string]any {
	switch v := v.(type) {
	case map[string]any:
		out = append(out, v)
		for _, k := range slices.Sorted(maps.Keys(v)) {
			out = objects(out, v[k])
		}
	case []any:
		for _, e := range v {
			out = objects(out, e)
		}
	}
	return out
}

func encode(v any) body {
	text, err := upstream.Encode(v)
	if err != nil {
		panic(err)
	}
	return body(text)
}

// repeating encodes v as JSON in which some fields occur twice, first as null.
func repeating(r *rand.Rand, v any) body {
	var b bytes.Buffer
	left := 3 + r.IntN(10)
	repeat(&b, func() bool {
		again := left > 0 && r.IntN(20) == 0
		if again {
			left--
		}
		return again
	}, v)
	return body(b.String())
}

func repeat(b *bytes.Buffer, again func() bool, v any) {
	switch v := v.(type) {
	case map[string]any:
		b.WriteByte('{')
		for i, k := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				b.WriteByte(',')
			}
			name, _ := json.Marshal(k)
			b.Write(name)
			b.WriteByte(':')
			if again() {
				b.WriteString("null,")
				b.Write(name)
				b.WriteByte(':')
			}
			repeat(b, again, v[k])
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, e := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			repeat(b, again, e)
		}
		b.WriteByte(']')
	default:
		b.WriteString(string(encode(v)))
	}
}

// stride distributes the cases of a part of a list; it divides no length.
const stride = 7919

// everyField returns manifests in which one field of the Go types has one of the
// samples, in turn, or an unknown field beside it.
func everyField(version string) parity.Cases[body] {
	t := reflect.TypeFor[apiextensionsv1.CustomResourceDefinition]()
	if version == "v1beta1" {
		t = reflect.TypeFor[apiextensionsv1beta1.CustomResourceDefinition]()
	}
	whole, _ := filled(t, 0).(map[string]any)
	whole["apiVersion"], whole["kind"] = "apiextensions.k8s.io/"+version, "CustomResourceDefinition"
	total := len(fieldRefs(whole)) * len(samples)
	return parity.Cases[body]{N: parity.Full(total), At: func(i int) (string, body) {
		i = i * stride % total
		out := runtime.DeepCopyJSON(whole)
		p := fieldRefs(out)[i/len(samples)]
		p.holder[p.key] = runtime.DeepCopyJSONValue(samples[i%len(samples)])
		if i%7 == 0 {
			p.holder["odd"] = true
		}
		return version + " " + string(encode([]any{p.key, i})), encode(out)
	}}
}

type fieldRef struct {
	holder map[string]any
	key    string
}

func fieldRefs(whole map[string]any) []fieldRef {
	var out []fieldRef
	for _, m := range objects(nil, whole) {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			out = append(out, fieldRef{m, k})
		}
	}
	return out
}

// filled returns a value of a Go type with all fields, and schemas nested two
// deep.
func filled(t reflect.Type, depth int) any {
	switch t {
	case reflect.TypeFor[metav1.Time]():
		return "2020-01-01T00:00:00Z"
	case reflect.TypeFor[metav1.FieldsV1](), reflect.TypeFor[apiextensionsv1.JSON](), reflect.TypeFor[apiextensionsv1beta1.JSON]():
		return map[string]any{"a": int64(1)}
	}
	if strings.HasPrefix(t.Name(), "JSONSchemaPropsOr") {
		t = t.Field(0).Type
		if t.Kind() == reflect.Bool {
			return true
		}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return filled(t.Elem(), depth)
	case reflect.Struct:
		return filledStruct(t, depth)
	case reflect.Map:
		return map[string]any{"some": filled(t.Elem(), depth)}
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "QQ=="
		}
		return []any{filled(t.Elem(), depth)}
	case reflect.Bool:
		return true
	case reflect.String:
		return "text"
	default:
		return int64(7)
	}
}

func filledStruct(t reflect.Type, depth int) any {
	if t.Name() == "JSONSchemaProps" {
		if depth++; depth > 2 {
			return map[string]any{}
		}
	}
	out := map[string]any{}
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		out[name] = filled(f.Type, depth)
	}
	return out
}

// envelopes returns bodies whose apiVersion or kind is missing, misspelled, of
// another type or of another kind, some with other mistakes.
func envelopes(t *testing.T) []body {
	var out []body
	for _, file := range []string{"testdata/envelopes.yaml", "testdata/mistakes.yaml"} {
		docs, err := decodeAll(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, doc := range docs {
			out = append(out, encode(doc))
		}
	}
	return out
}

func decodeAll(file string) ([]map[string]any, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	docs, err := decode.Stream(context.Background(), text)
	var out []map[string]any
	for _, doc := range docs {
		object, err := doc.Object()
		if err != nil {
			return nil, err
		}
		out = append(out, object)
	}
	return out, err
}
