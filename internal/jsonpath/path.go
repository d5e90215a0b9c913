package jsonpath

import "github.com/seed95800270/crdschema/internal/work"

// Path is a parsed template.
type Path struct {
	nodes []node // each a text or a *list
	// names are the fields of a template that is one action of nothing but fields, as
	// most are.
	names []string
	// filtered is set for a template that is one such action.
	filtered *filteredPath
}

// Missing says what an evaluation does about a field that no value has.
type Missing uint8

const (
	// Refuse makes it an error.
	Refuse Missing = iota
	// Allow makes it no result.
	Allow
)

// Parse parses a template. A jsonPath of a crd is the template in braces around it. The
// error has the server's text.
func Parse(template string) (*Path, error) {
	p := parser{input: template}
	nodes, err := p.parse()
	if err != nil {
		return nil, err
	}
	out := &Path{nodes: nodes}
	if len(nodes) == 1 {
		if action, ok := nodes[0].(*list); ok {
			out.names, out.filtered = action.fieldNames(), newFilteredPath(action)
		}
	}
	return out, nil
}

// Find returns the results of a template on v, a set for each action and each text
// between actions. The error has the server's text. w, which may be nil, counts the steps; when it
// has failed, there is no result.
func (p *Path) Find(w *work.Tracker, v any, missing Missing) ([][]any, error) {
	e := evaluator{nodes: p.nodes, missing: missing, steps: maxSteps, lastEnd: -1, work: w}
	return e.find(0, v)
}

// IsPlain reports whether p is nothing but fields: then [Path.Find] returns at most one
// result, which is that of [Path.First], and no error if missing fields are allowed.
func (p *Path) IsPlain() bool { return p.names != nil }

// IsNull reports whether a result of [Path.Find] is null.
func IsNull(v any) bool { return v == nil || v == any(noValue{}) }

// First returns the first value of the first set that [Path.Find] returns with missing
// fields allowed, which is what a printer column shows. It returns false if there is
// none, because of an error or otherwise.
func (p *Path) First(obj map[string]any) (any, bool) {
	if p.names != nil {
		return at(obj, p.names)
	}
	var values [1]any
	new(Evaluator).FirstOfEach(values[:], p, []map[string]any{obj})
	if values[0] == any(None{}) {
		return nil, false
	}
	return values[0], true
}
