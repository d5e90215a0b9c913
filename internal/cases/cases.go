// Package cases reads tables of test cases from YAML files: one document a
// case, with a unique `name` and whatever else its test asks for. Beside that it
// has what property tests of copy-on-write functions have in common. It is used
// by tests only.
package cases

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/structural"
)

// Case is one case of a table. Its getters fail the test if a value is there
// and has another type.
type Case struct {
	Name   string
	fields map[string]any
}

// Run runs a subtest for every case of the file. It fails if there is none, or
// if a key is not among keys, so that a misspelt expectation cannot pass.
func Run(t *testing.T, file string, keys []string, test func(*testing.T, Case)) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	docs, err := decode.Stream(text)
	require.NoError(t, err, file)
	require.NotEmpty(t, docs, file)
	seen := map[string]bool{}
	for _, doc := range docs {
		fields, err := doc.Object()
		require.NoError(t, err, "%s:%d", file, doc.Line)
		c := Case{fields: fields}
		c.Name = c.Text(t, "name")
		require.False(t, seen[c.Name] || c.Name == "", "%s:%d: name %q", file, doc.Line, c.Name)
		seen[c.Name] = true
		for key := range fields {
			require.Contains(t, append(keys, "name", "why"), key, "%s:%d", file, doc.Line)
		}
		t.Run(c.Name, func(t *testing.T) { test(t, c) })
	}
}

// Has tells whether the case has key, null included.
func (c Case) Has(key string) bool {
	_, found := c.fields[key]
	return found
}

// Value is any value, nil if there is none.
func (c Case) Value(key string) any { return c.fields[key] }

// Text is a string, empty if there is none.
func (c Case) Text(t *testing.T, key string) string { return get[string](t, c, key) }

// Object is a map, nil if there is none.
func (c Case) Object(t *testing.T, key string) map[string]any {
	return get[map[string]any](t, c, key)
}

// Texts is a list of strings, empty if there is none.
func (c Case) Texts(t *testing.T, key string) []string {
	list := get[[]any](t, c, key)
	out := make([]string, len(list))
	for i, v := range list {
		text, ok := v.(string)
		require.True(t, ok, "%s: %s[%d]", c.Name, key, i)
		out[i] = text
	}
	return out
}

// Schema is a schema without problems, nil if there is none.
func (c Case) Schema(t *testing.T, key string) *structural.Schema {
	s, problems := structural.FromMap(c.Object(t, key))
	require.Empty(t, problems.Texts(), c.Name)
	return s
}

func get[T any](t *testing.T, c Case, key string) T {
	v, ok := c.fields[key].(T)
	require.True(t, ok || c.fields[key] == nil, "%s: %s is a %T", c.Name, key, c.fields[key])
	return v
}
