package decode

import (
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	kjson "sigs.k8s.io/json"
	"sigs.k8s.io/yaml"
)

func referenceJSON(body []byte) (doc Document, err error) {
	problems, err := kjson.UnmarshalStrict(body, &doc.Value)
	for _, p := range problems {
		doc.Strict = append(doc.Strict, p.Error())
	}
	return doc, err
}

func referenceYAML(body []byte) (Document, error) {
	text, err := yaml.YAMLToJSON(body)
	if err != nil {
		return Document{}, err
	}
	doc, err := referenceJSON(text)
	if _, repeated := yaml.YAMLToJSONStrict(body); repeated != nil {
		doc.Strict = append([]string{repeated.Error()}, doc.Strict...)
	}
	return doc, err
}

func verdict(doc Document, err error) string {
	var e *Error
	if errors.As(err, &e) {
		err = e.Err
	}
	return describe(doc, err)
}

// disagreement returns both results if ours differs from all results of the reference, or ""
// if they agree. The reference's vary from run to run for some YAML.
func disagreement(body []byte, ours, reference func([]byte) (Document, error)) string {
	got := verdict(ours(body))
	want := verdict(reference(body))
	for tries := 1; got != want && tries < 100; tries++ {
		want = verdict(reference(body))
	}
	if got == want {
		return ""
	}
	return "got  " + got + "want " + want
}

func TestTablesAgreeWithTheReference(t *testing.T) {
	for _, c := range readTable(t, "json.txt") {
		assert.Empty(t, disagreement(c.input, jsonOf, referenceJSON), c.name)
	}
	for _, c := range readTable(t, "yaml.txt") {
		assert.Empty(t, disagreement(c.input, yamlOf, referenceYAML), c.name)
	}
	numbers, err := os.ReadFile("testdata/numbers.txt")
	require.NoError(t, err)
	for line := range strings.Lines(string(numbers)) {
		literal, _, _ := strings.Cut(line, " | ")
		assert.Empty(t, disagreement([]byte(literal), jsonOf, referenceJSON), literal)
		assert.Empty(t, disagreement([]byte(literal), yamlOf, referenceYAML), literal)
	}
}

// TestDepthAgreesWithTheReference decodes values of the maximum depth, and deeper.
func TestDepthAgreesWithTheReference(t *testing.T) {
	for _, depth := range []int{9999, 10000, 10001, 10002} {
		array := []byte(strings.Repeat("[", depth) + strings.Repeat("]", depth))
		object := []byte(strings.Repeat(`{"a": `, depth) + "1" + strings.Repeat("}", depth))
		for _, body := range [][]byte{array, object} {
			requireSame(t, body, jsonOf, referenceJSON)
			requireSame(t, body, yamlOf, referenceYAML)
		}
	}
}

// TestDepthOfAliases has an alias at the depth of its anchor: each is valid for the
// YAML parser, but their sum is too deep for JSON.
func TestDepthOfAliases(t *testing.T) {
	for _, depth := range []int{4999, 5000, 6000} {
		for _, level := range [][2]string{{"[", "]"}, {"{a: ", "}"}} {
			open, shut := strings.Repeat(level[0], depth), strings.Repeat(level[1], depth)
			body := "anchor: &x " + open + "1" + shut + "\nalias: " + open + "*x " + shut
			requireSame(t, []byte(body), yamlOf, referenceYAML)
		}
	}
}

func requireSame(t *testing.T, body []byte, ours, reference func([]byte) (Document, error)) {
	t.Helper()
	want, wantErr := reference(body)
	got, err := ours(body)
	if wantErr != nil {
		require.EqualError(t, errors.Unwrap(err), wantErr.Error())
		return
	}
	require.NoError(t, err)
	require.True(t, reflect.DeepEqual(want.Value, got.Value))
}

func FuzzJSON(f *testing.F) {
	for _, file := range []string{"json.txt", "yaml.txt", "stream.txt"} {
		for _, c := range readTable(f, file) {
			f.Add(c.input)
		}
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if d := disagreement(body, jsonOf, referenceJSON); d != "" {
			t.Error(d)
		}
	})
}

func FuzzYAML(f *testing.F) {
	for _, file := range []string{"json.txt", "yaml.txt", "stream.txt"} {
		for _, c := range readTable(f, file) {
			f.Add(c.input)
		}
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if d := disagreement(body, yamlOf, referenceYAML); d != "" {
			t.Error(d)
		}
	})
}

// FuzzStream compares files with bodies: a file without markers that does not look
// like JSON is one YAML document.
func FuzzStream(f *testing.F) {
	for _, file := range []string{"json.txt", "yaml.txt", "stream.txt"} {
		for _, c := range readTable(f, file) {
			f.Add(c.input)
		}
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		docs, err := streamOf(file)
		for _, doc := range docs {
			if show(doc.Value) == "null" || doc.Line < 1 || doc.Line > 1+strings.Count(string(file), "\n") {
				t.Errorf("%s at line %d", show(doc.Value), doc.Line)
			}
		}
		text := "\n" + strings.TrimPrefix(string(file), "\ufeff")
		if strings.Contains(text, "\n---") || strings.Contains(text, "\n...") || strings.HasPrefix(strings.TrimSpace(text), "{") {
			return
		}
		if !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		body, bodyErr := yamlOf([]byte(text[1:]))
		if bodyErr == nil && body.Value == nil {
			require.NoError(t, err)
			require.Empty(t, docs)
		} else if bodyErr != nil {
			require.Equal(t, bodyErr, err)
		} else {
			require.Len(t, docs, 1)
			docs[0].Source, body.Source = Source{}, Source{} // with and without the last line feed
			require.Equal(t, body, docs[0])
		}
	})
}
