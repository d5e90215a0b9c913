package main

import (
	"bytes"
	"go/parser"
	"go/token"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLists checks that the list has not rotted: every mutant can be applied, what
// it returns is Go, and its packages exist.
func TestLists(t *testing.T) {
	r, err := newRunner()
	require.NoError(t, err)
	mutants, err := readMutants()
	require.NoError(t, err)
	assert.Greater(t, len(mutants), 90)
	for _, m := range mutants {
		broken, err := m.apply(r.root)
		if !assert.NoError(t, err) {
			continue
		}
		_, err = parser.ParseFile(token.NewFileSet(), m.File, broken, parser.SkipObjectResolution)
		assert.NoError(t, err, m.Name)
		for _, dir := range m.Tests {
			assert.DirExists(t, filepath.Join(r.root, dir), m.Name)
		}
		assert.DirExists(t, filepath.Join(r.root, "internal", "oracle", m.Comparison.Package), m.Name)
	}
}

// TestMutantsAreNoticed tries two mutants that cost little: one that the tests of
// its room notice, and one that is left to the tests of a room that cannot.
func TestMutantsAreNoticed(t *testing.T) {
	r, err := newRunner()
	require.NoError(t, err)
	r.comparisons = false
	mutants, err := readMutants()
	require.NoError(t, err)
	noticed := selected(mutants, "versionpriority/beta-after-alpha")
	require.Len(t, noticed, 1)
	unnoticed := noticed[0]
	unnoticed.Name, unnoticed.Tests = "left alone", []string{"./internal/kubeversion"}
	var out bytes.Buffer
	require.ErrorContains(t, r.tryAll([]mutant{noticed[0], unnoticed}, 1, &out), "1 survive")
	assert.Contains(t, out.String(), "survived: left alone")
	assert.Contains(t, out.String(), "mutants: tried=2 killed=1 by-tests=1 by-comparison=0 survived=1\n")
}

// TestErrorsOfTheList checks that a mutant that does not compile, takes too long or
// cannot be applied is not taken for one that was noticed.
func TestErrorsOfTheList(t *testing.T) {
	r, err := newRunner()
	require.NoError(t, err)
	mutants, err := readMutants()
	require.NoError(t, err)
	m := selected(mutants, "versionpriority/beta-after-alpha")[0]

	rotten := m
	rotten.Old = "no such text"
	_, err = r.try(rotten)
	require.ErrorContains(t, err, "has the text 0 times")

	twice := m
	twice.Old = "stability"
	_, err = r.try(twice)
	require.ErrorContains(t, err, "has the text")

	uncompiled := m
	uncompiled.New = "nothing of Go"
	_, err = r.try(uncompiled)
	require.ErrorIs(t, err, errBuild)

	require.NoError(t, r.passes(r.root, m.Tests[:1]))
	r.timeout = time.Millisecond
	_, err = r.try(m)
	require.ErrorIs(t, err, errTimeout)
	m.Hangs = true
	who, err := r.try(m)
	require.NoError(t, err)
	assert.Equal(t, byTests, who)
}
