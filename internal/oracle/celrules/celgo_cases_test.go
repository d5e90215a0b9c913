package celrules

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

type recorded = map[string]any // schema, object, old

// recordedCases returns cases as lines for package celrecord: objects and rules of the corpus,
// damaged ones, generated schemas, and every function.
func recordedCases(t *testing.T) (labels, lines []string) {
	t.Helper()
	all := parity.Join(
		recordedObjects(t),
		parity.Times(rulesOf(t), parity.Full(10), func(seed uint64, o occurrence) recorded {
			return recordedSchema(seed, damaged(seed, o).schema())
		}),
		parity.Generated(parity.Full(10_000), func(seed uint64) recorded { return recordedSchema(seed, drawn(seed)) }),
		parity.Times(functionCalls(t), parity.Full(20), recordedCall),
	)
	for i := range all.N {
		label, in := all.At(i)
		text, err := upstream.Encode(in)
		require.NoError(t, err, label)
		labels, lines = append(labels, label), append(lines, strings.ReplaceAll(string(text), "\n", "")+"\n")
	}
	return labels, lines
}

func recordedObjects(t *testing.T) parity.Cases[recorded] {
	t.Helper()
	var out []recorded
	var labels []string
	for _, crd := range corpus.Load(t).CRDs {
		for _, o := range crd.Objects {
			if s, ok := crd.Schema(o.Version()); ok && holdsRules(s.Map) {
				out, labels = append(out, recorded{"schema": s.Map, "object": o.Value}), append(labels, o.File)
			}
		}
	}
	every := 10 / parity.Full(10) // a short run reads a tenth of the objects
	list := parity.Cases[recorded]{N: (len(out) + every - 1) / every, At: func(i int) (string, recorded) { return labels[i*every], out[i*every] }}
	return parity.Times(list, parity.Full(10), func(seed uint64, in recorded) recorded {
		if seed%uint64(parity.Full(10)) == 0 && seed%2 == 0 {
			return in
		}
		old, _ := in["object"].(map[string]any)
		return recorded{"schema": in["schema"], "object": generate.New(seed).Mutate(upstream.Copy(old), 1+int(seed%3)), "old": old}
	})
}

func recordedSchema(seed uint64, schema map[string]any) recorded {
	g := generate.New(seed)
	object := g.Object(schema, generate.Nearly)
	return recorded{"schema": schema, "object": object, "old": g.Mutate(upstream.Copy(object), 2)}
}

// functionCalls returns the calls of all functions that package oracle/cellib compares.
func functionCalls(t *testing.T) parity.Cases[string] {
	t.Helper()
	text, err := os.ReadFile("../cellib/testdata/expressions.txt")
	require.NoError(t, err)
	var list []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			list = append(list, line)
		}
	}
	return parity.List(list, func(s string) string { return s })
}

var variable = regexp.MustCompile(`\b([a-zA-Z]{1,2})([123])\b`)

// recordedCall returns a rule that fails with the value of an expression, for some values of
// its variables. Every third text is damaged.
func recordedCall(seed uint64, expression string) recorded {
	r := parity.Rand(seed)
	properties, object := map[string]any{}, map[string]any{}
	text := variable.ReplaceAllStringFunc(expression, func(name string) string {
		kind := name[:len(name)-1]
		if kind == "o" || kind == "lu" { // schemas do not have unsigned integers
			return map[string]string{"o": "2u", "lu": "[2u, 1u]"}[kind]
		}
		properties[name], object[name] = kinds[kind].schema, kinds[kind].value(r)
		return "self." + name
	})
	if seed%3 == 0 {
		text = damageText(r, text)
	}
	return recorded{"object": object, "schema": map[string]any{"type": "object", "properties": properties, rulesKey: []any{
		map[string]any{"rule": fmt.Sprintf("[%s].size() == 0", text), "messageExpression": fmt.Sprintf("'%%s'.format([%s])", text)},
		map[string]any{"rule": text},
	}}}
}

type kind struct {
	schema map[string]any
	value  func(*rand.Rand) any
}

// kinds are the types of variables, by the letters of their names.
var kinds = func() map[string]kind {
	scalar := map[string]kind{
		"t": textKind("", "", "a", "abc", "Hello, World", "ä😀", "1h", "2020-01-02T3:04:05,5Z", "\t x "),
		"q": textKind("", "1", "1.5Gi", "-100m", "x", "1e400"), "a": textKind("", "10.0.0.1", "::1", "fe80::1%eth0", "x"),
		"n": textKind("", "10.0.0.0/8", "::1/64", "10.0.0.1", "/"), "u": textKind("", "https://a.b:80/c?d=e#f", "/a", "a"),
		"v": textKind("", "1.2.3", "v1.2", "1.0.0-rc.1", "01.1"), "r": textKind("", "a*", "(b|c)+", "(", "[0-9]"),
		"f": textKind("", "uri", "dns1123Label", "x"), "k": textKind("", "my-name", "My", "a.b"), "g": textKind("", "YQ==", "2021-01-01", "x"),
		"z": textKind("byte", "YWI=", "", "AA=="), "D": textKind("duration", "1h", "-1ms", "0s"),
		"T": textKind("date-time", "2020-02-29T23:59:59.5Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59+01:00"),
		"i": oneOf("integer", int64(0), int64(1), int64(-42), int64(1)<<62), "d": oneOf("number", 0.5, -1e300, int64(3), 1e10), "b": oneOf("boolean", true, false),
		"y": {map[string]any{"x-kubernetes-preserve-unknown-fields": true}, func(r *rand.Rand) any {
			return one[any](r, nil, "a", int64(1), 1.5, []any{int64(1), "a"}, map[string]any{"a": "b"}, true)
		}},
	}
	all := maps.Clone(scalar)
	for name, item := range scalar {
		all["l"+name] = listKind(item)
	}
	all["ll"] = listKind(all["li"])
	all["mt"] = kind{map[string]any{"type": "object", "additionalProperties": scalar["t"].schema, "maxProperties": int64(5)}, func(r *rand.Rand) any {
		return one(r, map[string]any{}, map[string]any{"a": "b", "k1": scalar["t"].value(r)})
	}}
	return all
}()

func textKind(format string, values ...any) kind {
	k := oneOf("string", values...)
	k.schema["maxLength"] = int64(40)
	if format != "" {
		k.schema["format"] = format
	}
	return k
}

func oneOf(t string, values ...any) kind {
	return kind{map[string]any{"type": t}, func(r *rand.Rand) any { return one(r, values...) }}
}

func listKind(item kind) kind {
	return kind{map[string]any{"type": "array", "items": item.schema, "maxItems": int64(6)}, func(r *rand.Rand) any {
		list := make([]any, r.IntN(4))
		for i := range list {
			list[i] = item.value(r)
		}
		return list
	}}
}
