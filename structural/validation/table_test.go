package validation_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
	"github.com/seed95800270/crdschema/structural/validation"
)

// The expectations in the tables are the server's answers, except in
// deviations.yaml.
func TestTables(t *testing.T) {
	files, err := filepath.Glob("testdata/*.yaml")
	require.NoError(t, err)
	keys := []string{"schema", "base", "defaults", "kubernetesVersion", "valid", "invalid", "updates", "deviates"}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			cases.Run(t, file, keys, func(t *testing.T, c cases.Case) { checkCase(t, c, compiled(t, c)) })
		})
	}
}

func compiled(t *testing.T, c cases.Case) unlimited {
	s, problems := cases.FromMap(withFloats(c.Value("schema")).(map[string]any))
	require.Empty(t, problems.Texts())
	var opts []validation.Option
	if defaults, _ := c.Value("defaults").(bool); defaults {
		opts = append(opts, validation.WithDefaultsMode())
	}
	if c.Has("kubernetesVersion") {
		opts = append(opts, validation.WithKubernetesVersion(c.Text(t, "kubernetesVersion")))
	}
	var base structural.Path
	for _, name := range c.Texts(t, "base") {
		base = base.Append(structural.Field(name))
	}
	return compile(s, opts...).At(base)
}

func checkCase(t *testing.T, c cases.Case, v unlimited) {
	for _, value := range list(c.Value("valid")) {
		assert.True(t, v.Valid(value), value)
		assert.Empty(t, v.Validate(value), value)
	}
	for _, entry := range list(c.Value("invalid")) {
		value := entry.(map[string]any)["value"]
		errs := v.Validate(value)
		assert.False(t, v.Valid(value), value)
		assert.Equal(t, list(entry.(map[string]any)["errors"]), texts(errs), "%v", value)
		for _, err := range errs {
			checkError(t, err, value, len(c.Texts(t, "base")))
			assert.Contains(t, err.Error(), wordsOf[err.Code], err.Code)
		}
	}
	for _, entry := range list(c.Value("updates")) {
		e := entry.(map[string]any)
		errs, ratcheted := v.ValidateUpdate(e["new"], e["old"])
		assert.Equal(t, list(e["errors"]), texts(errs), "%v to %v", e["old"], e["new"])
		assert.Equal(t, list(e["ratcheted"]), texts(ratcheted), "%v to %v", e["old"], e["new"])
	}
}

var wordsOf = map[codes.Code]string{
	codes.Type: "must be of type ", codes.Format: "in body must be of type ", codes.MaxLength: "Too long: ", codes.MinLength: " chars long",
	codes.Pattern: "should match '", codes.Enum: "Unsupported value: ", codes.NumberRange: "Checked value must be of type ",
	codes.BoundRange: " value must be of type ", codes.MultipleOf: "should be a multiple of ", codes.MultipleOfPositive: "must be positive",
	codes.Minimum: "should be greater than ", codes.Maximum: "should be less than ", codes.MinItems: "should have at least ",
	codes.MaxItems: "Too many: ", codes.UniqueItems: "shouldn't contain duplicates", codes.MinProperties: " properties",
	codes.MaxProperties: "Too many: ", codes.Required: "Required value", codes.AdditionalProperties: "is a forbidden property",
	codes.AnyOf: "(anyOf)", codes.OneOf: "(oneOf)", codes.AllOf: "(allOf)", codes.Not: "(not)", codes.MoreErrors: "more errors",
}

// checkError follows the path of an error. The path is correct even if another location is
// printed.
func checkError(t *testing.T, err *structural.Error, value any, base int) {
	path := err.Path[base:]
	if err.Kind == field.Required {
		path = path[:len(path)-1]
	}
	for _, step := range path {
		if step.Kind() == field.IndexStep {
			require.Greater(t, len(list(value)), step.Index(), err)
			value = value.([]any)[step.Index()]
			continue
		}
		require.Contains(t, value, step.Name(), err)
		value = value.(map[string]any)[step.Name()]
	}
	switch err.Code { // with the same words
	case codes.MaxItems:
		require.IsType(t, []any{}, value)
	case codes.MaxProperties:
		require.IsType(t, map[string]any{}, value)
	}
}

func list(v any) []any {
	out, ok := withFloats(v).([]any)
	if !ok {
		return []any{}
	}
	return out
}

func texts(errs structural.Errors) []any {
	out := []any{}
	for _, text := range errs.Texts() {
		out = append(out, text)
	}
	return out
}

// withFloats returns v with a float for {$float: 1}, because 1 is an integer in YAML.
func withFloats(v any) any {
	switch v := v.(type) {
	case map[string]any:
		return floatOr(v)
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = withFloats(e)
		}
		return out
	default:
		return v
	}
}

func floatOr(m map[string]any) any {
	switch f := m["$float"].(type) {
	case int64:
		return float64(f)
	case float64:
		return f
	}
	out := make(map[string]any, len(m))
	for k, e := range m {
		out[k] = withFloats(e)
	}
	return out
}
