package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
)

var update = flag.Bool("update", false, "write what the program prints to testdata/golden")

func TestRun(t *testing.T) {
	cases.Run(t, "testdata/cases.yaml", []string{"args", "golden", "error"}, func(t *testing.T, c cases.Case) {
		var out bytes.Buffer
		err := run(append([]string{"-crd", "testdata/crontabs.yaml"}, c.Texts(t, "args")...), &out)
		if want := c.Text(t, "error"); want != "" {
			assert.ErrorContains(t, err, want)
			assert.Empty(t, out.String())
			return
		}
		require.NoError(t, err)
		name := c.Name
		if c.Has("golden") {
			name = c.Text(t, "golden")
		}
		file := filepath.Join("testdata", "golden", name)
		if *update {
			require.NoError(t, os.WriteFile(file, out.Bytes(), 0o644))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, string(want), out.String())
	})
}

func TestBuiltIn(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, run(nil, &out))
	want, err := os.ReadFile("testdata/golden/explain-spec")
	require.NoError(t, err)
	assert.Equal(t, string(want), out.String())
}

func TestInput(t *testing.T) {
	assert.Error(t, run([]string{"-crd", "testdata/nothing"}, &bytes.Buffer{}))
	assert.Error(t, run([]string{"-crd", "testdata/golden/explain-kind"}, &bytes.Buffer{}))
	assert.Error(t, run([]string{"-nonsense"}, &bytes.Buffer{}))
}

// TestWrap checks that lines are broken only between words, and that existing
// breaks stay.
func TestWrap(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "",
		"one two":               "one\ntwo",
		"one\n\ntwo":            "one\n\ntwo",
		"a b c d":               "a b c\nd",
		"longerthanfive a":      "longerthanfive\na",
		"a longerthanfive":      "a\nlongerthanfive",
		"äöü ß":                 "äöü ß",
		"  in dented":           "  in\ndented",
		"end   \nnext":          "end\nnext",
		strings.Repeat("x ", 3): "x x x",
	} {
		assert.Equal(t, want, wrap(text, 5), "%q", text)
	}
}
