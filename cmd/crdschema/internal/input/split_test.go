package input

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/document"
)

func texts(s Source) (out []string) {
	for t := range s.Texts() {
		if t.Err != nil {
			out = append(out, fmt.Sprintf("%d error %v", t.Before, t.Err))
			continue
		}
		out = append(out, fmt.Sprintf("%d %.99s", t.Before, t.Bytes))
	}
	return out
}

func stream(text string) Source {
	return Source{Name: "-", open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
}

func TestTexts(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"a: 1", []string{"0 a: 1"}},
		{"\x1f\x8b\x08", []string{"0 error " + errPacked.Error()}},
		{"PK\x03\x04 and more", []string{"0 error " + errPacked.Error()}},
		{"---\na: 1\n---\n\n---\nb: 2\n", []string{"0 ---\na: 1\n", "3 \n", "5 b: 2\n"}},
		{"a: 1\n--- # comment\nb: 2", []string{"0 a: 1\n", "2 b: 2"}},
		{"a: 1\r\n---\r\nb: 2\r\n", []string{"0 a: 1\r\n", "2 b: 2\r\n"}},
		{"a: 1\n--- b\nc: 2\n", []string{"0 a: 1\n", "1 --- b\nc: 2\n"}},
		{"%YAML 1.1\n---\na: 1\n---\nb: 2\n", []string{"0 %YAML 1.1\n---\na: 1\n", "4 b: 2\n"}},
		{"{\"a\": 1}\n{\"b\": 2}\n", []string{"0 {\"a\": 1}\n{\"b\": 2}\n"}},
		{strings.Repeat("x", 100_000) + "---\n---\nb: 2", []string{"0 " + strings.Repeat("x", 99), "2 b: 2"}},
	} {
		assert.Equal(t, test.want, texts(stream(test.text)), test.text[:min(len(test.text), 40)])
	}
}

// TestLongJSON checks the objects of a stream that is longer than what is read at once, and that other
// text after them is YAML.
func TestLongJSON(t *testing.T) {
	const object = "{\"a\": \"}\\\"{\",\n\"b\": [{}, {\"c\": null}]}"
	space := strings.Repeat(" ", rereadable) + "\n"
	assert.Equal(t, []string{"0 " + object, "3 " + object, "5 a: 1\n", "7 b: 2"}, texts(stream(object+space+"\n"+object+"\n"+"a: 1\n---\nb: 2")))
	assert.Equal(t, []string{"0 " + object, "2 " + object[:20]}, texts(stream(object+space+object[:20])), "the parser says what is missing")
}

// TestSplitLikeTheLibrary checks that the objects and lines of the texts are those of the whole.
func TestSplitLikeTheLibrary(t *testing.T) {
	count := 0
	for s := range (&Reader{}).Sources(t.Context(), "../../../../testdata", "../../../../structural/apply/testdata") {
		text, err := os.ReadFile(s.Name)
		require.NoError(t, err)
		docs, err := document.DecodeYAML(t.Context(), text)
		if err != nil {
			continue
		}
		var got []Object
		for part := range s.Texts() {
			for _, o := range part.Objects(t.Context()) {
				if o.Path == nil {
					got = append(got, o)
				}
			}
		}
		docs = slices.DeleteFunc(docs, func(d document.Document) bool {
			_, isList := (&Object{Value: d.Object}).list()
			return isList
		})
		require.Len(t, got, len(docs), s.Name)
		for i, doc := range docs {
			assert.Equal(t, doc.Object, got[i].Value, s.Name)
			assert.Equal(t, doc.Line, got[i].At.Line, s.Name)
		}
		count += len(docs)
	}
	assert.Greater(t, count, 100)
}

func FuzzSplit(f *testing.F) {
	for _, seed := range []string{"a: 1\n---\nb: 2\n", "%YAML 1.1\n---\na: 1\n...\nb: 2\n", "{\"a\": 1}{\"b\": 2}", "--- #\na: |\n  x\n---"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		docs, err := document.DecodeYAML(t.Context(), []byte(text))
		if err != nil {
			return // after an error the library stops
		}
		var got []map[string]any
		for part := range stream(text).Texts() {
			for _, o := range part.Objects(t.Context()) {
				if o.Path == nil {
					got = append(got, o.Value)
				}
			}
		}
		var want []map[string]any
		for _, doc := range docs {
			if _, isList := (&Object{Value: doc.Object}).list(); !isList {
				want = append(want, doc.Object)
			}
		}
		if !assert.ObjectsAreEqual(want, got) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	})
}

type failing struct{ text io.Reader }

func (f failing) Read(p []byte) (int, error) {
	n, err := f.text.Read(p)
	if errors.Is(err, io.EOF) {
		err = &fs.PathError{Op: "read", Path: "a", Err: errors.New("disk failure")}
	}
	return n, err
}

// TestReadError checks that what was read before an error is yielded.
func TestReadError(t *testing.T) {
	s := Source{Name: "a", open: func() (io.ReadCloser, error) {
		return io.NopCloser(failing{strings.NewReader("a: 1\n---\nb: 2\n")}), nil
	}}
	assert.Equal(t, []string{"0 a: 1\n", "2 error disk failure"}, texts(s))
}

func names(t *testing.T, r *Reader, args ...string) (out []string) {
	for s := range r.Sources(t.Context(), args...) {
		out = append(out, filepath.Base(s.Name))
	}
	return out
}

// TestFolder checks that links to files are followed and links to folders are not: they could lead in
// a circle.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "file.yaml"), nil, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "file.txt"), nil, 0o600))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "dir.yaml", "in"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "dir.yaml", "in", "z.json"), nil, 0o600))
	for link, target := range map[string]string{"a.yaml": "file.yaml", "b.yaml": ".", "c.yaml": "nowhere"} {
		require.NoError(t, os.Symlink(target, filepath.Join(dir, link)))
	}
	assert.Equal(t, []string{"a.yaml", "c.yaml", "z.json", "file.yaml"}, names(t, &Reader{}, dir))
	assert.Equal(t, []string{"file.yaml"}, names(t, &Reader{Exclude: []string{"dir.yaml/in", "?.yaml"}}, dir))
}

type closed struct{ fstest.MapFS }

func (closed) ReadDir(string) ([]fs.DirEntry, error) { return nil, fs.ErrPermission }

func TestUnreadableFolder(t *testing.T) {
	var got []string
	for s := range (&Reader{}).folder(closed{}, func(string) string { return "dir" }) {
		got = append(got, texts(s)...)
	}
	assert.Equal(t, []string{"0 error permission denied"}, got)
}

// TestStandardInput checks that a short one is read twice, and a long one once.
func TestStandardInput(t *testing.T) {
	short := &Reader{Stdin: strings.NewReader("a: 1")}
	for range 2 {
		for s := range short.Sources(t.Context(), Stdin) {
			assert.False(t, s.Once)
			assert.Equal(t, []string{"0 a: 1"}, texts(s))
		}
	}
	long := &Reader{Stdin: strings.NewReader("a: 1\n---\n" + strings.Repeat("#\n", rereadable/2))}
	for s := range long.Sources(t.Context(), Stdin) {
		assert.True(t, s.Once)
		assert.Len(t, texts(s), 2)
	}
}
