package jsonpath

import (
	"github.com/seed95800270/crdschema/internal/work"
)

// Template is a parsed template.
type Template struct {
	nodes    []node
	names    []string
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

// Parse parses the jsonPath of a CRD with braces. The error has the server's text.
func Parse(template string) (*Template, error) {
	p := parser{input: template}
	nodes, err := p.parse()
	if err != nil {
		return nil, err
	}
	out := &Template{nodes: nodes}
	if len(nodes) == 1 {
		if action, ok := nodes[0].(*list); ok {
			out.names, out.filtered = action.fieldNames(), newFilteredPath(action)
		}
	}
	return out, nil
}

// Find returns a set of results for each action and each text between actions. The error
// has the server's text. w may be nil; once it fails, there is no result.
func (p *Template) Find(w *work.Tracker, v any, missing Missing) ([][]any, error) {
	e := evaluator{nodes: p.nodes, missing: missing, steps: maxSteps, lastEnd: -1, work: w}
	return e.find(0, v)
}

// IsPlain reports whether p consists of fields: then [Template.Find] returns no more than
// [Template.First].
func (p *Template) IsPlain() bool { return p.names != nil }

// IsNull reports whether a result of [Template.Find] is null.
func IsNull(v any) bool { return v == nil || v == any(noValue{}) }

// First returns the first value of [Template.Find] with missing fields allowed, or false.
func (p *Template) First(obj map[string]any) (any, bool) {
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
