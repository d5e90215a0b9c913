package live_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// warned is a request with warnings of about as many runes as the server sends.
type warned struct {
	Object map[string]any
	Runes  int
}

// maxWarningRunes is the number of runes of all warnings that the server sends before
// it truncates them.
const maxWarningRunes = 4096

// TestWarningsLimit compares the warnings of requests that have about as many as the
// server sends: texts of several bytes a rune, with control characters, and repeated.
func TestWarningsLimit(t *testing.T) {
	manifest := map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": "warns.limit.example.com"},
		"spec": map[string]any{"group": "limit.example.com", "scope": "Namespaced", "names": map[string]any{"plural": "warns", "kind": "Warn"},
			"versions": []any{map[string]any{"name": "v1", "served": true, "storage": true, "deprecated": true, "deprecationWarning": "old",
				"schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object", "properties": map[string]any{
					"a": map[string]any{"type": "object", "properties": map[string]any{"b": map[string]any{"type": "object"}}}}}}}}},
	}
	server := live.Start(t)
	answers, err := server.Install(manifest)
	require.NoError(t, err)
	require.True(t, answers[0].Accepted(), answers[0].Message())
	ours, err := crdschema.Compile(t.Context(), manifest)
	require.NoError(t, err)
	resource := server.Resource(manifest, "v1")
	exact := 0
	parity.Run(t, "warnings-limit", parity.Generated(parity.Full(5_000), warnedFor), func(c *parity.Check, w warned) {
		result, err := ours.Admit(context.Background(), crdschema.Request{Object: w.Object, Namespace: "default", Version: "v1"})
		if err != nil {
			c.Fail("verdict", nil, nil, "%v", err)
			return
		}
		theirs := resource.TryCreate(w.Object, live.Warn)
		c.Equal("code", int64(code(result)), int64(theirs.Code))
		c.Equal("warnings", asValues(result.Warnings), asValues(theirs.Warnings))
		c.Equal("headers", asValues(httpapi.WarningHeaders(result.Warnings)), asValues(theirs.Header.Values("Warning")))
	})
	for i := range uint64(parity.Full(5_000)) {
		if w := warnedFor(i); w.Runes == maxWarningRunes || w.Runes == maxWarningRunes+1 {
			exact++
		}
	}
	require.Greater(t, exact, 50, "requests with as many runes as are sent, or one more")
}

// warnedFor returns an object whose unknown fields and finalizers give warnings of
// maxWarningRunes runes, or a few more or less.
func warnedFor(seed uint64) warned {
	if seed%7 == 0 {
		return truncatedFor(int(seed))
	}
	r := rand.New(rand.NewPCG(seed, 7))
	target := maxWarningRunes - 2 + int(seed%5)
	spec, finalizers := map[string]any{}, []any{}
	meta := map[string]any{"name": "a"}
	obj := map[string]any{"apiVersion": "limit.example.com/v1", "kind": "Warn", "metadata": meta, "a": spec}
	sum := utf8.RuneCountInString("old")
	const around = len(`unknown field "a."`)
	for i := 0; sum < target; i++ {
		size := 1 + r.IntN(700)
		switch r.IntN(12) {
		case 0: // never sent, but recorded
			spec[fmt.Sprint("\u0007", i)] = 1
			continue
		case 1: // the same text twice: a field with a dot in its name
			name := fmt.Sprint("twice", i)
			spec["b."+name] = 1
			inner, _ := spec["b"].(map[string]any)
			if inner == nil {
				inner = map[string]any{}
				spec["b"] = inner
			}
			inner[name] = 1
			sum += around + len("b.") + len(name)
			continue
		case 2:
			text := fmt.Sprint("f", i)
			finalizers = append(finalizers, text)
			sum += utf8.RuneCountInString(fmt.Sprintf("metadata.finalizers: %q: prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers", text))
			continue
		}
		if left := target - sum; left < 2*around+20 || left-size-around < around+20 {
			size = max(left-around, 1)
		}
		prefix := fmt.Sprint("x", i, "_")
		fill := []string{"a", "ä", "漢", "👍"}[r.IntN(4)]
		name := prefix + strings.Repeat(fill, max(size-len(prefix), 0))
		spec[name] = 1
		sum += around + utf8.RuneCountInString(name)
	}
	if len(finalizers) > 0 {
		meta["finalizers"] = finalizers
	}
	return warned{obj, sum}
}

// truncatedFor returns an object whose warnings, truncated to 256 runes each, have
// maxWarningRunes runes or a few more or less when there are more of them.
func truncatedFor(seed int) warned {
	const runes, around = 256, len(`unknown field ""`)
	first := runes - len("old") + seed%3 - 1
	obj := map[string]any{"apiVersion": "limit.example.com/v1", "kind": "Warn", "metadata": map[string]any{"name": "a"}}
	obj["a0"+strings.Repeat("ü", first-around-2)] = 1
	for i := range maxWarningRunes/runes - 2 + seed%5 {
		obj[fmt.Sprintf("b%02d", i)+strings.Repeat("漢", runes-around-3+seed%4)] = 1
	}
	return warned{Object: obj}
}

func asValues(texts []string) []any {
	out := make([]any, len(texts))
	for i, text := range texts {
		out[i] = text
	}
	return out
}
