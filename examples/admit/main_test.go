package main

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write what the program prints to testdata/built-in.golden")

func TestBuiltIn(t *testing.T) {
	const golden = "testdata/built-in.golden"
	var out bytes.Buffer
	assert.Equal(t, errRejected, run(t.Context(), builtIn.ReadFile, builtInFiles(), &out))
	if *update {
		require.NoError(t, os.WriteFile(golden, out.Bytes(), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), out.String())
}

func TestFiles(t *testing.T) {
	const crd = "testdata/crd.yaml"
	var out bytes.Buffer
	require.NoError(t, run(t.Context(), os.ReadFile, []string{crd, "testdata/clean.json"}, &out))
	assert.Contains(t, out.String(), "accepted  testdata/clean.json:1\n")
	assert.ErrorContains(t, run(t.Context(), os.ReadFile, []string{"missing.yaml"}, &out), "missing.yaml")
	assert.Error(t, run(t.Context(), os.ReadFile, []string{"testdata/clean.json"}, &out), "no CRD")
	assert.ErrorContains(t, run(t.Context(), os.ReadFile, []string{crd, "missing.yaml"}, &out), "missing.yaml")
}
