package project_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"
)

// callsFile has the calls that leave the library with work of the size of an input.
const callsFile = "internal/attack/testdata/calls.yaml"

// notProduct are the packages for tests, examples and the command, a process for one input. Package
// explain drafts values as crdtest/generate does; its comment says what does not count.
var notProduct = regexp.MustCompile(`^(cmd|examples|internal/(record|celrecord|acceptance|cases|generate|hostile|kubectl|project|walk)|internal/work/worktest)(/|$)`)

// boundsOfCalls are the values of by in callsFile, which explains them.
var boundsOfCalls = []string{"steps", "values", "cost", "length", "report", "once", "program"}

type callTable struct {
	Watched []string
	Rooms   map[string][]callRow
}

type callRow struct {
	Calls   []string
	By, Why string
}

// TestCalls compares the calls of the standard library and of other modules whose work grows with
// their arguments with the table that says what bounds each. A new call needs a row there: look
// for what counts it before you write one.
func TestCalls(t *testing.T) {
	inRoot(t)
	table := readCalls(t)
	watched := regexp.MustCompile("^(" + strings.Join(table.Watched, "|") + ")$")
	got := map[string][]string{}
	for _, dir := range []string{".", "apimachinery"} {
		for _, p := range listPackages(t, dir) {
			if calls := p.calls(t, watched); len(calls) > 0 {
				got[short(p.ImportPath)] = calls
			}
		}
	}
	want := map[string][]string{}
	for room, rows := range table.Rooms {
		for _, row := range rows {
			assert.Contains(t, boundsOfCalls, row.By, room)
			assert.NotEmpty(t, row.Why, room)
			want[room] = append(want[room], row.Calls...)
		}
		slices.Sort(want[room])
	}
	for room := range got {
		assert.Equal(t, want[room], got[room], "%s: the rows of %s", callsFile, room)
	}
	for room := range want {
		assert.Contains(t, got, room, "%s: there is no call in %s", callsFile, room)
	}
}

func readCalls(t *testing.T) callTable {
	text, err := os.ReadFile(callsFile)
	require.NoError(t, err)
	var table callTable
	require.NoError(t, yaml.UnmarshalStrict(text, &table))
	return table
}

// listedPackage is a package of a module, with the types of what it imports.
type listedPackage struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	DepOnly                 bool
	exports                 map[string]string // the files of all packages
}

// listPackages returns the packages of the module in dir, without those that only tests use.
func listPackages(t *testing.T, dir string) (out []*listedPackage) {
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,DepOnly", "./...")
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	text, err := cmd.Output()
	require.NoError(t, err)
	exports := map[string]string{}
	for packages := json.NewDecoder(strings.NewReader(string(text))); ; {
		p := &listedPackage{exports: exports}
		err := packages.Decode(p)
		if errors.Is(err, io.EOF) {
			return out
		}
		require.NoError(t, err)
		exports[p.ImportPath] = p.Export
		if !p.DepOnly && !notProduct.MatchString(short(p.ImportPath)) {
			out = append(out, p)
		}
	}
}

// calls returns the watched functions of other modules that the package names, sorted.
func (p *listedPackage) calls(t *testing.T, watched *regexp.Regexp) (out []string) {
	files := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		parsed = append(parsed, file)
	}
	open := func(path string) (io.ReadCloser, error) { return os.Open(p.exports[path]) }
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	_, err := (&types.Config{Importer: importer.ForCompiler(files, "gc", open)}).Check(p.ImportPath, files, parsed, &info)
	require.NoError(t, err)
	for _, used := range info.Uses {
		f, ok := used.(*types.Func)
		if !ok || f.Pkg() == nil || strings.HasPrefix(f.Pkg().Path(), module) {
			continue
		}
		if name := callName(f); watched.MatchString(name) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

var (
	receiverParts = regexp.MustCompile(`^\(\*?(.*)\)\.`)
	typeArguments = regexp.MustCompile(`\[.*\]`)
)

// callName returns the name of a function or method with the last part of its package's path.
func callName(f *types.Func) string {
	name := typeArguments.ReplaceAllString(receiverParts.ReplaceAllString(f.FullName(), "$1."), "")
	return path.Base(name)
}
