package project_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var updateAPI = flag.Bool("update-api", false, "write the exported identifiers as they are to testdata/api.txt")

// TestAPI compares the exported identifiers of the public packages, one a line,
// with testdata/api.txt: what users see changes on purpose only.
func TestAPI(t *testing.T) {
	inRoot(t)
	const file = "testdata/api.txt"
	var lines []string
	for name := range strings.Lines(goList(t, "{{.ImportPath}}", "./...")) {
		if pkg := strings.TrimSpace(name); isPublic(pkg) {
			lines = append(lines, exportedLines(t, pkg)...)
		}
	}
	lines = append(lines, exportedLines(t, module+"/apimachinery")...) // a module of its own
	got := strings.Join(lines, "\n") + "\n"
	if *updateAPI {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	before, after := strings.Split(string(want), "\n"), strings.Split(got, "\n")
	for _, line := range before {
		assert.True(t, slices.Contains(after, line), "removed: %s", line)
	}
	for _, line := range after {
		assert.True(t, slices.Contains(before, line), "added: %s", line)
	}
	if t.Failed() {
		t.Log("after a change on purpose: go test -run TestAPI -update-api ./internal/project")
	}
}

// isPublic reports whether users can import a package.
func isPublic(pkg string) bool {
	return !slices.ContainsFunc(strings.Split(pkg, "/"), func(part string) bool { return part == "internal" || part == "examples" })
}

// exportedLines returns the exported identifiers of a package, sorted.
func exportedLines(t *testing.T, pkg string) []string {
	dir := "." + strings.TrimPrefix(pkg, module)
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	require.NoError(t, err)
	l := listing{files: token.NewFileSet(), pkg: short(pkg)}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(l.files, name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range file.Decls {
			l.declaration(t, d)
		}
	}
	slices.Sort(l.lines)
	return l.lines
}

// listing collects the identifiers of one package.
type listing struct {
	files *token.FileSet
	pkg   string
	lines []string
}

func (l *listing) add(format string, args ...any) {
	l.lines = append(l.lines, l.pkg+": "+fmt.Sprintf(format, args...))
}

func (l *listing) declaration(t *testing.T, d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && (d.Recv == nil || ast.IsExported(receiver(d))) {
			d.Doc, d.Body = nil, nil
			l.add("%s", l.print(t, d))
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			l.spec(t, d.Tok, s)
		}
	}
}

func receiver(d *ast.FuncDecl) string {
	typ := d.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	name, _ := typ.(*ast.Ident)
	return name.String()
}

func (l *listing) spec(t *testing.T, tok token.Token, s ast.Spec) {
	switch s := s.(type) {
	case *ast.ValueSpec:
		for _, name := range s.Names {
			if name.IsExported() {
				l.add("%s %s", tok, name)
			}
		}
	case *ast.TypeSpec:
		if s.Name.IsExported() {
			l.typeSpec(t, s)
		}
	}
}

func (l *listing) typeSpec(t *testing.T, s *ast.TypeSpec) {
	fields, word := (*ast.FieldList)(nil), ""
	switch typ := s.Type.(type) {
	case *ast.StructType:
		fields, word = typ.Fields, "struct"
	case *ast.InterfaceType:
		fields, word = typ.Methods, "interface"
	default:
		equals := ""
		if s.Assign.IsValid() {
			equals = "= "
		}
		l.add("type %s %s%s", s.Name, equals, l.print(t, s.Type))
		return
	}
	l.add("type %s %s", s.Name, word)
	for _, f := range fields.List {
		for _, name := range f.Names {
			if name.IsExported() {
				l.add("type %s %s, %s %s", s.Name, word, name, l.print(t, f.Type))
			}
		}
	}
}

// print returns a node on one line.
func (l *listing) print(t *testing.T, node any) string {
	var b bytes.Buffer
	require.NoError(t, printer.Fprint(&b, l.files, node))
	return strings.Join(strings.Fields(b.String()), " ")
}
