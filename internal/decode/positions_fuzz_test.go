package decode

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/structural/field"
)

func visit(v any, path field.Path, do func(field.Path, any)) {
	do(path, v)
	switch v := v.(type) {
	case map[string]any:
		for name, e := range v {
			visit(e, path.Append(field.Field(name)), do)
		}
	case []any:
		for i, e := range v {
			visit(e, path.Append(field.Index(i)), do)
		}
	}
}

func restAt(text []byte, at Position) []byte {
	text = asUTF8(text)
	for range at.Line - 1 {
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	for range at.Column - 1 {
		_, n := utf8.DecodeRune(text)
		text = text[n:]
	}
	return text
}

// isWritten reports whether text may be the beginning of a scalar in YAML: in quotes, in
// a block, an alias, with an anchor or a tag, or as it is.
func isWritten(text []byte, scalar string) bool {
	if len(text) == 0 {
		return scalar == ""
	}
	if bytes.IndexByte([]byte(`"'*&!|>?`), text[0]) >= 0 {
		return true
	}
	first, _ := utf8.DecodeRuneInString(scalar)
	found, _ := utf8.DecodeRune(text)
	return first == found
}

func checkPositions(t *testing.T, text []byte, doc Document) {
	t.Helper()
	p := doc.Source.positions()
	visit(doc.Value, nil, func(path field.Path, v any) {
		key, value, steps := p.Of(path)
		require.Equal(t, len(path), steps, "%v is missing in %q", path, text)
		at := []any{"%v at %v and %v in %q", path, key, value, text} // printed only on failure
		if len(path) > 0 && path[len(path)-1].Kind() == field.FieldStep {
			name := path[len(path)-1].Name()
			rest := restAt(text, key)
			if doc.Source.syntax == MediaJSON {
				var read string
				require.NoError(t, json.NewDecoder(bytes.NewReader(rest)).Decode(&read), at...)
				require.Equal(t, name, read)
			} else if !isOther(rest) {
				require.True(t, isWritten(rest, name), at...)
			}
		}
		rest := restAt(text, value)
		if doc.Source.syntax == MediaJSON {
			read, err := jsonOf(firstValue(t, rest))
			require.NoError(t, err, at...)
			require.Equal(t, v, read.Value, at...)
			return
		}
		switch v := v.(type) {
		case map[string]any:
			require.True(t, len(v) == 0 || len(rest) > 0, at...)
		case []any:
			require.True(t, bytes.IndexByte([]byte("[-*&!"), rest[0]) >= 0, at...)
		case string:
			require.True(t, isWritten(rest, v) || isOther(rest), at...)
		}
	})
}

// isOther reports whether a plain scalar may be the spelling of something else.
func isOther(rest []byte) bool { return len(rest) > 0 && mayBeOther(string(rest[0])) }

func firstValue(t *testing.T, text []byte) []byte {
	var raw json.RawMessage
	require.NoError(t, json.NewDecoder(bytes.NewReader(text)).Decode(&raw))
	return raw
}

// checkRepeated compares the warnings about repeated fields with the decoder's.
func checkRepeated(t *testing.T, doc Document) {
	t.Helper()
	var found []string
	for _, r := range doc.Source.positions().Repeated() {
		found = append(found, r.Warning)
	}
	want := doc.Warnings()
	if bytes.Contains(doc.Source.text, []byte("!!binary")) || len(want) >= maxDuplicates || len(found) >= maxDuplicates {
		return
	}
	slices.Sort(want)
	slices.Sort(found)
	assert.Equal(t, slices.Compact(want), slices.Compact(found), "%q", doc.Source.text)
}

// FuzzPositions checks that every value of a decoded text has a position at which it may
// start, and that the decoder finds the same repeated fields.
func FuzzPositions(f *testing.F) {
	for _, file := range []string{"json.txt", "yaml.txt", "stream.txt"} {
		for _, c := range readTable(f, file) {
			f.Add(c.input)
		}
	}
	for _, text := range positionSeeds {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text)%2 > 0 && len(asUTF8(text)) < len(text) {
			return // UTF-16 that Stream completes with a line feed
		}
		docs, _ := streamOf(text)
		for _, decode := range []func([]byte) (Document, error){jsonOf, yamlOf} {
			if doc, err := decode(text); err == nil {
				docs = append(docs, doc)
			}
		}
		for _, doc := range docs {
			if _, err := parsedNodes(doc.Source.text); err != nil && doc.Source.syntax == MediaYAML {
				continue // the second parser reads on behind the first document
			}
			checkPositions(t, text, doc)
			checkRepeated(t, doc)
		}
	})
}

var positionSeeds = []string{
	"? ! 00", "{a: 1, ! 0x1: 2, &b ! ~: 3, *b : 4}", "x: {&c\n  # comment\n  ! 1_0: 2}\r! 1: 3",
	"a: 1\nb:\n  c: [1, {d: 2}]\n- x\n",
	"\ufeffa: 1\r\nb: # comment\r\n  - c\r\n  -\r\n  - - d\r\n",
	"? a\n: b\n? [c]\n: d\n",
	"x: &x {a: 1, b: {c: 2}}\ny: *x\nz: {<<: *x, b: 3}\n",
	"- &k a\n- {*k : 1}\n- ! yes\n",
	"x: &x {a: 1}\ny: &y {a: 2, c: 3}\nz:\n  a: 0\n  <<: [*x, *y]\n  c: 4\n",
	"yes: 1\n0x10: 2\n1.5: 3\n'yes': 4\n~a: 5\n!!str 1: 6\n!!int \"7\": 7\n",
	"1: a\n\"1\": b\n01: c\n1: d\n",
	"a: |\n  text\nb: >-\n  text\nc: 'it''s'\nd: \"\\u0041\"\n\"\\u0065\": 1\n",
	"\"ä\tö\": {\"ü\": 1}\nß: [ü, ö]\n日本: {語: 語}\n",
	"a: 1\rb: 2\rc:\r  d: 3\r", "a: \"x\u0085y\"\nb: 'x\u2028y'\nc: 1\n",
	"---\n# c\na: 1\n---\n\n  b: {c: 2}\n...\n--- # d\nc: 3\n",
	"{\"a\": 1} {\"b\": [2,\n {\"c\": 3}]}\n[{\"d\": 4}]",
	"{\"a\": 1}\n---\nb: 2\n", "{\"a\":{\"b\":1,\"b\":{\"c\":1,\"c\":2}},\"a\":2}", "a:\nb: ~\nc: ''\nd: []\ne: {}\n- 1",
	"\xff\xfea\x00:\x00 \x001\x00\n\x00b\x00:\x002\x00\n\x00", "a: !foo {b: 1}\nc: !!map {d: !!seq [1]}\n", "a: {b: 1, ? c, d: }\ne: [f: 1, g]\n",
}

// A JSON text is also YAML: both parsers must find the same positions.
func TestPositionsOfJSONAsYAML(t *testing.T) {
	g := generate.New(8)
	for range 300 {
		text, err := json.MarshalIndent(g.Object(g.Schema(generate.Hostile), generate.Hostile), "", " ")
		require.NoError(t, err)
		text = bytes.ReplaceAll(text, []byte(`\u`), []byte("u")) // surrogates are two characters in YAML
		doc, err := jsonOf(text)
		if err != nil {
			continue
		}
		if y, err := yamlOf(text); err != nil || fmt.Sprint(y.Value) != fmt.Sprint(doc.Value) {
			continue
		}
		asJSON, asYAML := doc.Source.positions(), SourceOf(text, MediaYAML).positions()
		visit(doc.Value, nil, func(path field.Path, _ any) {
			key, value, _ := asJSON.Of(path)
			k, v, steps := asYAML.Of(path)
			require.Equal(t, []any{key, value, len(path)}, []any{k, v, steps}, "%v in %s", path, text)
		})
	}
}

func TestPositionsOfFiles(t *testing.T) {
	files, err := filepath.Glob("../../testdata/corpus/*/*/*/*.yaml")
	require.NoError(t, err)
	more, err := filepath.Glob("../../testdata/*/*.yaml")
	require.NoError(t, err)
	documents := 0
	for _, name := range append(files, more...) {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		docs, err := streamOf(text)
		require.NoError(t, err)
		documents += len(docs)
		for _, doc := range docs {
			checkPositions(t, text, doc)
			checkRepeated(t, doc)
		}
	}
	require.Greater(t, documents, 50)
}

// TestPositionsOfBlocks checks the positions of the fields of block mappings, in front of
// which are only spaces and dashes.
func TestPositionsOfBlocks(t *testing.T) {
	g := generate.New(9)
	for range 300 {
		text, err := Encode(t.Context(), g.Schema(generate.Valid))
		require.NoError(t, err)
		doc, err := yamlOf(text)
		require.NoError(t, err)
		checkPositions(t, text, doc)
		lines := strings.Split(string(text), "\n")
		p := doc.Source.positions()
		visit(doc.Value, nil, func(path field.Path, v any) {
			key, _, _ := p.Of(path)
			before := []rune(lines[key.Line-1])[:key.Column-1]
			require.Empty(t, strings.Trim(string(before), " -?:"), "%q at %v: %q in %q", path, key, before, lines[key.Line-1])
			if _, isMap := v.(map[string]any); !isMap && len(path) > 0 && path[len(path)-1].Kind() == field.FieldStep {
				name := path[len(path)-1].Name()
				rest := strings.TrimLeft(string([]rune(lines[key.Line-1])[key.Column-1:]), `"'`)
				if i := strings.IndexFunc(name, func(r rune) bool { return r > '~' || r < ' ' || r == '\'' || r == '"' || r == '\\' }); i < 0 && len(name) < 60 {
					require.True(t, strings.HasPrefix(rest, name), "%q at %v: %q", name, key, rest)
				}
			}
		})
	}
}
