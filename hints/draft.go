package hints

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/valuepath"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

type draft struct {
	text    string
	changes []change
}

// change is an edit that may lose what the author wrote.
type change struct {
	Edit
	lossy   bool
	narrows bool // to fewer objects than the author declared
}

// set sets a value that was absent or wrong.
func set(path structural.Path, v any) change {
	return change{Edit: Edit{Path: slices.Clip(path), Value: v}}
}

// replace sets another value than the author's.
func replace(path structural.Path, v any) change {
	return change{Edit: Edit{Path: slices.Clip(path), Value: v}, lossy: true}
}

// limit adds or lowers a limit of objects.
func limit(path structural.Path, n int64) change {
	return change{Edit: Edit{Path: slices.Clip(path), Value: n}, narrows: true}
}

// remove removes a value that the author may have meant.
func remove(path structural.Path) change {
	return change{Edit: Edit{Path: slices.Clip(path), Remove: true}, lossy: true}
}

// drop removes a value without effect, or one kept elsewhere.
func drop(path structural.Path) change {
	return change{Edit: Edit{Path: slices.Clip(path), Remove: true}}
}

func (d draft) hint(crd map[string]any) Hint {
	h := Hint{Text: d.text}
	var before pathTree
	shared := d.sharedSteps()
	for _, c := range d.changes {
		known := before.add(c.Path[shared:])
		if !known && !c.effective(crd) {
			continue
		}
		h.Edits = append(h.Edits, c.Edit)
		if !known && (c.narrows || c.lossy && means(valuepath.At(crd, c.Path), c.Path)) {
			h.Loses = append(h.Loses, c.Path)
		}
	}
	h.Text += unnamed(d.text, h.Loses)
	return h
}

func (d draft) sharedSteps() int {
	if len(d.changes) == 0 {
		return 0
	}
	first := d.changes[0].Path
	n := len(first)
	for _, c := range d.changes[1:] {
		n = min(n, len(c.Path))
		for i := range n {
			if c.Path[i] != first[i] {
				n = i
				break
			}
		}
	}
	return n
}

type pathTree struct {
	ends  bool // a path ends here
	below map[field.Step]*pathTree
}

func (t *pathTree) add(path structural.Path) (known bool) {
	for _, step := range path {
		known = known || t.ends
		if t.below == nil {
			t.below = map[field.Step]*pathTree{}
		}
		if t.below[step] == nil {
			t.below[step] = &pathTree{}
		}
		t = t.below[step]
	}
	known = known || t.ends
	t.ends = true
	return known
}

func (e Edit) effective(crd any) bool {
	for i, step := range e.Path {
		last := i == len(e.Path)-1
		switch v := crd.(type) {
		case map[string]any:
			inner, found := v[step.Name()]
			if step.Kind() == field.IndexStep || !found && e.Remove {
				return false
			}
			if last {
				return e.Remove || !found || !structural.Equal(inner, e.Value)
			}
			crd = inner
		case []any:
			if step.Kind() != field.IndexStep || step.Index() >= len(v) {
				return false
			}
			if last {
				return e.Remove || !structural.Equal(v[step.Index()], e.Value)
			}
			crd = v[step.Index()]
		case nil:
			return !e.Remove && !slices.ContainsFunc(e.Path[i:], func(s field.Step) bool { return s.Kind() == field.IndexStep })
		default:
			return false
		}
	}
	return false
}

// means reports whether a value says anything. An empty one does in a default, and as the
// schema of a property.
func means(v any, path structural.Path) bool {
	property := len(path) > 1 && path[len(path)-2] == structural.Field("properties")
	return v != nil && (!vacuous(v) || property || slices.Contains(path, structural.Field("default")))
}

func vacuous(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case bool:
		return !v
	case string:
		return strings.TrimSpace(v) == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	default:
		return false
	}
}

const maxNamed = 4

func unnamed(text string, lost []structural.Path) string {
	var names []string
	text, seen := strings.ToLower(text), map[string]bool{}
	for _, path := range lost {
		if name := lastName(path); !seen[name] && !strings.Contains(text, strings.ToLower(name)) {
			names = append(names, name)
		}
		seen[lastName(path)] = true
	}
	if len(names) == 0 {
		return ""
	}
	more := ""
	if n := len(names) - maxNamed; n > 0 {
		names, more = names[:maxNamed], fmt.Sprintf(" and %d more", n)
	}
	return " This loses " + strings.Join(names, ", ") + more + "."
}

func lastName(path structural.Path) string {
	for _, step := range slices.Backward(path) {
		if step.Kind() != field.IndexStep {
			return step.Name()
		}
	}
	return ""
}
