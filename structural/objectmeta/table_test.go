package objectmeta

import (
	"context"
	"os"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/structural"
)

// testCase is a case of a table in testdata: an input as JSON text, and for each
// way to coerce it the result of the server's code.
type testCase struct {
	name string
	in   any
	want map[string]outcome
}

// outcome is a result or the text of an error.
type outcome struct {
	out     any
	unknown []string
	err     string
}

func readTable(t testing.TB, file string) []testCase {
	t.Helper()
	return readCases(t, yamlFile(t, file))
}

func yamlFile(t testing.TB, file string) []any {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file)
	require.NoError(t, err)
	doc, err := decode.YAML(context.Background(), text)
	require.NoError(t, err)
	require.NotEmpty(t, doc.Value)
	return doc.Value.([]any)
}

func readCases(t testing.TB, list []any) []testCase {
	t.Helper()
	var all []testCase
	for _, e := range list {
		m := e.(map[string]any)
		c := testCase{name: m["name"].(string), in: fromJSON(t, m["in"].(string)), want: map[string]outcome{}}
		for name, v := range m {
			if w, ok := v.(map[string]any); ok {
				c.want[name] = readOutcome(t, w)
			}
		}
		require.NotEmpty(t, c.want, c.name)
		all = append(all, c)
	}
	return all
}

func readOutcome(t testing.TB, m map[string]any) outcome {
	t.Helper()
	if text, failed := m["error"]; failed {
		return outcome{err: text.(string)}
	}
	o := outcome{out: fromJSON(t, m["out"].(string))}
	if list, ok := m["unknown"].([]any); ok {
		for _, u := range list {
			o.unknown = append(o.unknown, u.(string))
		}
	}
	return o
}

// fromJSON decodes text as a server does: 3 is an int64, 3.0 a float64.
func fromJSON(t testing.TB, text string) any {
	t.Helper()
	doc, err := decode.JSON(context.Background(), []byte(text))
	require.NoError(t, err, text)
	return doc.Value
}

func fromJSONObject(t testing.TB, text string) map[string]any {
	t.Helper()
	return fromJSON(t, text).(map[string]any)
}

func outcomeOf(out map[string]any, unknown []string, err error) outcome {
	if err != nil {
		return outcome{err: err.Error()}
	}
	return outcome{out: out, unknown: unknown}
}

func locations(errs structural.Errors) []string {
	var out []string
	for _, e := range errs {
		out = append(out, e.Location())
	}
	return out
}

// requirePure runs transform on in and checks that it does not write to in and
// returns in itself if nothing changes.
func requirePure(t testing.TB, in map[string]any, transform func() (map[string]any, error)) {
	t.Helper()
	before := structural.Clone(in)
	out, err := transform()
	require.Equal(t, before, in, "input written to")
	if err == nil {
		same := reflect.ValueOf(in).Pointer() == reflect.ValueOf(out).Pointer()
		require.Equal(t, reflect.DeepEqual(in, out), same, "the same map if and only if nothing changes")
	}
}

// invalidOf returns the error of the package that err is.
func invalidOf(t testing.TB, err error) *structural.Error {
	t.Helper()
	var invalid *structural.Error
	require.ErrorAs(t, err, &invalid)
	return invalid
}
