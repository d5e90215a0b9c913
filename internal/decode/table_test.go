package decode

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

// testCase is a case of a table in testdata. It starts with `== name`, followed by
// the input, verbatim after `-- in --` or as Go string literals after
// `-- quoted --`, and by the lines that are expected.
type testCase struct {
	name  string
	given string // the text of the input section, with its heading
	input []byte
	want  string
}

func readTable(t testing.TB, file string) []testCase {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file)
	require.NoError(t, err)
	_, text2, found := strings.Cut("\n"+string(text), "\n== ")
	require.True(t, found, "no cases")
	var all []testCase
	for body := range strings.SplitSeq(text2, "\n== ") {
		all = append(all, readCase(t, strings.TrimSuffix(body, "\n")+"\n"))
	}
	return all
}

func readCase(t testing.TB, body string) (c testCase) {
	t.Helper()
	c.name, body, _ = strings.Cut(body, "\n")
	c.given, c.want, _ = strings.Cut(body, "-- out --\n")
	if text, plain := strings.CutPrefix(c.given, "-- in --\n"); plain {
		c.input = []byte(text)
		return c
	}
	literals, quoted := strings.CutPrefix(c.given, "-- quoted --\n")
	require.True(t, quoted, c.name)
	for literal := range strings.Lines(literals) {
		text, err := strconv.Unquote(strings.TrimSpace(literal))
		require.NoError(t, err, c.name)
		c.input = append(c.input, text...)
	}
	return c
}

// runTable compares the description of the input of each case with the lines that
// the table expects.
func runTable(t *testing.T, file string, describe func(input []byte) string) {
	cases := readTable(t, file)
	for i, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := describe(c.input)
			if !*update {
				require.Equal(t, c.want, got)
			}
			cases[i].want = got
		})
	}
	if *update {
		writeTable(t, file, cases)
	}
}

func writeTable(t *testing.T, file string, cases []testCase) {
	var b strings.Builder
	for _, c := range cases {
		fmt.Fprintf(&b, "== %s\n%s-- out --\n%s", c.name, c.given, c.want)
	}
	require.NoError(t, os.WriteFile("testdata/"+file, []byte(b.String()), 0o644))
}

// describe returns a document, or the error, in the form of a table.
func describe(doc Document, err error) string {
	if err != nil {
		return "error " + strconv.Quote(err.Error()) + "\n"
	}
	var b strings.Builder
	b.WriteString(show(doc.Value) + "\n")
	for _, item := range doc.Strict {
		b.WriteString("strict " + strconv.Quote(item) + "\n")
	}
	if warnings := doc.Warnings(); !slices.Equal(warnings, doc.Strict) {
		for _, w := range warnings {
			b.WriteString("warning " + strconv.Quote(w) + "\n")
		}
	}
	return b.String()
}

// show returns a value as text with its types. It fails for types other than the
// seven of documents.
func show(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case string:
		return strconv.Quote(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return "float(" + strconv.FormatFloat(v, 'g', -1, 64) + ")"
	case []any:
		var items []string
		for _, item := range v {
			items = append(items, show(item))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case map[string]any:
		var fields []string
		for _, name := range slices.Sorted(maps.Keys(v)) {
			fields = append(fields, strconv.Quote(name)+": "+show(v[name]))
		}
		return "{" + strings.Join(fields, ", ") + "}"
	default:
		panic(fmt.Sprintf("%T is not a JSON value", v))
	}
}
