package jsonpath_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/jsonpath"
	"github.com/seed95800270/crdschema/internal/work"
)

// TestHostile checks that templates whose evaluation grows without bound end with an error.
func TestHostile(t *testing.T) {
	wide := make([]any, 1000)
	for i := range wide {
		wide[i] = map[string]any{"a": int64(1)}
	}
	deep := any("x")
	for range 9000 {
		deep = map[string]any{"a": deep}
	}
	obj := map[string]any{"wide": wide, "deep": deep, "text": strings.Repeat("x", 3<<20)}
	const steps = "the evaluation takes too many steps"
	for template, want := range map[string]string{
		"{" + strings.Repeat(".wide[*,*,*,*,*,*,*,*]", 1) + strings.Repeat("['a','a','a','a']", 9) + "}": "",
		"{@" + strings.Repeat("['wide','wide']..", 30) + "}":                                             "",
		strings.Repeat("{range $.wide[*]}", 50) + "{.a}":                                                 steps,
		"{.deep" + strings.Repeat("..a", 20) + "}":                                                       steps,
		"{.deep..}": "the text of the results is too long",
		"{.text.*}": steps,
		"{.wide[*]" + strings.Repeat("[*,*]", 40) + "}": "map[string]interface {} is not array or slice",
		"{[" + strings.Repeat("*,", 100_000) + "*]}":    "map[string]interface {} is not array or slice",
		"{" + strings.Repeat(".a", 500_000) + "}":       "",
		"{" + strings.Repeat("@", 3<<20) + "}":          "",
		"{" + strings.Repeat("['a']", 100_000) + "}":    "",
		strings.Repeat("{.wide[?()]}", 20_000):          steps,
		strings.Repeat("{", 1<<20):                      "unrecognized character in action: U+007B '{'",
		"{[?(" + strings.Repeat("(", 1<<20) + ")]}":     "unrecognized character in action: U+0028 '('",
	} {
		_, err := execute(template, obj, jsonpath.Allow)
		name := template[:min(40, len(template))]
		if want == "" {
			assert.NoError(t, err, name)
		} else {
			assert.EqualError(t, err, want, name)
		}
	}
}

// TestLevels checks that recursive descent goes down to exactly the maximum of levels.
func TestLevels(t *testing.T) {
	path, err := jsonpath.Parse("{..}")
	require.NoError(t, err)
	for levels, want := range map[int]bool{work.MaxLevels: true, work.MaxLevels + 1: false} {
		v := any("x")
		for range levels {
			v = []any{v}
		}
		sets, err := path.Find(nil, v, jsonpath.Allow)
		require.Equal(t, want, err == nil, levels)
		if want {
			assert.Len(t, sets[0], levels+1)
		}
	}
}

// TestNestedFilters checks that filters in the quotes of others are filters.
func TestNestedFilters(t *testing.T) {
	_, err := jsonpath.Parse(`{[?(@.a"[?(@.b'[?(@.c)].d')].e")]}`)
	require.NoError(t, err)
}

func FuzzParse(f *testing.F) {
	for _, template := range []string{
		"", "{", "{.spec.image}", "{range .list[*]}{.name}{end}", `{.list[?(@.name=="a")].n}`, "{..}", "{.list[0,-1:2,::3]}", `{"\u00e9\xff"}`, "{['a}{b']}", "{1.5e3}", "{end}{range}", "{[?(\xff)]}",
	} {
		f.Add(template)
	}
	f.Fuzz(func(t *testing.T, template string) {
		path, err := jsonpath.Parse(template)
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		for _, missing := range []jsonpath.Missing{jsonpath.Refuse, jsonpath.Allow} {
			v := sample()
			sets, err := path.Find(nil, v, missing)
			require.Equal(t, sample(), v)
			if err != nil {
				require.NotEmpty(t, err.Error())
				continue
			}
			for _, set := range sets {
				_, err := jsonpath.AppendText(work.Start(t.Context(), ""), nil, set)
				require.NoError(t, err)
			}
		}
		path.First(sample())
	})
}
