package project_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var languageDir = flag.String("language-dir", ".", "the folder that TestLanguage reads")

// dialect lists turns of phrase that a reader has to translate, and British
// spellings.
var dialect = regexp.MustCompile(`(?i)\b(tells? whether|tells? apart|which there (is|are)|there is none, which|what there is|` +
	`is asked|are asked|gets a hearing|come what may|of no matter|as (a|the) server has it|` +
	`stands? (twice|there|in|for|at|under|below|beside|behind|where|inside)|standing|` +
	`a server that|is no (object|string|list|map|number|JSON)|are no (objects|strings|lists|JSON)|` +
	`(normal|recogn|organ|serial|initial|optim|minim|summar)is(e|ed|es|ing|ation)|behaviou?r?s? of no|behaviour|colou?r of no|colour|licence|judgement|catalogue)\b`)

// replaced maps the names that the glossary of ARCHITECTURE.md replaces to the
// words to use.
var replaced = map[string]string{
	"planter": "builder", "plant": "build", "survey": "walk", "site": "node",
	"shape": "declared type", "dialect": "environment set", "offer": "versioned library",
	"price": "cost", "pricing": "cost", "priced": "cost", "spent": "cost",
	"machine": "evaluator", "meter": "cost tracker", "memory": "value arena",
	"trail": "path", "spot": "path", "slot": "path", "standing": "path", "place": "path",
	"settle": "reconcile", "wipe": "BeforeCreate", "claims": "managed fields changed",
	"refusal": "status", "governor": "field source", "guide": "precheck", "ledger": "issue list",
	"figure": "number", "capacity": "limit", "attempt": "branch result", "rarities": "rare keywords",
	"supply": "pool", "turn": "step", "unplain": "needsCheck", "foreign": "not normalized", "mend": "sanitize",
}

// TestLanguage fails on comments that do not read as Go and Kubernetes do: a
// function comment begins with the name and a verb, and one word is used for one
// thing. See the glossary in ARCHITECTURE.md.
func TestLanguage(t *testing.T) {
	inRoot(t)
	files := token.NewFileSet()
	var wrong []string
	report := func(pos token.Pos, format string, args ...any) {
		wrong = append(wrong, fmt.Sprintf("%s: %s", files.Position(pos), fmt.Sprintf(format, args...)))
	}
	for _, name := range sources(t, *languageDir, ".go") {
		file, err := parser.ParseFile(files, name, nil, parser.ParseComments)
		require.NoError(t, err)
		checkComments(file, report)
		checkDeclarations(file, report)
	}
	for _, name := range sources(t, *languageDir, ".md") {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for i, line := range strings.Split(string(text), "\n") {
			if phrase := dialect.FindString(line); phrase != "" && !strings.Contains(line, "`"+phrase+"`") {
				wrong = append(wrong, fmt.Sprintf("%s:%d: %q", name, i+1, phrase))
			}
		}
	}
	assert.Empty(t, wrong, "%d places\n%s", len(wrong), strings.Join(wrong, "\n"))
}

func sources(t *testing.T, dir, extension string) []string {
	var names []string
	require.NoError(t, filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.IsDir() && slices.Contains([]string{".git", "testdata"}, entry.Name()) {
			return filepath.SkipDir
		}
		if err == nil && filepath.Ext(name) == extension && entry.Name() != "language_test.go" {
			names = append(names, name)
		}
		return err
	}))
	return names
}

func checkComments(file *ast.File, report func(token.Pos, string, ...any)) {
	for _, group := range file.Comments {
		text := strings.Join(strings.Fields(group.Text()), " ")
		if phrase := dialect.FindString(text); phrase != "" {
			report(group.Pos(), "%q", phrase)
		}
	}
}

func checkDeclarations(file *ast.File, report func(token.Pos, string, ...any)) {
	for _, declaration := range file.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			checkName(d.Name, report)
			checkFunctionComment(d, report)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if s, ok := spec.(*ast.TypeSpec); ok {
					checkName(s.Name, report)
				}
			}
		}
	}
}

func checkName(name *ast.Ident, report func(token.Pos, string, ...any)) {
	if word, found := replaced[strings.ToLower(name.Name)]; found {
		report(name.Pos(), "the name %s: write %s", name.Name, word)
	}
}

// verb matches the third person of a verb that says what a function does.
var verb = regexp.MustCompile(`^[a-z]+s$`)

// nouns are words in the place of the verb that do not say what a function does.
var nouns = []string{"is", "has", "was", "says", "tells", "as", "its", "this", "does"}

func checkFunctionComment(d *ast.FuncDecl, report func(token.Pos, string, ...any)) {
	words := strings.Fields(d.Doc.Text())
	if len(words) == 0 || isTest(d.Name.Name) {
		return
	}
	if words[0] != d.Name.Name {
		report(d.Pos(), "the comment on %s does not begin with its name", d.Name.Name)
		return
	}
	if len(words) < 2 || !verb.MatchString(words[1]) || slices.Contains(nouns, words[1]) {
		report(d.Pos(), "the comment on %s does not say what it does: %q", d.Name.Name, strings.Join(words[:min(4, len(words))], " "))
	}
}

// isTest reports whether a function is run by go test, whose comment says why it
// is there.
func isTest(name string) bool {
	for _, prefix := range []string{"Test", "Fuzz", "Benchmark", "Example"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
