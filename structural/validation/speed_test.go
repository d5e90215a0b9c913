package validation_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/validation"
)

// everyKeyword returns a schema with each slow keyword, and a valid object.
func everyKeyword() (schema, obj map[string]any) {
	str := func(keyword string, value any) map[string]any {
		return map[string]any{"type": "string", keyword: value}
	}
	many := make([]any, 50)
	for i := range many {
		many[i] = fmt.Sprint("v", i)
	}
	properties := map[string]any{
		"date":      str("format", "date-time"),
		"byte":      str("format", "byte"),
		"uuid":      str("format", "uuid"),
		"duration":  str("format", "duration"),
		"uri":       str("format", "uri"),
		"ip":        str("format", "ipv4"),
		"name":      str("format", "k8s-long-name"),
		"pattern":   str("pattern", `^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`),
		"length":    str("maxLength", int64(4)),
		"few":       str("enum", []any{"a", "b"}),
		"many":      str("enum", many),
		"char":      map[string]any{"enum": many},
		"composite": map[string]any{"enum": []any{[]any{"a"}, map[string]any{"b": int64(1)}}},
		"quantity":  map[string]any{"x-kubernetes-int-or-string": true, "anyOf": []any{map[string]any{"type": "integer"}, map[string]any{"type": "string"}}, "pattern": `^[0-9]+(m|Mi)?$`},
		"any":       map[string]any{"anyOf": []any{map[string]any{"maxLength": int64(1)}, map[string]any{"pattern": "^bc"}}},
		"one":       map[string]any{"type": "object", "oneOf": []any{map[string]any{"required": []any{"a"}}, map[string]any{"required": []any{"b"}}}},
		"all":       map[string]any{"allOf": []any{map[string]any{"minimum": 0.5}, map[string]any{"multipleOf": int64(3)}}},
		"not":       map[string]any{"type": "object", "not": map[string]any{"required": []any{"a"}}},
		"int":       map[string]any{"type": "integer", "format": "int32"},
		"float":     map[string]any{"type": "number", "format": "float", "multipleOf": 0.25},
		"map":       map[string]any{"type": "object", "additionalProperties": map[string]any{"type": "string", "minLength": int64(1)}, "maxProperties": int64(9)},
		"list":      map[string]any{"type": "array", "minItems": int64(1), "items": map[string]any{"type": "object", "required": []any{"k"}, "properties": map[string]any{"k": map[string]any{"type": "string"}}}},
		"closed":    map[string]any{"type": "object", "additionalProperties": false, "properties": map[string]any{"k": map[string]any{}}},
		"null":      map[string]any{"type": "string", "nullable": true, "minLength": int64(1)},
	}
	obj = map[string]any{
		"date": "2020-01-01T00:00:00Z", "byte": "YWJj", "uuid": "550e8400-e29b-41d4-a716-446655440000", "duration": "1h", "uri": "http://a.b/c",
		"ip": "1.2.3.4", "name": "a-b.c-d", "pattern": "a-b.c-d", "length": "äöüß", "few": "b", "many": "v49", "char": "v0", "composite": []any{"a"},
		"quantity": "10Mi", "any": "bcd", "one": map[string]any{"b": nil}, "all": int64(6), "not": map[string]any{"b": true}, "int": int64(5), "float": 1.25,
		"map": map[string]any{"a": "b", "c": "d"}, "list": []any{map[string]any{"k": "v"}, map[string]any{"k": "w"}}, "closed": map[string]any{"k": 1.5}, "null": nil,
	}
	return map[string]any{"type": "object", "required": []any{"date"}, "properties": properties}, obj
}

func TestValidAllocatesNothing(t *testing.T) {
	m, obj := everyKeyword()
	v := compile(schemaOf(t, m))
	require.Empty(t, v.Validate(obj).Texts())
	old := structural.Clone(obj)
	ctx := shared()
	assert.Zero(t, testing.AllocsPerRun(100, func() { _, _ = v.Validator.Valid(ctx, obj) }))
	assert.Zero(t, testing.AllocsPerRun(100, func() { _, _ = v.Validator.Validate(ctx, obj) }))
	assert.Zero(t, testing.AllocsPerRun(100, func() { _, _, _ = v.Validator.ValidateUpdate(ctx, obj, old) }))
}

func TestConcurrentUse(t *testing.T) {
	m, obj := everyKeyword()
	c := validation.NewCompiler()
	s := schemaOf(t, m)
	wrong := structural.Clone(obj)
	wrong["pattern"] = "A"
	want := unlimited{c.Compile(s)}.Validate(wrong).Texts()
	var group sync.WaitGroup
	one := unlimited{c.Compile(s)}
	for range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			assert.Equal(t, want, one.Validate(wrong).Texts())
			assert.Equal(t, want, unlimited{c.Compile(s)}.Validate(wrong).Texts())
		}()
	}
	group.Wait()
}

// A chain of schemas with defaults, each inside the one before, is compiled once.
func TestCompilerSharesDefaults(t *testing.T) {
	const levels = 3000
	m := map[string]any{"type": "object", "default": map[string]any{}}
	for range levels {
		m = map[string]any{"type": "object", "default": map[string]any{}, "properties": map[string]any{"a": m}}
	}
	soon(t, func() {
		c := validation.NewCompiler(validation.WithDefaultsMode())
		for s := schemaOf(t, m); s != nil; s = s.Property("a") {
			require.True(t, unlimited{c.Compile(s)}.Valid(s.Default()))
		}
	})
}

func growth(n int) (*structural.Schema, map[string]any) {
	m, obj := generate.Long(n / 6)
	s, _ := cases.FromMap(m)
	return s, obj
}

func BenchmarkGrowth(b *testing.B) {
	for _, n := range []int{1e3, 1e4, 1e5, 1e6} {
		s, obj := growth(n)
		v := compile(s)
		nodes := work.Values(obj)
		old := structural.Clone(obj)
		wrong := structural.Clone(obj)
		wrong["map"] = append([]any{int64(1)}, wrong["map"].([]any)...)
		run := func(name string, f func()) {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					f()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(nodes), "ns/node")
			})
		}
		run("Valid", func() { v.Valid(obj) })
		run("Invalid", func() { v.Validate(wrong) })
		run("InvalidUpdate", func() { v.ValidateUpdate(wrong, old) })
	}
}

func BenchmarkKeywords(b *testing.B) {
	m, obj := everyKeyword()
	s := schemaOf(b, m)
	for name, value := range obj {
		v, ctx := validation.Compile(s.Property(name)), shared()
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = v.Valid(ctx, value)
			}
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	m, _ := everyKeyword()
	s := schemaOf(b, m)
	b.ReportAllocs()
	for b.Loop() {
		compile(s)
	}
}
