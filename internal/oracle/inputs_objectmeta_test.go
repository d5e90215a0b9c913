package oracle

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// update is metadata that replaces other metadata. If there is no old one it is
// new.
type update struct{ Object, Old map[string]any }

// rootMetadata returns decoded objects, most of them with invalid metadata, and
// the objects that they replace.
func rootMetadata(n int) parity.Cases[update] {
	return parity.Generated(n, func(seed uint64) update {
		m := metadataGenerator{parity.Rand(seed)}
		obj := m.root(seed)
		old := m.root(seed + 1)
		if seed%4 > 0 { // a similar one
			old = m.similar(obj)
		}
		return update{coercedRoot(obj), coercedRoot(old)}
	})
}

// coercedRoot returns an object as decoding returns it, or unchanged if that
// fails.
func coercedRoot(obj map[string]any) map[string]any {
	for _, mode := range []objectmeta.Mode{objectmeta.Reject, objectmeta.Drop} {
		if out, _, err := objectmeta.Decode(context.Background(), obj, mode); err == nil {
			return out
		}
	}
	return obj
}

// embeddedMetadata returns objects full of embedded resources with invalid
// metadata.
func embeddedMetadata(n int) subjects {
	schema, _ := compile(map[string]any{
		"type": "object",
		"properties": map[string]any{
			"one":  embedded(map[string]any{"inner": embedded(nil), "metadata": map[string]any{"type": "object", "x-kubernetes-preserve-unknown-fields": true}}),
			"list": map[string]any{"type": "array", "items": embedded(nil)},
			"map":  map[string]any{"type": "object", "additionalProperties": embedded(nil)},
		},
	})
	return parity.Generated(n, func(seed uint64) subject {
		m := metadataGenerator{parity.Rand(seed)}
		one := m.resource(seed)
		one["inner"] = m.resource(seed + 1)
		obj := m.resource(seed + 2)
		obj["one"] = one
		if seed%2 == 0 {
			obj["list"] = []any{m.resource(seed + 3), m.resource(seed + 4), m.any()}
			obj["map"] = map[string]any{"a.b": m.resource(seed + 5), "": m.resource(seed + 6)}
		}
		return subject{schema: schema, object: obj}
	})
}

type metadataGenerator struct{ *rand.Rand }

func oneOf[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

func (m metadataGenerator) root(seed uint64) map[string]any {
	obj := map[string]any{"apiVersion": "example.com/v1", "kind": "Part"}
	switch m.IntN(40) {
	case 0:
		obj[oneOf(m.Rand, "apiVersion", "kind")] = oneOf[any](m.Rand, "", "other/v1", "Other", "<x>")
	case 1:
		delete(obj, oneOf(m.Rand, "apiVersion", "kind"))
	}
	switch m.IntN(60) {
	case 0:
	case 1:
		obj["metadata"] = m.any()
	case 2:
		obj["metadata"] = nil
	default:
		obj["metadata"] = m.metadata(seed)
	}
	return obj
}

// similar returns a copy with a few other fields.
func (m metadataGenerator) similar(obj map[string]any) map[string]any {
	out := map[string]any{}
	for k, v := range obj {
		out[k] = v
	}
	meta, ok := obj["metadata"].(map[string]any)
	if !ok {
		return out
	}
	changed := map[string]any{}
	for k, v := range meta {
		if m.IntN(8) > 0 {
			changed[k] = v
		}
	}
	if m.IntN(3) > 0 {
		for k, v := range m.metadata(1) {
			if m.IntN(6) == 0 {
				changed[k] = v
			}
		}
	}
	out["metadata"] = changed
	return out
}

func (m metadataGenerator) resource(seed uint64) map[string]any {
	out := map[string]any{
		"apiVersion": oneOf[any](m.Rand, "v1", "apps/v1", "apps/v1", "", "a/b/c", "a//", "/", "x/", int64(5), nil, "é"),
		"kind": oneOf[any](m.Rand, "Pod", "Pod", "pod", "Pod-1", "1Pod", "-", "", "Ünit", "\u212aind", "Kind\u0130", strings.Repeat("K", 63), strings.Repeat("K", 64),
			strings.Repeat("k", 62)+"\u0130", "a.b", "A_b", int64(5), nil),
		"metadata": any(m.metadata(seed)),
	}
	for k := range out {
		if m.IntN(12) == 0 {
			delete(out, k)
		}
	}
	if m.IntN(20) == 0 {
		out["metadata"] = m.any()
	}
	return out
}

func (m metadataGenerator) metadata(seed uint64) map[string]any {
	if seed%10 == 0 {
		flavour := oneOf(m.Rand, generate.Valid, generate.Nearly, generate.Hostile)
		if meta, ok := any(generate.New(seed).Metadata(flavour)).(map[string]any); ok {
			return meta
		}
	}
	out := map[string]any{"name": "n", "namespace": "ns", "resourceVersion": "1", "uid": "u", "generation": int64(3)}
	fields := map[string]func() any{
		"name": m.name, "generateName": m.name, "namespace": m.name, "resourceVersion": m.text, "uid": m.text, "selfLink": m.text,
		"generation": func() any {
			return oneOf[any](m.Rand, int64(0), int64(-1), int64(1), int64(4), int64(math.MinInt64), 3.0, nil)
		},
		"creationTimestamp": m.time, "deletionTimestamp": m.time,
		"deletionGracePeriodSeconds": func() any { return oneOf[any](m.Rand, int64(0), int64(-1), int64(30), 3.0, nil) },
		"labels":                     func() any { return m.texts(m.key, m.text) },
		"annotations":                m.annotations,
		"ownerReferences":            func() any { return m.several(m.owner) },
		"finalizers":                 func() any { return m.several(m.finalizer) },
		"managedFields":              func() any { return m.several(m.managed) },
	}
	wanted := oneOf(m.Rand, 2, 4, 4, 8)
	for _, k := range []string{"name", "generateName", "namespace", "resourceVersion", "uid", "selfLink", "generation", "creationTimestamp", "deletionTimestamp",
		"deletionGracePeriodSeconds", "labels", "annotations", "ownerReferences", "finalizers", "managedFields"} {
		if m.IntN(wanted) > 0 {
			continue
		}
		if out[k] = fields[k](); m.IntN(40) == 0 {
			delete(out, k)
		}
	}
	if m.IntN(100) == 0 {
		out[oneOf(m.Rand, "labels", "finalizers", "name", "foo", "generation")] = m.any()
	}
	return out
}

func (m metadataGenerator) several(make func() any) any {
	out := []any{}
	for range m.IntN(5) {
		if len(out) > 0 && m.IntN(3) == 0 {
			out = append(out, out[m.IntN(len(out))])
			continue
		}
		out = append(out, make())
	}
	return out
}

func (m metadataGenerator) name() any {
	return oneOf[any](m.Rand, "n", "a.b", "a-b.c-d", "A", "a_b", "-", "a-", "a.-", "%-", "x%-", "x/-", "a/b", "a%b", ".", "..", "...", "", "a..b", "é", "<&>", "\"", "a b",
		strings.Repeat("a", 63), strings.Repeat("a", 64), strings.Repeat("a", 253), strings.Repeat("a", 254), strings.Repeat("a.", 126)+"a", strings.Repeat("a", 64)+".b", "--", "a--")
}

func (m metadataGenerator) text() any {
	return oneOf[any](m.Rand, "", "u", "v", "1", "<&>\u2028", "\"quoted\\\"", "é", "a b", "-", "A-b_c.d", strings.Repeat("x", 63), strings.Repeat("x", 64), "\x00\n\x7f", "\U0001F600")
}

func (m metadataGenerator) key() string {
	return oneOf(m.Rand, "a", "a/b", "a.b/c", "A.b/c", "\u212a.b/c", "\u212a", "a/\u212a", "", "/", "a/", "/a", "a/b/c", "A", "_", "a_", "é/a", "a.b/é", "<",
		strings.Repeat("k", 63), strings.Repeat("k", 64), strings.Repeat("k", 253)+"/a", strings.Repeat("k", 254)+"/a", strings.Repeat("K", 254)+"/-", "-a/b")
}

func (m metadataGenerator) texts(key func() string, value func() any) any {
	out := map[string]any{}
	for range m.IntN(4) {
		if out[key()] = value(); m.IntN(60) == 0 {
			out[key()] = nil
		}
	}
	return out
}

var long = strings.Repeat("y", 262_143)

func (m metadataGenerator) annotations() any {
	out := m.texts(m.key, m.text)
	if m.IntN(20) == 0 {
		out.(map[string]any)["a"] = oneOf(m.Rand, long, long+"y", long+"yy")
	}
	return out
}

func (m metadataGenerator) owner() any {
	out := map[string]any{
		"apiVersion": oneOf[any](m.Rand, "v1", "v1", "/v1", "apps/v1", "", "/", "a/", "a/b/c", "events.k8s.io/v1", "<"),
		"kind":       oneOf[any](m.Rand, "Pod", "Pod", "Event", "", "<>"),
		"name":       oneOf[any](m.Rand, "p", "p", "q", "", "é&"),
		"uid":        oneOf[any](m.Rand, "1", "1", "2", "", "<"),
	}
	for _, k := range []string{"controller", "blockOwnerDeletion"} {
		if m.IntN(3) == 0 {
			out[k] = oneOf[any](m.Rand, true, true, false, nil)
		}
	}
	return out
}

func (m metadataGenerator) finalizer() any {
	return oneOf[any](m.Rand, "orphan", "foregroundDeletion", "kubernetes", "example.com/f", "example.com", "f", "E/f", "a/b/c", "", "/", "é", "Foo.bar", "\"<", "a/b", strings.Repeat("f", 64))
}

func (m metadataGenerator) managed() any {
	out := map[string]any{
		"operation":  oneOf[any](m.Rand, "Apply", "Update", "Update", "", "update", "<é>", "\""),
		"fieldsType": oneOf[any](m.Rand, "FieldsV1", "FieldsV1", "", "fieldsv1", "<"),
		"manager": oneOf[any](m.Rand, "kubectl", "", "é", "a\u00adb", "\u2028x", "a\tb\n", "\U0001F600", "\ufffd", "\ue000", strings.Repeat("m", 128), strings.Repeat("m", 129),
			strings.Repeat("é", 65), strings.Repeat("\x01", 130)),
		"subresource": oneOf[any](m.Rand, "", "status", strings.Repeat("s", 256), strings.Repeat("s", 257)),
		"fieldsV1":    oneOf[any](m.Rand, map[string]any{"f:a": map[string]any{}}, nil, "x"),
		"time":        m.time(),
	}
	for k := range out {
		if m.IntN(4) == 0 {
			delete(out, k)
		}
	}
	return out
}

func (m metadataGenerator) time() any {
	return oneOf[any](m.Rand, "2024-01-02T03:04:05Z", "2024-01-02T03:04:05Z", "2024-01-02T03:04:05Z", "2024-01-02T04:04:05+01:00", "2024-01-02T03:04:05.5Z", "2025-01-01T00:00:00Z",
		"0001-01-01T00:00:00Z", "0001-01-01T00:00:01Z", nil, oneOf[any](m.Rand, "9999-12-31T23:59:59-01:00", "0000-01-01T00:00:00+01:00", "2024-01-02T03:04:05Z"))
}

func (m metadataGenerator) any() any {
	return oneOf[any](m.Rand, nil, "x", int64(5), 1.5, true, []any{}, []any{int64(5)}, map[string]any{}, map[string]any{"a": int64(5)}, []any{"\xff"})
}
