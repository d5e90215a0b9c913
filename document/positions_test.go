package document_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural"
)

// pathOf returns the path that text spells with names and indices: "spec.list.0".
func pathOf(text string) (p structural.Path) {
	for name := range strings.SplitSeq(text, ".") {
		var i int
		switch _, err := fmt.Sscanf(name, "%d", &i); {
		case name == "":
		case err == nil:
			p = append(p, structural.Index(i))
		default:
			p = append(p, structural.Field(strings.ReplaceAll(name, "_", " ")))
		}
	}
	return p
}

// TestPositions checks the positions of fields and values: `path field value`, with a
// question mark if the text does not have the path.
func TestPositions(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"block": {"a: 1\nb:\n  c:\n  - d: 2\n    e: 3\n  -   f\n", `
			. 1:1 1:1; a 1:1 1:4; b 2:1 3:3; b.c 3:3 4:3; b.c.0 4:5 4:5; b.c.0.e 5:5 5:8; b.c.1 6:7 6:7`},
		"missing": {"a: {b: 1}\nc: [x]\n", `
			a.x 1:1? 1:4?; a.b.c 1:5? 1:8?; x.y.z 1:1? 1:1?; c.1 2:1? 2:4?; c.x 2:1? 2:4?; c.0 2:5 2:5`},
		"flow":               {"{a: [1, {b: 2}], \"c\": {}}\n", `a 1:2 1:5; a.1 1:9 1:9; a.1.b 1:10 1:13; c 1:18 1:23`},
		"no value":           {"a:\nb: # c\nc:\n  d:\n", `a 1:1 1:3; b 2:1 2:3; c.d 4:3 4:5`},
		"comments":           {"# a\n\na: # b\n  # c\n  b: 1 # d\n# e\nc: 2\n", `a 3:1 5:3; a.b 5:3 5:6; c 7:1 7:4`},
		"CRLF":               {"a: 1\r\nb:\r\n  c: 2\r\n", `a 1:1 1:4; b.c 3:3 3:6`},
		"a byte order mark":  {"\ufeffa: 1\nb: 2\n", `a 1:1 1:4; b 2:1 2:4`},
		"carriage returns":   {"a: 1\rb: 2\r", `a 1:1 1:4; b 1:6 1:9`},
		"other line breaks":  {"a: \"x\u2028y\"\nb: 2\n", `a 1:1 1:4; b 2:1 2:4`},
		"characters":         {"\"äö\": {ü: 日, b: 1}\n", `äö 1:1 1:7; äö.ü 1:8 1:11; äö.b 1:14 1:17`},
		"tabs":               {"{\"a\":\t1,\t\"b\":\t2}", `a 1:2 1:7; b 1:10 1:15`},
		"quoted keys":        {"'a b': 1\n\"c\\u0020d\": 2\n", `a_b 1:1 1:8; c_d 2:1 2:13`},
		"keys of other type": {"yes: 1\n0x10: 2\n1.50: 3\n", `true 1:1 1:6`},
		"anchors":            {"a: &x\n  b: 1\nc: *x\nd: !!map {e: 1}\n", `a 1:1 1:4; a.b 2:3 2:6; c 3:1 3:4; c.b 2:3 2:6; d 4:1 4:4; d.e 4:11 4:14`},
		"merge":              {"a: &x {b: 1, c: 2}\nd:\n  <<: *x\n  c: 3\n  e: 4\n", `d.b 1:8 1:11; d.c 4:3 4:6; d.e 5:3 5:6`},
		"merge of several":   {"- &x {a: 1}\n- &y {a: 2, b: 3}\n- <<: [*x, *y]\n", ``},
		"blocks of text":     {"a: |\n  x\nb: >-\n  y\nc: 1\n", `a 1:1 1:4; b 3:1 3:4; c 5:1 5:4`},
		"explicit keys":      {"? a\n: b\n", `a 1:3 2:3`},
		"repeated":           {"a: 1\nb: 2\na: {c: 3}\n", `a 3:1 3:4; a.c 3:5 3:8`},
	} {
		t.Run(name, func(t *testing.T) {
			docs, err := document.DecodeYAML(context.Background(), []byte(c.text))
			if c.want == "" {
				require.Error(t, err)
				return
			}
			require.NoError(t, err)
			require.Len(t, docs, 1)
			checkPositions(t, positionsOf(t, docs[0]), c.want)
		})
	}
}

func checkPositions(t *testing.T, p *document.Positions, want string) {
	t.Helper()
	for line := range strings.SplitSeq(want, ";") {
		spelled, positions, _ := strings.Cut(strings.TrimSpace(line), " ")
		at, found := p.Of(pathOf(strings.Trim(spelled, ".")))
		value, alsoFound := p.OfValue(pathOf(strings.Trim(spelled, ".")))
		assert.Equal(t, found, alsoFound)
		got := fmt.Sprintf("%v %v", at, value)
		if !found {
			got = fmt.Sprintf("%v? %v?", at, value)
		}
		assert.Equal(t, positions, got, spelled)
	}
}

// TestPositionsInFiles checks that positions count from the beginning of the text.
func TestPositionsInFiles(t *testing.T) {
	docs, err := document.DecodeYAML(context.Background(), []byte("# first\n---\n\na: {b: 1}\n--- # second\n\nkind: List\nitems:\n- c: 1\n- d:\n    e: 2\n...\nf: 1"))
	require.NoError(t, err)
	require.Len(t, docs, 3)
	checkPositions(t, positionsOf(t, docs[0]), "a.b 4:5 4:8")
	list := positionsOf(t, docs[1])
	checkPositions(t, list, "items.1.d.e 11:5 11:8")
	checkPositions(t, list.In(pathOf("items.1")), ". 10:3 10:3; d.e 11:5 11:8; x 10:3? 10:3?")
	checkPositions(t, list.In(pathOf("items.7")), ". 8:1 9:1; d.e 8:1? 9:1?")
	checkPositions(t, positionsOf(t, docs[2]), "f 13:1 13:4")

	docs, err = document.DecodeYAML(context.Background(), []byte(`{"a": 1} {"b":`+"\n"+` {"c": [2]}}`))
	require.NoError(t, err)
	require.Len(t, docs, 2)
	checkPositions(t, positionsOf(t, docs[0]), "a 1:2 1:7")
	checkPositions(t, positionsOf(t, docs[1]), "b 1:11 2:2; b.c.0 2:9 2:9")

	docs, err = document.DecodeYAML(context.Background(), []byte("{\"a\": 1}\n---\nd: 1\n"))
	require.NoError(t, err)
	require.Len(t, docs, 2)
	checkPositions(t, positionsOf(t, docs[1]), "d 3:1 3:4")
}

func TestPositionsOfBodies(t *testing.T) {
	json := []byte("{\n  \"a\": {\"b\\u0041\": 1}\n}")
	for _, contentType := range []string{"", "application/json", "application/yaml; charset=utf-8"} {
		checkPositions(t, positionsOfBody(t, json, contentType), "a 2:3 2:8; a.bA 2:9 2:20")
	}
	for _, text := range []string{"", "{", "a: [", "\xff", "%TAG"} {
		checkPositions(t, positionsOfBody(t, []byte(text), ""), "a.b 1:1? 1:1?; . 1:1 1:1")
		checkPositions(t, positionsOfBody(t, []byte(text), "application/yaml"), "a.b 1:1? 1:1?; . 1:1 1:1")
	}
	doc, err := document.DecodeJSON(context.Background(), json)
	require.NoError(t, err)
	checkPositions(t, positionsOf(t, doc), "a 2:3 2:8")
}

func TestRepeatedFields(t *testing.T) {
	for text, want := range map[string][]string{
		`{"a": 1, "b": {"c": 1, "c": 2}, "a": 3}`:   {`b.c 1:16 1:24 duplicate field "b.c"`, `a 1:2 1:33 duplicate field "a"`},
		"a: 1\nb:\n  c: 1\n  c: 2\na: 3\n":          {`b.c 3:3 4:3 line 4: key "c" already set in map`, `a 1:1 5:1 line 5: key "a" already set in map`},
		"---\n# x\n---\n1: a\n1: b\nyes: c\nyes: d": {`1 4:1 5:1 line 2: key 1 already set in map`, `true 6:1 7:1 line 4: key true already set in map`},
		"x: &x {a: 1}\nz: {<<: *x, a: 2}":           {`z.a 1:8 2:13 line 2: key "a" already set in map`},
	} {
		docs, err := document.DecodeYAML(context.Background(), []byte(text))
		require.NoError(t, err)
		var got []string
		for _, r := range positionsOf(t, docs[0]).Repeated() {
			got = append(got, fmt.Sprintf("%v %v %v %s", r.Path, r.First, r.Again, r.Warning))
		}
		assert.Equal(t, want, got, "%q", text)
		assert.NotEmpty(t, docs[0].Duplicates)
	}
}

// TestWarningPaths checks that warnings have the paths of what they are about.
func TestWarningPaths(t *testing.T) {
	text := `{"apiVersion": "stable.example.com/v1beta1", "kind": "CronTab",
		"metadata": {"name": "a", "namespace": "b", "finalizers": ["x"], "nope": 1}, "spec": {"image": "x", "image": "y", "other": 1}}`
	result, err := mustCompile().Admit(context.Background(), crdschema.Request{Body: []byte(text)})
	require.NoError(t, err)
	var got []string
	positions := positionsOfBody(t, []byte(text), "")
	for i, warning := range result.Warnings {
		at, found := positions.Of(result.WarningPaths[i])
		if result.WarningPaths[i] == nil {
			at, found = document.Position{}, false
		}
		got = append(got, fmt.Sprintf("%v %v %s", at, found, warning))
	}
	assert.Equal(t, []string{
		"0:0 false stable.example.com/v1beta1 CronTab is deprecated; use stable.example.com/v1 CronTab",
		`0:0 false duplicate field "spec.image"`,
		`2:68 true unknown field "metadata.nope"`,
		`2:117 true unknown field "spec.other"`,
		`2:47 true metadata.finalizers: "x": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers`,
	}, got)
	assert.Equal(t, `duplicate field "spec.image"`, positions.Repeated()[0].Warning)
}

// A value that the server cannot decode has a path.
func TestStatusPath(t *testing.T) {
	body := []byte(`{"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": {"labels": {"a": 1}}}`)
	result, err := mustCompile().Admit(context.Background(), crdschema.Request{Body: body})
	require.NoError(t, err)
	require.NotNil(t, result.Status())
	assert.Equal(t, "metadata", result.Status().Path.String(), "%s", result.Status())

	crd := []byte(`{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": {"versions": [{"served": 1}]}}`)
	answer, err := crdschema.NewCompiler().AdmitCRD(context.Background(), crdschema.CRDRequest{Body: crd})
	require.NoError(t, err)
	assert.Equal(t, "spec.versions[0].served", answer.Status().Path.String())
}

func TestDecodeError(t *testing.T) {
	_, err := document.DecodeJSON(context.Background(), []byte("{\n  \"a\": }"))
	var at *document.DecodeError
	require.True(t, errors.As(err, &at))
	assert.Equal(t, []int{2, 8}, []int{at.Line, at.Column})
}

// A text that is well-formed but not an object has an error of the same type.
func TestDecodeErrorNoObject(t *testing.T) {
	var at *document.DecodeError
	_, err := document.DecodeJSON(t.Context(), []byte("1"))
	require.ErrorAs(t, err, &at)
	assert.Equal(t, 1, at.Line)

	docs, err := document.DecodeYAML(t.Context(), []byte("a: b\n---\n[]"))
	assert.Len(t, docs, 1)
	require.ErrorAs(t, err, &at)
	assert.Equal(t, 3, at.Line)
	assert.EqualError(t, err, "line 3: an array where an object is needed")
}

// TestPositionsAllocateNothing checks that decoding allocates nothing for positions. The
// numbers are those from before there were positions, and one for the work of the call.
func TestPositionsAllocateNothing(t *testing.T) {
	text := []byte(`{"a": 1, "b": {"c": ["x", 1.5]}}`)
	assert.LessOrEqual(t, testing.AllocsPerRun(100, func() { _, _ = document.DecodeJSON(context.Background(), text) }), 12.0)
	assert.LessOrEqual(t, testing.AllocsPerRun(100, func() { _, _ = document.DecodeYAML(context.Background(), text) }), 26.0)
}

func positionsOf(t *testing.T, doc document.Document) *document.Positions {
	t.Helper()
	p, err := doc.Positions(t.Context())
	require.NoError(t, err)
	return p
}

func positionsOfBody(t *testing.T, body []byte, contentType string) *document.Positions {
	t.Helper()
	p, err := document.PositionsOf(t.Context(), body, contentType)
	require.NoError(t, err)
	return p
}
