package manifest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

var formats = []any{"", "date-time", "datetime", "DATE", "uuid", "uuid5", "int32", "int64", "float", "double", "byte", "password", "duration",
	"k8s-short-name", "k8s-long-name", "no such format", "no-such-format", "e-mail", "email", "ipv4", "hostname", "uri-reference", "uint32", "int-or-string", absent}

// addFormats adds formats and sets to a definition and keeps it valid.
func addFormats(r *rand.Rand, v any) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			addFormats(r, e)
		}
	case map[string]any:
		for _, name := range keys(v) {
			addFormats(r, v[name])
		}
		switch v["type"] {
		case "string", "integer", "number", "boolean", "array":
			if r.IntN(10) == 0 {
				set(v, "format", one(r, formats...))
			}
		}
		items, _ := v["items"].(map[string]any)
		_, keyed := v["x-kubernetes-list-map-keys"]
		if v["type"] != "array" || items == nil || keyed || v["default"] != nil || items["nullable"] == true || r.IntN(3) > 0 {
			return
		}
		v["x-kubernetes-list-type"] = "set"
		switch items["type"] {
		case "object":
			items["x-kubernetes-map-type"] = "atomic"
		case "array":
			items["x-kubernetes-list-type"] = "atomic"
			delete(items, "x-kubernetes-list-map-keys")
		}
	}
}

func set(m map[string]any, name string, v any) {
	if v == absent {
		delete(m, name)
	} else {
		m[name] = v
	}
}

// formatPairs returns definitions with formats and sets, and the definitions that
// they replace, if any.
func formatPairs(t testing.TB, n int) parity.Cases[pair] {
	real := definitions(t)
	return parity.Times(real, max(1, n/real.N), func(seed uint64, manifest map[string]any) pair {
		r := parity.Rand(seed)
		p := pair{Manifest: runtime.DeepCopyJSON(manifest)}
		addFormats(r, p.Manifest["spec"])
		if r.IntN(2) == 0 {
			p.Old = runtime.DeepCopyJSON(p.Manifest)
			addFormats(r, p.Manifest["spec"])
			p.Old = established(r, p.Old)
			p.Manifest["metadata"] = runtime.DeepCopyJSONValue(p.Old["metadata"])
		}
		return p
	})
}

// TestWarnings compares warnings. The reference finds formats in random order, so
// only the warnings after them are compared in order.
func TestWarnings(t *testing.T) {
	parity.Run(t, "crd-warnings", formatPairs(t, parity.Full(10_000)), func(c *parity.Check, p pair) {
		got, err := admit(p.Manifest, p.Old)
		crd, bad := upstream.Definition(p.Manifest)
		if err != nil || bad != nil || got.Status() != nil && len(got.Errors) == 0 || len(got.Errors) > 0 {
			c.Void()
			return
		}
		var want []string
		if p.Old == nil {
			want = create(crd).Warnings
		} else if old, bad := upstream.Definition(p.Old); bad == nil {
			want = update(strategy, crd, old).Warnings
		}
		sameWarnings(c, got.Warnings, want)
	})
}

// sameWarnings compares warnings. A client gets each once.
func sameWarnings(c *parity.Check, got, want []string) {
	want = once(want)
	c.Texts("warnings", got, want)
	c.Equal("order", last(got), last(want))
}

func once(texts []string) []string {
	told := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(texts), func(text string) bool {
		again := told[text]
		told[text] = true
		return again
	})
}

// last returns the warnings after those about formats.
func last(texts []string) []string {
	formats := 0
	for formats < len(texts) && strings.HasPrefix(texts[formats], "unrecognized format ") {
		formats++
	}
	return append([]string{}, texts[formats:]...)
}
