// Package cases reads tables of test cases from YAML files. Each document is a
// case with a unique `name` and the keys that its test uses. It also has helpers
// for property tests of copy-on-write functions. Only tests use it.
package cases

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/structural"
)

// Case is one case of a table. Its methods fail the test if a value does not have the
// requested type.
type Case struct {
	Name   string
	fields map[string]any
}

// Run runs a subtest for each case in the file. It fails without a case in the file, or
// if a key is not in keys, so that a misspelled expectation cannot pass.
func Run(t *testing.T, file string, keys []string, test func(*testing.T, Case)) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	docs, err := decode.Stream(context.Background(), text)
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

// Has reports whether the case has the key, even if it is null.
func (c Case) Has(key string) bool {
	_, found := c.fields[key]
	return found
}

// Value returns any value, or nil.
func (c Case) Value(key string) any { return c.fields[key] }

// Text returns a string, or "".
func (c Case) Text(t *testing.T, key string) string { return get[string](t, c, key) }

// Object returns a map, or nil.
func (c Case) Object(t *testing.T, key string) map[string]any {
	return get[map[string]any](t, c, key)
}

// Texts returns a list of strings, or an empty list.
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

// Schema returns a schema, or nil. It fails the test if the schema has errors.
func (c Case) Schema(t *testing.T, key string) *structural.Schema {
	s, problems, err := structural.FromMap(t.Context(), c.Object(t, key))
	require.NoError(t, err, c.Name)
	require.Empty(t, problems.Texts(), c.Name)
	return s
}

func get[T any](t *testing.T, c Case, key string) T {
	v, ok := c.fields[key].(T)
	require.True(t, ok || c.fields[key] == nil, "%s: %s is a %T", c.Name, key, c.fields[key])
	return v
}

// Must returns v. It panics if there is an error.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Must2 returns v and u. It panics if there is an error.
func Must2[T, U any](v T, u U, err error) (T, U) {
	if err != nil {
		panic(err)
	}
	return v, u
}

// FromMap returns what structural.FromMap returns. It panics if there is an error, as for
// schemas that are too much work.
func FromMap(m map[string]any, opts ...structural.Option) (*structural.Schema, structural.Errors) {
	return Must2(structural.FromMap(context.Background(), m, opts...))
}
