package project_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var updateCodes = flag.Bool("update-codes", false, "write the codes of errors as they are to docs/ERRORS.md")

// code is a constant of package internal/codes.
type code struct {
	name, value, meaning string
}

// TestCodes compares the codes of errors with docs/ERRORS.md. Programs depend on
// codes: one that goes or changes breaks them.
func TestCodes(t *testing.T) {
	inRoot(t)
	const file = "docs/ERRORS.md"
	names, err := filepath.Glob("internal/codes/*.go")
	require.NoError(t, err)
	names = append(names, "lint/lint.go")
	seen := map[string]string{}
	var b strings.Builder
	b.WriteString(codesHeader)
	for _, name := range names {
		groups := codesIn(t, name)
		if len(groups) > 0 {
			fmt.Fprintf(&b, "\n## %s\n", strings.TrimSuffix(filepath.Base(name), ".go"))
		}
		for _, g := range groups {
			if g.comment != "" {
				fmt.Fprintf(&b, "\n%s\n", g.comment)
			}
			b.WriteString("\n| code | meaning |\n|---|---|\n")
			for _, c := range g.codes {
				assert.Empty(t, seen[c.value], "%s and %s have the same code", seen[c.value], c.name)
				assert.Contains(t, c.meaning, "Found ", "the comment on %s says where the error is found", c.name)
				seen[c.value] = c.name
				fmt.Fprintf(&b, "| `%s` | %s |\n", c.value, strings.ReplaceAll(c.meaning, "|", `\|`))
			}
		}
	}
	if *updateCodes {
		require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), b.String(), "after a change on purpose: go test -run TestCodes -update-codes ./internal/project")
}

const codesHeader = `# Errors

Every error of a verdict (structural.Error) has a code. A code is stable: it stays when the server changes its texts. Compare
err.Code with the strings below. A Status has an HTTP code and a reason instead. "Found at" names the field or value to which the path
of the error leads; the path of an error at the root is empty. The sections are the files of internal/codes; the last one has the
findings of package lint, which are warnings. This page is generated from the comments on the codes.
`

// codeGroup is one declaration of codes.
type codeGroup struct {
	comment string
	codes   []code
}

// codesIn returns the codes that a file declares, in the order of the file.
func codesIn(t *testing.T, name string) []codeGroup {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
	require.NoError(t, err)
	var groups []codeGroup
	for _, d := range file.Decls {
		constants, ok := d.(*ast.GenDecl)
		if !ok || constants.Tok != token.CONST {
			continue
		}
		g := codeGroup{comment: strings.Join(strings.Fields(constants.Doc.Text()), " ")}
		for _, s := range constants.Specs {
			spec := s.(*ast.ValueSpec)
			if typ, ok := spec.Type.(*ast.Ident); ok && typ.Name == "Code" {
				g.codes = append(g.codes, codeOf(t, spec))
			}
		}
		if len(g.codes) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

func codeOf(t *testing.T, spec *ast.ValueSpec) code {
	c := code{name: spec.Names[0].Name}
	value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
	require.NoError(t, err)
	comment, found := strings.CutPrefix(strings.Join(strings.Fields(spec.Doc.Text()), " "), c.name)
	assert.True(t, found, "the comment on %s begins with its name", c.name)
	c.value, c.meaning = value, strings.TrimPrefix(strings.TrimPrefix(comment, ":"), " ")
	return c
}

// TestErrorsHaveCodes reports every place that makes an error without a code.
func TestErrorsHaveCodes(t *testing.T) {
	inRoot(t)
	files := token.NewFileSet()
	for _, name := range sources(t, ".", ".go") {
		if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "internal/oracle") || strings.HasPrefix(name, "apimachinery/") {
			continue // the errors of package apimachinery are those of Kubernetes
		}
		file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			for _, literal := range errorLiterals(file.Name.Name, n) {
				assert.True(t, hasKey(literal, "Code"), "%s: an error without a code", files.Position(literal.Pos()))
			}
			return true
		})
	}
}

// errorLiterals returns the errors with fields that a literal makes: itself, or
// the elements of a list of errors.
func errorLiterals(pkg string, n ast.Node) []*ast.CompositeLit {
	literal, ok := n.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	switch typeName(pkg, literal.Type) {
	case "Error":
		if len(literal.Elts) > 0 {
			return []*ast.CompositeLit{literal}
		}
	case "Errors":
		var elements []*ast.CompositeLit
		for _, e := range literal.Elts {
			if element, ok := e.(*ast.CompositeLit); ok {
				elements = append(elements, element)
			}
		}
		return elements
	}
	return nil
}

// typeName returns the name of a type of the packages structural and field, or ""
// for any other type.
func typeName(pkg string, expr ast.Expr) string {
	switch expr := expr.(type) {
	case *ast.Ident:
		if pkg == "structural" || pkg == "field" {
			return expr.Name
		}
	case *ast.SelectorExpr:
		if x, ok := expr.X.(*ast.Ident); ok && (x.Name == "structural" || x.Name == "field") {
			return expr.Sel.Name
		}
	}
	return ""
}

func hasKey(literal *ast.CompositeLit, key string) bool {
	for _, e := range literal.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			if name, ok := pair.Key.(*ast.Ident); ok && name.Name == key {
				return true
			}
		}
	}
	return false
}
