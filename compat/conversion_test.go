package compat_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/compat"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/declare"
)

// declared returns the converter of a declaration between things of v1 and v2.
func declared(t *testing.T, rules ...declare.Rule) conversion.Converter {
	c, err := declare.NewChain(t.Context(), declare.Declaration{From: "example.com/v2", To: "example.com/v1", Rules: rules})
	require.NoError(t, err)
	return c
}

// wrapped is a converter whose values do not compare.
type wrapped struct{ conversion.Converter }

// TestConversions compares CRDs of which only the conversion differs, with the converters.
func TestConversions(t *testing.T) {
	webhook := func(url string) map[string]any {
		return patched(map[string]any{"spec": map[string]any{"versions": []any{"v1", "v2"}, "conversion": map[string]any{"strategy": "Webhook",
			"webhook": map[string]any{"conversionReviewVersions": []any{"v1"}, "clientConfig": map[string]any{"url": url}}}}})
	}
	unused := func(url string) map[string]any {
		crd := webhook(url)
		crd["spec"].(map[string]any)["versions"].([]any)[1].(map[string]any)["served"] = false
		return crd
	}
	none := patched(map[string]any{"spec": map[string]any{"versions": []any{"v1", "v2"}}})
	same, renames := declared(t), declared(t, declare.Rule{Move: &declare.Move{From: ".spec.a", To: ".spec.c"}})
	for name, c := range map[string]struct {
		old, upgraded map[string]any
		converters    [2]conversion.Converter
		want          compat.Verdict
	}{
		"the same converter":            {webhook("https://a"), webhook("https://b"), [2]conversion.Converter{renames, renames}, compat.Safe},
		"one of them is unknown":        {webhook("https://a"), webhook("https://b"), [2]conversion.Converter{renames, nil}, compat.Unproven},
		"a converter that does nothing": {none, webhook("https://b"), [2]conversion.Converter{nil, same}, compat.Unproven},
		"another converter":             {webhook("https://a"), webhook("https://b"), [2]conversion.Converter{same, renames}, compat.Breaking},
		"a converter that renames":      {none, webhook("https://b"), [2]conversion.Converter{nil, renames}, compat.Breaking},
		"only the code of the webhook":  {webhook("https://a"), webhook("https://a"), [2]conversion.Converter{same, renames}, compat.Breaking},
		"values that do not compare":    {webhook("https://a"), webhook("https://b"), [2]conversion.Converter{wrapped{conversion.Func(nil)}, wrapped{conversion.Func(nil)}}, compat.Unproven},
		"for a version of nobody":       {unused("https://a"), unused("https://b"), [2]conversion.Converter{same, renames}, compat.Safe},
		"none any more":                 {webhook("https://a"), none, [2]conversion.Converter{renames, nil}, compat.Breaking},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := compat.Compare(t.Context(), c.old, c.upgraded, compat.WithConverters(c.converters[0], c.converters[1]))
			require.NoError(t, err)
			require.Len(t, got.Findings, 1, "%s", got)
			f := got.Findings[0]
			assert.Equal(t, c.want, f.Verdict, "%s", got)
			assert.Equal(t, c.want == compat.Breaking, f.Witness != nil)
			assert.Equal(t, c.want == compat.Unproven, len(f.Tried) > 0)
		})
	}
}
