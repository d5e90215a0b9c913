package decode

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestJSON(t *testing.T) {
	runTable(t, "json.txt", func(input []byte) string { return describe(jsonOf(input)) })
}

func TestYAML(t *testing.T) {
	runTable(t, "yaml.txt", func(input []byte) string { return describe(yamlOf(input)) })
}

func TestStream(t *testing.T) {
	runTable(t, "stream.txt", func(input []byte) string {
		docs, err := streamOf(input)
		var b strings.Builder
		for _, doc := range docs {
			fmt.Fprintf(&b, "line %d: %s", doc.Line, describe(doc, nil))
		}
		if err != nil {
			b.WriteString(describe(Document{}, err))
		}
		return b.String()
	})
}

func TestNumbers(t *testing.T) {
	table, err := os.ReadFile("testdata/numbers.txt")
	require.NoError(t, err)
	var got strings.Builder
	for line := range strings.Lines(string(table)) {
		literal, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " | ")
		if strings.HasPrefix(line, "#") {
			got.WriteString(line)
			continue
		}
		fmt.Fprintf(&got, "%s | %s | %s\n", literal, numberOr(jsonOf([]byte(literal))), numberOr(yamlOf([]byte(literal))))
	}
	if *update {
		require.NoError(t, os.WriteFile("testdata/numbers.txt", []byte(got.String()), 0o644))
	}
	assert.Equal(t, string(table), got.String())
}

func numberOr(doc Document, err error) string {
	if err != nil {
		return "error"
	}
	return show(doc.Value)
}

func TestValuesAreIndependentOfTheInput(t *testing.T) {
	for _, decode := range []func([]byte) (Document, error){jsonOf, yamlOf} {
		body := []byte(`{"name": ["text", "t\u00e4xt", "täxt", 12345, true]}`)
		doc, err := decode(body)
		require.NoError(t, err)
		before := show(doc.Value)
		for i := range body {
			body[i] = 'x'
		}
		assert.Equal(t, before, show(doc.Value))
	}
}

func TestAliasesAreIndependentOfEachOther(t *testing.T) {
	doc, err := yamlOf([]byte("a: &x {k: 1}\nb: *x\nc: {<<: *x}\n"))
	require.NoError(t, err)
	object, err := doc.Object()
	require.NoError(t, err)
	object["b"].(map[string]any)["k"] = "changed"
	assert.Equal(t, `{"a": {"k": 1}, "b": {"k": "changed"}, "c": {"k": 1}}`, show(object))
}

func TestObject(t *testing.T) {
	for body, want := range map[string]string{
		`null`:   "line 1: null where an object is needed",
		`true`:   "line 1: a boolean where an object is needed",
		`"text"`: "line 1: a string where an object is needed",
		`1`:      "line 1: a number where an object is needed",
		`1.5`:    "line 1: a number where an object is needed",
		`[]`:     "line 1: an array where an object is needed",
	} {
		doc, err := jsonOf([]byte(body))
		require.NoError(t, err)
		object, err := doc.Object()
		assert.Nil(t, object)
		assert.EqualError(t, err, want)
	}
	doc, err := jsonOf([]byte(`{}`))
	require.NoError(t, err)
	object, err := doc.Object()
	require.NoError(t, err)
	assert.Equal(t, map[string]any{}, object)
}

func TestErrorsWrapThoseOfTheServer(t *testing.T) {
	_, err := jsonOf([]byte("{\n \"a\": x}"))
	var e *Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, Error{Line: 2, Column: 7, Err: e.Err}, *e)
	assert.EqualError(t, e.Err, "invalid character 'x' looking for beginning of value")

	_, err = yamlOf([]byte("a: @"))
	require.ErrorAs(t, err, &e)
	assert.Equal(t, Error{Line: 1, Err: e.Err}, *e)
	assert.EqualError(t, e.Err, "yaml: found character that cannot start any token")
}
