package celtype

import (
	"testing"

	"github.com/google/cel-go/cel"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
)

func parse(t *testing.T, m map[string]any) *structural.Schema {
	t.Helper()
	s, problems := cases.FromMap(m)
	require.Empty(t, problems)
	return s
}

var (
	text    = map[string]any{"type": "string"}
	integer = map[string]any{"type": "integer"}
	unknown = map[string]any{"x-kubernetes-preserve-unknown-fields": true}
)

func object(pairs ...any) map[string]any {
	properties := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		properties[pairs[i].(string)] = pairs[i+1]
	}
	return map[string]any{"type": "object", "properties": properties}
}

func list(items map[string]any) map[string]any {
	return map[string]any{"type": "array", "items": items}
}

func TestSelfTypes(t *testing.T) {
	for want, m := range map[string]map[string]any{
		"string":                          text,
		"dyn":                             {"x-kubernetes-int-or-string": true},
		"google.protobuf.Timestamp":       {"type": "string", "format": "date"},
		"list(map(string, double))":       list(map[string]any{"type": "object", "additionalProperties": map[string]any{"type": "number"}}),
		"list(list(selfType#.@idx.@idx))": list(list(object())),
	} {
		assert.Equal(t, want, NewBuilder(NewInterner()).DeclType(parse(t, m), Value).SelfType().String())
	}
	assert.Nil(t, NewBuilder(NewInterner()).DeclType(parse(t, list(unknown)), Value))
	assert.Nil(t, NewBuilder(NewInterner()).DeclType(nil, Value))
}

// Equal types of one interner are one type, whichever schema they come from.
func TestTypesAreInterned(t *testing.T) {
	in := NewInterner()
	declType := func(m map[string]any) *DeclType { return NewBuilder(in).DeclType(parse(t, m), Value) }
	one := declType(object("a", text, "l", list(object("b", integer))))
	assert.Same(t, one, declType(object("l", list(object("b", integer)), "a", text, "u", unknown)))
	assert.NotSame(t, one, declType(object("a", text, "l", list(object("b", text)))))
	assert.NotSame(t, one, declType(object("a", map[string]any{"type": "string", "maxLength": int64(3)}, "l", list(object("b", integer)))))
	assert.Same(t, declType(object()).Nesting(), one.Nesting(), "fields are not part of the nesting")
}

// Resources have their fields whatever is declared, unless all are.
func TestResourcesAreExtended(t *testing.T) {
	build := func(m map[string]any, r Role) *DeclType { return NewBuilder(NewInterner()).DeclType(parse(t, m), r) }
	fields := func(d *DeclType) (out []string) {
		for _, f := range d.fields {
			out = append(out, f.identifier)
		}
		return out
	}
	partial := object("spec", text, "metadata", object("labels", text))
	assert.Equal(t, []string{"metadata", "spec"}, fields(build(partial, Value)))
	extended := build(partial, Resource)
	assert.Equal(t, []string{"apiVersion", "kind", "metadata", "spec"}, fields(extended))
	meta, _ := extended.Field("metadata")
	assert.Equal(t, []string{"generateName", "name"}, fields(meta))
	full := object("apiVersion", text, "kind", text, "metadata", object("name", text, "generateName", text, "labels", text))
	meta, _ = build(full, Resource).Field("metadata")
	assert.Equal(t, []string{"generateName", "labels", "name"}, fields(meta))
}

func TestSizes(t *testing.T) {
	short := map[string]any{"type": "string", "maxLength": int64(5)}
	d := NewBuilder(NewInterner()).DeclType(parse(t, object("s", short, "l", list(short),
		"e", map[string]any{"type": "string", "enum": []any{"a", "abc"}},
		"m", map[string]any{"type": "object", "maxProperties": int64(7), "additionalProperties": text})), Value)
	for path, want := range map[[2]string]uint64{
		{"s"}: 20, {"e"}: 3, {"m"}: 7, {"m", "@keys"}: 0, {"m", "@values"}: 3<<20 - 2, {"l"}: (3<<20 - 2) / 3, {"l", "@items"}: 20,
	} {
		steps := []string{"self"}
		for _, step := range path {
			if step != "" {
				steps = append(steps, step)
			}
		}
		size, known := d.MaxSize(steps)
		assert.True(t, known, path)
		assert.Equal(t, want, size, path)
	}
	for _, path := range [][]string{{"self", "x"}, {"self", "l", "@keys"}} {
		_, known := d.MaxSize(path)
		assert.False(t, known, path)
	}
	assert.EqualValues(t, 3<<20/3, d.MaxCardinality())
}

// The result of checking an expression depends on the recorded lookups only.
func TestLookups(t *testing.T) {
	in := NewInterner()
	declType := func(m map[string]any) *DeclType { return NewBuilder(in).DeclType(parse(t, m), Value) }
	env, err := cel.NewEnv()
	require.NoError(t, err)
	p := NewProvider(env, true)
	p.Begin(declType(object("a", object("namespace", text), "z", text)))
	found, ok := p.FindStructFieldType(selfName, "a")
	require.True(t, ok)
	found, ok = p.FindStructFieldType(found.Type.TypeName(), "namespace")
	require.True(t, ok)
	assert.Equal(t, cel.StringType, found.Type)
	_, ok = p.FindStructFieldType(selfName, "b")
	assert.False(t, ok)
	lookups := p.End()
	assert.Len(t, lookups, 3)

	for _, tt := range []struct {
		self     map[string]any
		keywords bool
		same     bool
	}{
		{object("a", object("namespace", text, "more", text)), true, true},
		{object("a", object("namespace", text)), false, false},
		{object("a", object("namespace", integer)), true, false},
		{object("a", object("namespace", text), "b", text), true, false},
		{object("a", text), true, false},
		{object(), true, false},
	} {
		assert.Equal(t, tt.same, SameLookups(lookups, declType(tt.self), tt.keywords), tt.self)
	}
}
