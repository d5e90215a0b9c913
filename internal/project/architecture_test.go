package project_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/seed95800270/crdschema"

var updateImports = flag.Bool("update-imports", false, "write the import edges as they are to testdata/imports.txt")

// TestImports compares which package imports which, except for the standard
// library, with testdata/imports.txt. A new line there is a decision about the
// architecture: packages import structural and leaves of internal/, never each
// other, and every dependency is imported in one place.
func TestImports(t *testing.T) {
	inRoot(t)
	const file = "testdata/imports.txt"
	var got bytes.Buffer
	for line := range strings.Lines(goList(t, `{{.ImportPath}} {{join .Imports " "}}`, "./...")) {
		fields := strings.Fields(line)
		for _, imported := range fields[1:] {
			if !isStandard(imported) {
				fmt.Fprintf(&got, "%s -> %s\n", short(fields[0]), short(imported))
			}
		}
	}
	if *updateImports {
		require.NoError(t, os.WriteFile(file, got.Bytes(), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), got.String(), "see %s", file)
}

// TestExamplesImportPublicPackages checks that examples can be copied: they import no
// internal package of this module, except for internal packages of their own.
func TestExamplesImportPublicPackages(t *testing.T) {
	inRoot(t)
	for line := range strings.Lines(goList(t, `{{.ImportPath}} {{join .Imports " "}}`, "./examples/...")) {
		fields := strings.Fields(line)
		for _, imported := range fields[1:] {
			isInternal := strings.HasPrefix(imported, module) && slices.Contains(strings.Split(imported, "/"), "internal")
			isOwn := strings.HasPrefix(imported, module+"/examples/")
			assert.False(t, isInternal && !isOwn, "%s imports %s", short(fields[0]), short(imported))
		}
	}
}

// TestStructuralIsStandardLibraryOnly holds for everything below it, too.
func TestStructuralIsStandardLibraryOnly(t *testing.T) {
	inRoot(t)
	for _, dep := range dependencies(t, "./structural") {
		assert.True(t, isStandard(dep) || strings.HasPrefix(dep, module), dep)
	}
}

// TestWeight bounds the packages that the root package links.
func TestWeight(t *testing.T) {
	inRoot(t)
	var foreign []string
	for _, dep := range dependencies(t, ".") {
		if !isStandard(dep) && !strings.HasPrefix(dep, module) {
			foreign = append(foreign, dep)
		}
		assert.NotEqual(t, "net/http", dep)
		assert.NotContains(t, dep, "kube-openapi/pkg/validation/spec")
	}
	assert.LessOrEqual(t, len(foreign), 105, foreign)
}

// TestOnlyTheCommandLinksItsFlags checks that no other package links the library for flags of
// cmd/crdschema.
func TestOnlyTheCommandLinksItsFlags(t *testing.T) {
	inRoot(t)
	linking := map[string]bool{}
	for line := range strings.Lines(goList(t, `{{.ImportPath}} {{join .Deps " "}}`, "./...")) {
		if name, deps, _ := strings.Cut(line, " "); strings.Contains(deps, "github.com/spf13/") {
			linking[short(name)] = true
		}
	}
	assert.Equal(t, map[string]bool{"cmd/crdschema": true, "cmd/crdschema/internal/command": true}, linking)
}

// TestSignaturesHideCEL checks that celrules/celenv is the only public package with types of
// cel-go in its exported identifiers, and that the root package does not link it.
func TestSignaturesHideCEL(t *testing.T) {
	inRoot(t)
	importing := map[string]bool{}
	for line := range strings.Lines(goList(t, `{{.ImportPath}} {{join .Imports " "}}`, "./...")) {
		fields := strings.Fields(line)
		if isPublic(fields[0]) && strings.Contains(line, "/cel-go/") {
			importing[short(fields[0])] = true
		}
	}
	assert.Equal(t, map[string]bool{"celrules": true, "celrules/celenv": true}, importing)
	ofCEL := regexp.MustCompile(`\b(cel|ref|types|ast)\.`)
	assert.False(t, slices.ContainsFunc(exportedLines(t, module+"/celrules"), ofCEL.MatchString))
	assert.True(t, slices.ContainsFunc(exportedLines(t, module+"/celrules/celenv"), ofCEL.MatchString))
	assert.NotContains(t, dependencies(t, "."), module+"/celrules/celenv")
}

func dependencies(t *testing.T, pkg string) []string {
	return strings.Fields(goList(t, "{{.ImportPath}}", "-deps", pkg))
}

func goList(t *testing.T, format string, args ...string) string {
	cmd := exec.Command("go", append([]string{"list", "-f", format}, args...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, stderr.String())
	return string(out)
}

// isStandard reports whether a package belongs to the standard library: the first
// part of its path has no dot.
func isStandard(pkg string) bool {
	first, _, _ := strings.Cut(pkg, "/")
	return !strings.Contains(first, ".")
}

func short(pkg string) string {
	if pkg == module {
		return "crdschema"
	}
	return strings.TrimPrefix(pkg, module+"/")
}
