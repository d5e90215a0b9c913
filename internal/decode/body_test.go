package decode

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMediaTypeOf(t *testing.T) {
	for header, want := range map[string]MediaType{
		"":                                  MediaJSON,
		"application/json":                  MediaJSON,
		"Application/JSON; charset=utf-8":   MediaJSON,
		" application/json ;a=b":            MediaJSON,
		"application/json;":                 MediaJSON,
		"application/yaml":                  MediaYAML,
		"application/yaml;stream=watch;x=y": MediaYAML,
	} {
		got, ok := MediaTypeOf(header)
		assert.True(t, ok, header)
		assert.Equal(t, want, got, header)
	}
	for _, header := range []string{
		" ", "json", "text/plain", "application/x-yaml", "text/yaml", "application/json, application/yaml", "application/json;a",
		"application/vnd.kubernetes.protobuf", "application/cbor", "application/apply-patch+yaml", "application/*", "*/*",
	} {
		_, ok := MediaTypeOf(header)
		assert.False(t, ok, header)
	}
}

func TestReadBody(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		yaml bool
		json string
		want string // what a table in testdata has
	}{
		"JSON":             {text: ` {"a":1.0,"a":2} `, json: ` {"a":1.0,"a":2} `, want: "{\"a\": 2}\nstrict \"duplicate field \\\"a\\\"\"\n"},
		"no JSON":          {text: `{"a":`, json: `{"a":`, want: "error \"unexpected end of JSON input\"\n"},
		"a number":         {text: `{"a":1e400}`, json: `{"a":1e400}`, want: "error \"json: cannot unmarshal number 1e400 into Go value of type float64\"\n"},
		"YAML":             {yaml: true, text: "b: <\na: 1.0\na: 2.0\n---\nc: 3", json: `{"a":2,"b":"\u003c"}`, want: "{\"a\": 2, \"b\": \"<\"}\nstrict \"yaml: unmarshal errors:\\n  line 3: key \\\"a\\\" already set in map\"\nwarning \"line 3: key \\\"a\\\" already set in map\"\n"},
		"a name twice":     {yaml: true, text: "1: a\n\"1\": b\n", json: `{"1":"b"}`, want: "{\"1\": \"b\"}\n"},
		"no YAML document": {yaml: true, text: "%YAML 1.1\n---", json: `null`, want: "null\n"},
		"no text":          {yaml: true, text: "", json: `null`, want: "null\n"},
	} {
		media := MediaJSON
		if c.yaml {
			media = MediaYAML
		}
		body, err := ReadBody(t.Context(), []byte(c.text), media)
		require.NoError(t, err, name)
		assert.Equal(t, c.text, string(body.Text), name)
		assert.Equal(t, c.json, string(body.JSON), name)
		assert.Equal(t, c.want, describe(body.Decode(t.Context())), name)
	}
}

func TestReadBodyErrors(t *testing.T) {
	for text, want := range map[string]string{
		"a: [":                             "yaml: line 1: did not find expected node content",
		"a: .inf":                          "json: unsupported value: +Inf",
		"null: 1":                          "unsupported map key of type: %!s(<nil>), key: <nil>, value: 1",
		"a: &a [*a]":                       "yaml: anchor 'a' value contains itself",
		"a: {null: 2}\nb: {~: 3}\nnull: 1": "unsupported map key of type: %!s(<nil>), key: <nil>, value: 1", // the outermost, D4
		deepAlias():                        "couldn't get version/kind; json parse error: invalid character '[' exceeded max depth",
	} {
		_, err := ReadBody(t.Context(), []byte(text), MediaYAML)
		assert.EqualError(t, err, want)
	}
}

// deepAlias returns YAML whose values are nested more deeply than its text.
func deepAlias() string {
	deep := strings.Repeat("[", 6000) + "%" + strings.Repeat("]", 6000)
	return "a: &a " + strings.Replace(deep, "%", "", 1) + "\nb: " + strings.Replace(deep, "%", "*a", 1)
}
