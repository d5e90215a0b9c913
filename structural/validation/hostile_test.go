package validation_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
	"github.com/seed95800270/crdschema/structural/validation"
)

func schemaOf(t testing.TB, m map[string]any) *structural.Schema {
	s, problems := cases.FromMap(m)
	require.Empty(t, problems.Texts())
	return s
}

func soon(t *testing.T, f func()) {
	t.Helper()
	start := time.Now()
	f()
	assert.Less(t, time.Since(start), time.Minute)
}

func TestEnormousEnum(t *testing.T) {
	const n = 100_000
	allowed, wrong := make([]any, n), make([]any, n)
	for i := range n {
		allowed[i], wrong[i] = fmt.Sprint("value", i), fmt.Sprint("other", i)
	}
	v := compile(schemaOf(t, map[string]any{"type": "array", "items": map[string]any{"type": "string", "enum": allowed}}))
	soon(t, func() {
		assert.True(t, v.Valid(allowed))
		errs := v.Validate(wrong)
		require.NotEmpty(t, errs)
		assert.Equal(t, field.NotSupported, errs[0].Kind)
		assert.Regexp(t, `^\d+ more errors are not listed$`, errs[len(errs)-1].Error())
	})
}

func TestEnormousEnumOfObjects(t *testing.T) {
	const n = 100_000
	allowed := make([]any, n)
	for i := range n {
		allowed[i] = map[string]any{"n": int64(i), "l": []any{"x"}}
	}
	v := compile(schemaOf(t, map[string]any{"items": map[string]any{"enum": allowed}}))
	soon(t, func() { assert.True(t, v.Valid(allowed)) })
}

func TestUniqueItemsOfALongList(t *testing.T) {
	long := make([]any, 200_000)
	for i := range long {
		long[i] = []any{int64(i)}
	}
	v := compile(schemaOf(t, map[string]any{"uniqueItems": true}))
	soon(t, func() {
		assert.True(t, v.Valid(long))
		long[len(long)-1] = []any{int64(0)}
		assert.Len(t, v.Validate(long), 1)
	})
}

func TestManyErrors(t *testing.T) {
	const n = 400_000
	wrong := make([]any, n)
	for i := range wrong {
		wrong[i] = int64(i)
	}
	v := compile(schemaOf(t, map[string]any{"items": map[string]any{"type": "string"}}))
	soon(t, func() {
		errs, ratcheted := v.ValidateUpdate(wrong, []any{})
		assert.Empty(t, ratcheted)
		left := 0
		_, err := fmt.Sscanf(errs[len(errs)-1].Error(), "%d more errors are not listed", &left)
		require.NoError(t, err)
		assert.Equal(t, n, len(errs)-1+left)
		assert.Greater(t, left, 0)

		errs, ratcheted = v.ValidateUpdate(wrong, structural.Clone(wrong))
		assert.Empty(t, errs)
		assert.Greater(t, len(ratcheted), n/50)
	})
}

// Errors of unchanged values are not made beyond the bound of their report.
func TestManyUnchangedErrors(t *testing.T) {
	const n = 1000
	wrong := map[string]any{}
	for i := range n {
		wrong[fmt.Sprint(i)] = int64(i)
	}
	v := compile(schemaOf(t, map[string]any{"additionalProperties": map[string]any{"additionalProperties": map[string]any{"type": "string"}}}))
	obj := map[string]any{strings.Repeat("k", 1<<20): wrong}
	allocated := worktest.Allocated(func() {
		errs, ratcheted := v.ValidateUpdate(obj, structural.Clone(any(obj)))
		assert.Empty(t, errs)
		assert.Equal(t, fmt.Sprintf("%d more errors are not listed", n+1-len(ratcheted)), ratcheted[len(ratcheted)-1].Error())
	})
	assert.Less(t, allocated, uint64(64<<20))
}

func TestManyErrorsInABranch(t *testing.T) {
	wrong := make([]any, 400_000)
	v := compile(schemaOf(t, map[string]any{
		"allOf": []any{map[string]any{"items": map[string]any{"type": "string"}}},
		"oneOf": []any{
			map[string]any{"items": map[string]any{"type": "string"}},
			map[string]any{"items": map[string]any{"type": "object"}},
			map[string]any{},
		},
		"not": map[string]any{"items": map[string]any{"type": "string"}},
	}))
	soon(t, func() {
		for _, err := range v.Validate(wrong) {
			assert.NotContains(t, err.Error(), "(oneOf)")
			assert.NotContains(t, err.Error(), "(not)")
		}
	})
}

// An error on each of many levels, each with a long path.
func TestDeep(t *testing.T) {
	const levels = 1500
	free := map[string]any{"items": map[string]any{"properties": map[string]any{"a": map[string]any{}}}}
	var m, obj any = map[string]any{"type": "string"}, int64(1)
	for range levels {
		m = map[string]any{"type": "object", "required": []any{"r"}, "properties": map[string]any{"property": m, "x": map[string]any{}, "free": free}}
		obj = map[string]any{"property": obj, "free": []any{map[string]any{"a": int64(1)}}}
	}
	v := compile(schemaOf(t, m.(map[string]any)))
	other := structural.Clone(obj)
	soon(t, func() {
		assert.Greater(t, len(v.Validate(obj)), 40)
		errs, ratcheted := v.ValidateUpdate(obj, other)
		assert.Empty(t, errs)
		assert.Greater(t, len(ratcheted), 40)
		deepest := other
		for range levels - 1 {
			deepest = deepest.(map[string]any)["property"]
		}
		deepest.(map[string]any)["x"] = int64(1)
		errs, _ = v.ValidateUpdate(obj, other)
		assert.Greater(t, len(errs), 40)
	})
}

func TestDeepJunctors(t *testing.T) {
	var m any = map[string]any{"type": "string"}
	for i := range 2000 {
		m = map[string]any{[]string{"anyOf", "oneOf", "allOf"}[i%3]: []any{m, map[string]any{"type": "boolean"}}}
	}
	v := compile(schemaOf(t, m.(map[string]any)))
	soon(t, func() {
		assert.False(t, v.Valid(int64(1)))
		assert.NotEmpty(t, v.Validate(int64(1)))
	})
}

func TestGeneratedSizes(t *testing.T) {
	for _, make := range []func(int) (map[string]any, map[string]any){generate.Deep, generate.Wide, generate.Long} {
		m, obj := make(4000)
		v := compile(schemaOf(t, m))
		assert.Empty(t, v.Validate(obj).Texts())
	}
}

// Values that are not normalized get the same answer from Valid and Validate.
func TestNotNormalized(t *testing.T) {
	values := []any{
		1, int32(1), uint8(1), float32(1), json.Number("1"), []byte("a"), []string{"a"}, map[string]string{"a": "b"}, struct{}{}, &struct{}{}, func() {},
		math.NaN(), math.Inf(1), math.Inf(-1), "\xff\xfe", map[string]any(nil), []any(nil), (*int)(nil), error(nil),
		map[string]any{"a": 1, "\xff": math.NaN()}, []any{1, math.NaN(), func() {}, func() {}},
	}
	for seed := range uint64(150) {
		s, _ := cases.FromMap(generate.New(seed).Schema(generate.Flavor(seed % 3)))
		for _, schema := range []*structural.Schema{s, s.Property("spec"), nil} {
			v := compile(schema)
			for _, value := range values {
				for _, value := range []any{value, []any{value}, map[string]any{"spec": value, "a": value}} {
					assert.Equal(t, v.Valid(value), len(v.Validate(value)) == 0)
					v.ValidateUpdate(value, value)
				}
			}
		}
	}
}

func TestNumberKeywordsOnNonFinite(t *testing.T) {
	v := compile(schemaOf(t, map[string]any{"type": "number", "format": "float", "minimum": int64(1), "maximum": int64(0), "multipleOf": int64(2)}))
	for _, f := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		assert.Equal(t, v.Valid(f), len(v.Validate(f)) == 0)
	}
}

func TestInvalidUTF8(t *testing.T) {
	v := compile(schemaOf(t, map[string]any{"type": "string", "maxLength": int64(1), "pattern": "^a"}))
	assert.Equal(t, []string{`<nil>: Too long: may not be more than 1 byte`}, v.Validate("\xff\xfe").Texts())
	assert.Equal(t, []string{`<nil>: Invalid value: "\xff":  in body should match '^a'`}, v.Validate("\xff").Texts())
}

func TestUnsupportedKubernetesVersion(t *testing.T) {
	for _, version := range []string{"", "1.29", "1.38", "1.37.1", "37"} {
		c := validation.NewCompiler(validation.WithKubernetesVersion(version))
		v := unlimited{c.Compile(schemaOf(t, map[string]any{"properties": map[string]any{"a": map[string]any{}}}))}
		below, _ := v.Property("a")
		for _, value := range []any{nil, "a", map[string]any{}} {
			assert.False(t, v.Valid(value))
			assert.Equal(t, []string{`Kubernetes version "` + version + `" is not one of 1.30 to 1.37`}, v.Validate(value).Texts())
			assert.Len(t, below.Validate(value), 1)
			errs, ratcheted := v.ValidateUpdate(value, value)
			assert.Len(t, errs, 1)
			assert.Empty(t, ratcheted)
		}
	}
}

func TestZeroValues(t *testing.T) {
	var v unlimited
	assert.True(t, v.Valid(1))
	assert.Empty(t, v.Validate("a"))
	errs, ratcheted := v.At(nil).ValidateUpdate(nil, nil)
	assert.Empty(t, errs)
	assert.Empty(t, ratcheted)
	_, ok := v.Property("a")
	assert.False(t, ok)

	v = compile(nil)
	assert.True(t, v.Valid(strings.Repeat("a", 10)))
	errs, ratcheted = v.ValidateUpdate(map[string]any{"a": nil}, nil)
	assert.Empty(t, errs)
	assert.Empty(t, ratcheted)
	_, ok = v.Property("a")
	assert.False(t, ok)
}
