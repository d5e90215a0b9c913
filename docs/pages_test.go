// Package docs_test checks that the code in README.md and in the pages of this
// folder compiles and prints what the pages say.
package docs_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// block is a fenced block of a page.
type block struct {
	page     string
	language string
	text     string
}

// pages returns the names of README.md, of the other pages of the root folder and
// of those of this folder.
func pages(t *testing.T) []string {
	root, err := filepath.Glob("../*.md")
	require.NoError(t, err)
	here, err := filepath.Glob("*.md")
	require.NoError(t, err)
	require.Contains(t, root, "../README.md")
	require.NotEmpty(t, here)
	return append(root, here...)
}

var fence = regexp.MustCompile("(?ms)^```([a-z]*)\n(.*?)^```$")

// blocks returns the fenced blocks of a page in order.
func blocks(t *testing.T, page string) []block {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	var all []block
	for _, match := range fence.FindAllStringSubmatch(string(text), -1) {
		all = append(all, block{page, match[1], match[2]})
	}
	return all
}

// isProgram reports whether a block is a whole program.
func (b block) isProgram() bool { return strings.HasPrefix(b.text, "package main\n") }

// goBlocks calls check for every Go block of every page. printed is the block that
// follows, if it is text: what the Go block prints.
func goBlocks(t *testing.T, check func(b block, printed string)) {
	var found int
	for _, page := range pages(t) {
		all := append(blocks(t, page), block{})
		for i, b := range all {
			if b.language != "go" {
				continue
			}
			found++
			if next := all[i+1]; next.language == "text" {
				check(b, next.text)
			} else {
				check(b, "")
			}
		}
	}
	require.NotZero(t, found)
}

// TestPrograms runs every Go block that is a whole program and compares what it
// prints with the next block.
func TestPrograms(t *testing.T) {
	goBlocks(t, func(b block, printed string) {
		if b.isProgram() {
			assert.Equal(t, printed, output(t, b.text), b.page)
		}
	})
}

// output runs a program as a file of this module and returns what it prints.
func output(t *testing.T, program string) string {
	file := filepath.Join(t.TempDir(), "main.go")
	require.NoError(t, os.WriteFile(file, []byte(program), 0o644))
	run := exec.Command("go", "run", file)
	run.Stderr = os.Stderr
	printed, err := run.Output()
	require.NoError(t, err, program)
	return string(printed)
}

// TestFragments checks that every other Go block consists of lines of a function
// in the tests of this folder, and that a block that prints something is part of
// an example with that output, which go test runs.
func TestFragments(t *testing.T) {
	all := functions(t)
	goBlocks(t, func(b block, printed string) {
		if b.isProgram() {
			return
		}
		i := slices.IndexFunc(all, func(f function) bool { return strings.Contains(f.source, "\n"+b.text) })
		if !assert.GreaterOrEqual(t, i, 0, "%s: no function has the lines\n%s", b.page, b.text) || printed == "" {
			return
		}
		assert.Equal(t, printed, all[i].output, "%s: the output of %s", b.page, b.text)
	})
}

// function is the source of a function, or its lines with one tab less.
type function struct{ source, output string }

// functions returns the functions in the tests of this folder. Every example has
// an output, without which it is not run.
func functions(t *testing.T) []function {
	names, err := filepath.Glob("*_test.go")
	require.NoError(t, err)
	var all []function
	for _, name := range names {
		source, err := os.ReadFile(name)
		require.NoError(t, err)
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, source, parser.ParseComments)
		require.NoError(t, err)
		text := func(from, to token.Pos) string {
			return string(source[set.Position(from).Offset:set.Position(to).Offset])
		}
		for _, example := range doc.Examples(file) {
			assert.NotEmpty(t, example.Output, "%s: Example%s is not run", name, example.Name)
			body := example.Code.(*ast.BlockStmt)
			all = append(all, function{unindent(text(body.Lbrace+1, body.Rbrace)), example.Output})
		}
		for _, declaration := range file.Decls {
			whole := text(declaration.Pos(), declaration.End())
			if f, ok := declaration.(*ast.FuncDecl); ok && f.Doc != nil {
				whole = text(f.Doc.Pos(), f.End())
			}
			all = append(all, function{"\n" + whole + "\n", ""}, function{unindent(whole) + "\n", ""})
		}
	}
	return all
}

// unindent removes one tab from every line.
func unindent(text string) string { return strings.ReplaceAll(text, "\n\t", "\n") }

var (
	link    = regexp.MustCompile(`\]\(([^)#:]*)(?:#([^)]*))?\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	dropped = regexp.MustCompile("[^a-z0-9 _-]")
)

// TestLinks checks that the files and headings exist to which pages link.
func TestLinks(t *testing.T) {
	for _, page := range pages(t) {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, match := range link.FindAllStringSubmatch(string(text), -1) {
			target := page
			if match[1] != "" {
				target = filepath.Join(filepath.Dir(page), match[1])
			}
			if assert.FileExists(t, target, page) && match[2] != "" {
				assert.Contains(t, anchors(t, target), match[2], "%s links to %s", page, target)
			}
		}
	}
}

// anchors returns the anchors of the headings of a page, as GitHub makes them.
func anchors(t *testing.T, page string) []string {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	var all []string
	for _, match := range heading.FindAllStringSubmatch(string(text), -1) {
		plain := dropped.ReplaceAllString(strings.ToLower(match[1]), "")
		all = append(all, strings.ReplaceAll(plain, " ", "-"))
	}
	return all
}
