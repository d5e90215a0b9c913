package project_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// constructions are turns of grammar that a reader has to parse twice. Repeat the noun, or
// write two sentences.
var constructions = []*regexp.Regexp{
	regexp.MustCompile(`\b(that|those) of\b`),
	regexp.MustCompile(`\bof (which|whom|whose)\b`),
	regexp.MustCompile(`(^|[.;:] )(Of|What) [a-z]`),
	regexp.MustCompile(`, which\b`),
}

// The limits of constructions for each 1,000 words: in all rooms, and in one room or page.
const (
	constructionsInAll  = 2
	constructionsInRoom = 4
)

// prose is the text of a room or page: its comments or paragraphs.
type prose struct {
	words int
	found []string // constructions, with their places
}

func (p *prose) add(place, text string) {
	p.words += len(strings.Fields(text))
	for _, c := range constructions {
		for _, at := range c.FindAllStringIndex(text, -1) {
			p.found = append(p.found, fmt.Sprintf("%s: …%s…", place, text[max(0, at[0]-40):min(len(text), at[1]+40)]))
		}
	}
}

func (p *prose) exceeds(limit int) bool { return 1000*len(p.found) > limit*p.words }

// TestGrammar counts constructions in the comments of each package, tests apart, and in each
// page.
func TestGrammar(t *testing.T) {
	inRoot(t)
	rooms := map[string]*prose{}
	for _, name := range sources(t, *languageDir, ".go") {
		if counts(name) {
			addComments(t, room(rooms, filepath.Dir(name)), name)
		}
	}
	for _, name := range sources(t, *languageDir, ".md") {
		if filepath.Base(name) != "CHANGELOG.md" {
			addParagraphs(t, room(rooms, name), name)
		}
	}
	var all prose
	for _, name := range slices.Sorted(maps.Keys(rooms)) {
		p := rooms[name]
		all.words, all.found = all.words+p.words, append(all.found, p.found...)
		assert.False(t, p.exceeds(constructionsInRoom), "%s: %d constructions in %d words\n%s", name, len(p.found), p.words, strings.Join(p.found, "\n"))
	}
	assert.False(t, all.exceeds(constructionsInAll), "%d constructions in %d words", len(all.found), all.words)
	t.Logf("constructions: %d in %d words, %.2f for each 1,000", len(all.found), all.words, 1000*float64(len(all.found))/float64(all.words))
}

func room(rooms map[string]*prose, name string) *prose {
	if rooms[name] == nil {
		rooms[name] = &prose{}
	}
	return rooms[name]
}

// counts reports whether the comments of a file count: tests and generated files do not.
func counts(name string) bool {
	text, err := os.ReadFile(name)
	return err == nil && !strings.HasSuffix(name, "_test.go") && !strings.Contains(string(text[:min(len(text), 3000)]), "Code generated")
}

func addComments(t *testing.T, p *prose, name string) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, nil, parser.ParseComments)
	require.NoError(t, err)
	for _, group := range file.Comments {
		p.add(files.Position(group.Pos()).String(), oneLine(group))
	}
}

func oneLine(group *ast.CommentGroup) string {
	return strings.Join(strings.Fields(group.Text()), " ")
}

var (
	codeBlock = regexp.MustCompile("(?s)```.*?```")
	paragraph = regexp.MustCompile(`\n\s*\n|\n[|-] `)
)

func addParagraphs(t *testing.T, p *prose, name string) {
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	for _, part := range paragraph.Split(codeBlock.ReplaceAllString(string(text), ""), -1) {
		p.add(name, strings.Join(strings.Fields(part), " "))
	}
}
