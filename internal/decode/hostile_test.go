package decode

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/structural/field"
)

// bodyLimit is the size of the largest body that a server reads.
const bodyLimit = 3 << 20

// TestHostileInputIsCheap decodes bodies that would take a careless decoder quadratic
// time, minutes in most cases, or far more memory than their size.
func TestHostileInputIsCheap(t *testing.T) {
	for name, c := range map[string]struct {
		decode func([]byte) (Document, error)
		body   string
		err    string
	}{
		"JSON: brackets": {jsonOf, strings.Repeat("[", bodyLimit), "exceeded max depth"},
		"JSON: braces":   {jsonOf, strings.Repeat(`{"":`, bodyLimit/4), "exceeded max depth"},
		"JSON: digits":   {jsonOf, strings.Repeat("1", bodyLimit), "json: cannot unmarshal number 111"},
		"JSON: escapes":  {jsonOf, "[" + strings.Repeat(`"\n",`, bodyLimit/5) + "1]", ""},
		"JSON: one field repeated deep inside": {
			jsonOf, nested(`"a":1,`, bodyLimit/8), "",
		},
		"JSON: an object repeated deep inside": {
			jsonOf, nested(`"a":{"b":1,"b":1},`, bodyLimit/24), "",
		},
		"YAML: brackets":   {yamlOf, strings.Repeat("[", bodyLimit), "yaml: exceeded max depth of 10000"},
		"YAML: dashes":     {yamlOf, strings.Repeat("- ", bodyLimit/2), "yaml: exceeded max depth of 10000"},
		"YAML: line feeds": {yamlOf, strings.Repeat("\n", bodyLimit), ""},
		"YAML: tag directives": {
			yamlOf, numbered("%%TAG !a%d! tag:x,2000:\n", bodyLimit/24) + "---\na: 1", "yaml: document contains too many %TAG directives",
		},
		"YAML: tag directives in UTF-16": {
			yamlOf, "\xff\xfe" + strings.ReplaceAll(numbered("%%TAG !a%d! tag:x,2000:\n", bodyLimit/48), "", "\x00")[1:], "yaml: document contains too many %TAG directives",
		},
		"YAML: aliases of aliases": {
			yamlOf, "- &a0 [x]\n" + aliasTree(), "yaml: document contains excessive aliasing",
		},
		"YAML: a long text with many aliases": {
			yamlOf, "- &a " + strings.Repeat("x", bodyLimit/3) + "\n" + strings.Repeat("- *a\n", bodyLimit/8), "yaml: document contains excessive aliasing",
		},
		"YAML: a long name with many aliases": {
			yamlOf, "? &a " + strings.Repeat("x", bodyLimit/3) + "\n: 1\n" + strings.Repeat("? *a\n: 1\n", bodyLimit/64), "yaml: document contains excessive aliasing",
		},
		"YAML: a long text below .nan many times": {
			yamlOf, "a: &a " + strings.Repeat("x", bodyLimit/3) + "\nb:\n" + strings.Repeat("  .nan: *a\n", bodyLimit/24), "yaml: document contains excessive aliasing",
		},
		"YAML: a long text often below null": {
			yamlOf, "? &a " + strings.Repeat("x", bodyLimit/3) + "\n: 1\n? null\n: [" + strings.Repeat("*a, ", bodyLimit/8) + "1]", "value: []interface {}{…}",
		},
		"YAML: numbers out of range": {
			yamlOf, "[" + strings.Repeat("1.e309, 5_e-324, ", bodyLimit/17) + "1]", "too much work: numbers with large exponents",
		},
		"YAML: a field repeated often": {yamlOf, strings.Repeat("a: 1\n", bodyLimit/50), ""},
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			_, err := c.decode([]byte(c.body))
			assert.Less(t, time.Since(began), time.Minute)
			if c.err == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, c.err)
		})
	}
}

// nested returns an object with duplicate fields at a depth of 9,000.
func nested(fields string, times int) string {
	const depth = 9000
	return strings.Repeat(`{"a name of some length, to have long paths":`, depth) +
		"{" + strings.Repeat(fields, times) + `"z":1}` + strings.Repeat("}", depth)
}

func numbered(format string, times int) string {
	var b strings.Builder
	for i := range times {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// aliasTree returns YAML in which each line has nine aliases of the one before.
func aliasTree() string {
	var b strings.Builder
	for i := range 9 {
		fmt.Fprintf(&b, "- &a%d [%s*a%d]\n", i+1, strings.Repeat(fmt.Sprintf("*a%d, ", i), 8), i)
	}
	return b.String()
}

func TestRepeatedFieldsAreLimited(t *testing.T) {
	body := "{" + numbered(`"a%[1]d": 1, "a%[1]d": 2, `, 150) + `"z": 1}`
	doc, err := jsonOf([]byte(body))
	require.NoError(t, err)
	require.Len(t, doc.Strict, 100)
	assert.Equal(t, `duplicate field "a99"`, doc.Strict[99])
	assert.Empty(t, disagreement([]byte(body), jsonOf, referenceJSON))
}

// Duplicate fields with long paths are reported within 16 MiB of paths, each path
// once.
func TestRepeatedFieldsDeepInside(t *testing.T) {
	doc, err := jsonOf([]byte(nested(`"a":1,`, 100_000)))
	require.NoError(t, err)
	require.Len(t, doc.Strict, 1)
	assert.True(t, strings.HasSuffix(doc.Strict[0], `.a"`))
}

// Errors cut values that are far longer than their document.
func TestLongValuesAreCut(t *testing.T) {
	const words = `unsupported map key of type: %!s(<nil>), key: <nil>, value: `
	long := strings.Repeat("x", 5000)
	shared := "{a: &a " + long + ", ~: " // the first key is not printed
	for text, want := range map[string]string{
		"null: [a, {b: 1}]":                          `[]interface {}{"a", map[interface {}]interface {}{"b":1}}`,
		"null: " + long:                              `"` + long + `"`,
		"null: [" + long + "]":                       `[]interface {}{"` + long + `"}`,
		"null: {a: " + long + "}":                    `map[interface {}]interface {}{"a":"` + long + `"}`,
		shared + "*a}":                               `"` + long + `"`,
		`null: "` + strings.Repeat(`\L`, 5000) + `"`: `"` + strings.Repeat(`\u2028`, 5000) + `"`,
		shared + "[*a, *a, *a]}":                     `[]interface {}{…}`,
		shared + "{a: [*a, *a, *a]}}":                `map[interface {}]interface {}{…}`,
	} {
		_, err := yamlOf([]byte(text))
		assert.EqualError(t, err, words+want)
	}
}

// The parser's error quotes a key that is a list, and is cut.
func TestLongKeysAreCut(t *testing.T) {
	_, err := yamlOf([]byte("? [" + strings.Repeat("{},", 200_000) + "]\n: 1"))
	require.ErrorContains(t, err, "yaml: invalid map key: ")
	assert.True(t, strings.HasSuffix(err.Error(), "…"))
	assert.Less(t, len(err.Error()), maxErrorText+100)
}

// The same of several values for .nan is always kept, even if they are nested.
func TestRepeatedNaN(t *testing.T) {
	body := []byte("{.nan: [b], .nan: [a, c], .nan: {x: 1}, .nan: [a, {.nan: 2, .nan: 1}], .nan: [a, {.nan: 0, b: 1}]}")
	for range 50 {
		doc, err := yamlOf(body)
		require.NoError(t, err)
		require.Equal(t, map[string]any{".nan": []any{"a", map[string]any{".nan": int64(1)}}}, doc.Value)
	}
}

// TestHostilePositionsAreCheap asks for positions in texts of the size of a body that
// would take a careless walk quadratic time.
func TestHostilePositionsAreCheap(t *testing.T) {
	limit := bodyLimit
	if testing.Short() { // with the race detector a megabyte takes a minute
		limit /= 20
	}
	chain := func() string {
		var b strings.Builder
		b.WriteString("a0: &a0 {x: 1}\n")
		for i := range limit / 150 {
			fmt.Fprintf(&b, "a%d: &a%d {<<: *a%d, y%d: 1}\n", i+1, i+1, i, i)
		}
		return b.String()
	}
	for name, c := range map[string]struct {
		text   string
		syntax MediaType
	}{
		"one long line":       {"[" + strings.Repeat("1,", limit/2-1) + "1]", MediaJSON},
		"deep":                {nested(`"a":1,`, limit/8), MediaJSON},
		"deep arrays":         {strings.Repeat("[", 9999) + strings.Repeat("]", 9999), MediaJSON},
		"too deep":            {strings.Repeat("[", limit), MediaYAML},
		"deep YAML":           {strings.Repeat("- ", 9000) + "1", MediaYAML},
		"comments":            {strings.Repeat("- 1 # c\n", limit/8), MediaYAML},
		"comments in between": {strings.Repeat("# c\n- 1\n", limit/8), MediaYAML},
		"numbers as names":    {numbered("%d: 1\n", limit/12), MediaYAML},
		"other numbers":       {numbered("%d.5: 1\n", limit/48), MediaYAML},
		"aliases":             {"- &a x\n" + strings.Repeat("- *a\n", limit/8), MediaYAML},
		"aliases of aliases":  {"- &a0 [x]\n" + aliasTree(), MediaYAML},
		"merged in a chain":   {chain(), MediaYAML},
		"merged in itself":    {"a: &a {<<: *a, b: &b {<<: [*a, *b]}}", MediaYAML},
		"repeated":            {strings.Repeat("a: 1\n", limit/8), MediaYAML},
		"tag directives":      {numbered("%%TAG !a%d! tag:x,2000:\n", limit/24) + "---\na: 1", MediaYAML},
		"carriage returns":    {strings.Repeat("- a\r", limit/8), MediaYAML},
	} {
		t.Run(name, func(t *testing.T) {
			p := SourceOf([]byte(c.text), c.syntax).positions()
			deep := make(field.Path, 20_000)
			key, _, steps := p.Of(deep) // fields without a name
			assert.Zero(t, steps)
			assert.Positive(t, key.Line)
			assert.LessOrEqual(t, len(p.Repeated()), maxDuplicates)
		})
	}
}

// Only numbers with large exponents count.
func TestCountNumbers(t *testing.T) {
	for text, want := range map[string]int64{
		"[1e309, -1.5E-324, .5e+300, 1_0e3_0_0]":                 4,
		"[1e99, 1e+30, 1.5, e100, abc1e100, 1e100a, 1ee100, 1e]": 0,
		"a: 1e400\nb: '1e400'":                                   2,
		"\xfe\xff\x00[\x001\x00e\x003\x000\x009\x00]":            1,
	} {
		w := work.Start(t.Context(), "")
		countNumbers(w, []byte(text))
		assert.Equal(t, want*stepsOfExponent, w.Used().Steps, text)
	}
}

// A JSON number near the limits of a float64 counts more than another one.
func TestNumbersCount(t *testing.T) {
	steps := func(text string) int64 {
		return worktest.Steps(t, func(ctx context.Context) error { _, err := JSON(ctx, []byte(text)); return err })
	}
	assert.Equal(t, int64(349), steps("5e-324")-steps("5e-32"))
}

// A text is not checked for a context that is done.
func TestPositionsOfJSONWhenDone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, text := range []string{"{}", "{"} {
		_, err := SourceOf([]byte(text), MediaJSON).Positions(ctx)
		require.ErrorIs(t, err, context.Canceled, text)
	}
}
