package hints_test

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// tally counts the hints for each kind of error.
type tally struct {
	mu     sync.Mutex
	counts map[string]*count
}

type count struct{ mechanical, text, none int }

func (t *tally) add(err *structural.Error, h hints.Hint, found bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.counts == nil {
		t.counts = map[string]*count{}
	}
	name := row(err)
	if t.counts[name] == nil {
		t.counts[name] = &count{}
	}
	switch c := t.counts[name]; {
	case !found:
		c.none++
	case h.Edits == nil:
		c.text++
	default:
		c.mechanical++
	}
}

// row returns a name for the kind of an error: its field, its kind and the start
// of its detail.
func row(err *structural.Error) string {
	last := ""
	if len(err.Path) > 0 {
		last = err.Path[len(err.Path)-1].Name()
	}
	if len(err.Path) > 1 && err.Path[len(err.Path)-2] == structural.Field("properties") {
		last = "properties[…]"
	}
	detail := err.Detail
	switch err.Kind {
	case field.UnknownField:
		return "UnknownField"
	case field.Undecodable:
		detail = detail[:min(len(detail), len("json: cannot unmarshal string"))]
		last = ""
	}
	for _, end := range []string{" (", ": ", " in allOf", " in anyOf", " in oneOf", " in not"} {
		detail, _, _ = strings.Cut(detail, end)
	}
	if len(detail) > 70 {
		detail = detail[:70] + "…"
	}
	return fmt.Sprintf("%s %s %q", last, err.Kind, detail)
}

// print prints the counts and returns the number of errors without a hint.
func (t *tally) print(title string) (none int) {
	fmt.Printf("%s, hints by kind of error: mechanical, text only, none\n", title)
	for _, name := range slices.SortedFunc(maps.Keys(t.counts), cmp.Compare) {
		c := t.counts[name]
		fmt.Printf("  %6d %6d %6d  %s\n", c.mechanical, c.text, c.none, name)
		none += c.none
	}
	return none
}

// fixed reports whether after has fewer errors with a text than before, and no new
// errors at the same location.
func fixed(location, text string, before, after []string) bool {
	at := func(texts []string) []string {
		return slices.DeleteFunc(slices.Clone(texts), func(t string) bool { return !strings.HasPrefix(t, location+": ") })
	}
	left := at(before)
	for _, t := range at(after) {
		i := slices.Index(left, t)
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return slices.Contains(left, text)
}

// typeNumber matches the part of a type's name that differs each time.
var typeNumber = regexp.MustCompile(`selfType[0-9]+`)

func sortedNames(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
