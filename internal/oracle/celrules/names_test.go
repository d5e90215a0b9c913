package celrules

import (
	"math/rand/v2"
	"strings"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	upstreamcel "k8s.io/apiserver/pkg/cel"

	ours "github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/fieldpath"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// TestEscaping compares names of properties, and identifiers of any form.
func TestEscaping(t *testing.T) {
	parts := []string{"_", "__", "___", ".", "-", "/", "a", "b", "0", "in", "if", "for", "true", "namespace", "dot", "dash", "slash",
		"underscores", "__dot__", "__if__", " ", "é", "$", "#", "\xff", "A", "Z", "z9"}
	cases := parity.Generated(parity.Full(200_000), func(seed uint64) string { return glue(parity.Rand(seed), 6, parts) })
	parity.Run(t, "escaping", cases, func(c *parity.Check, name string) {
		type answer struct {
			text string
			ok   bool
		}
		var mine, theirs answer
		mine.text, mine.ok = ours.Escape(name)
		theirs.text, theirs.ok = upstreamcel.Escape(name)
		c.Equal("escaped", mine, theirs)
		mine.text, mine.ok = ours.Unescape(name)
		theirs.text, theirs.ok = upstreamcel.Unescape(name)
		c.Equal("unescaped", mine, theirs)
	})
}

func glue(r *rand.Rand, most int, parts []string) string {
	var b strings.Builder
	for range r.IntN(most + 1) {
		b.WriteString(one(r, parts...))
	}
	return b.String()
}

// TestFieldPath compares paths of every form in one schema.
func TestFieldPath(t *testing.T) {
	m := map[string]any{"type": "object", "properties": map[string]any{
		"a":    map[string]any{"type": "object", "properties": map[string]any{"b": map[string]any{"type": "string"}, "'q": map[string]any{"type": "string"}}},
		"b":    map[string]any{"type": "object", "additionalProperties": map[string]any{"type": "object", "properties": map[string]any{"a": map[string]any{"type": "string"}}}},
		"any":  map[string]any{"type": "object", "additionalProperties": true},
		"none": map[string]any{"type": "object", "additionalProperties": false},
		"list": map[string]any{"type": "array", "items": map[string]any{"type": "string"}},
		"a b":  map[string]any{"type": "object", "properties": map[string]any{}},
		"a'\\": map[string]any{"type": "string"}, "\n\t": map[string]any{"type": "string"}, ".": map[string]any{"type": "string"},
	}}
	theirs, err := upstream.NewStructural(m)
	if err != nil {
		t.Fatal(err)
	}
	mine, _ := cases.FromMap(m)
	parts := []string{".a", ".b", ".any", ".none", ".list", "['a']", "['b']", "['a b']", "[0]", "[", "]", "'", ".", "\\", "\\'", "\\n", "\\\\",
		"['", "']", "\"", "a", " ", "['a\\'\\\\']", "['\\n\\t']", "\\x", "['\\é']", "\n", ".x", "..", strings.Repeat("l", 70_000)}
	cases := parity.Generated(parity.Full(100_000), func(seed uint64) string { return glue(parity.Rand(seed), 5, parts) })
	parity.Run(t, "fieldpath", cases, func(c *parity.Check, path string) {
		for _, notation := range []fieldpath.Notation{fieldpath.DotsAndBrackets, fieldpath.Dots} {
			type answer struct{ path, kind, err string }
			reference, panicked := upstream.Call(func() (out answer) {
				p, s, err := cel.ValidFieldPath(path, theirs.S, cel.WithFieldPathAllowArrayNotation(notation == fieldpath.DotsAndBrackets))
				if err != nil {
					return answer{err: err.Error()}
				}
				out.path = p.String()
				if s != nil {
					out.kind = s.Type
				}
				return out
			})
			if panicked != nil { // behind additionalProperties: true
				reference = answer{err: "does not refer to a valid field"}
			}
			got := answer{}
			if p, s, err := fieldpath.Resolve(path, mine, notation); err != nil {
				got.err = err.Error()
			} else {
				got.path, got.kind = p.String(), s.TypeName()
			}
			c.Equal("resolved", got, reference)
		}
	})
}
