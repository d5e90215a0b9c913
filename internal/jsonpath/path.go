package jsonpath

import (
	"github.com/seed95800270/crdschema/internal/work"
)

// Path is a parsed template.
type Path struct {
	nodes []node
	// names is set for a template of only fields, as usual.
	names []string
	// filtered is set for one such action with a filter.
	filtered *filteredPath
}

// Missing is the treatment of a field that no value has.
type Missing uint8

const (
	// Refuse returns an error.
	Refuse Missing = iota
	// Allow returns no result.
	Allow
)

// Parse parses a template, the jsonPath of a CRD with braces. The error has the server's
// text.
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

// Find returns a set of results for each action and each text between actions. The error
// has the server's text. w may be nil; without steps left, there is no result.
func (p *Path) Find(w *work.Tracker, v any, missing Missing) ([][]any, error) {
	e := evaluator{nodes: p.nodes, missing: missing, steps: maxSteps, lastEnd: -1, work: w}
	return e.find(0, v)
}

// IsPlain reports whether p consists of fields: then [Path.Find] returns at most the result
// of [Path.First].
func (p *Path) IsPlain() bool { return p.names != nil }

// IsNull reports whether a result of [Path.Find] is null.
func IsNull(v any) bool { return v == nil || v == any(noValue{}) }

// First returns the first value of the first set of [Path.Find] with missing fields
// allowed, or false.
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
