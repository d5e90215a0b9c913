package jsonpath

// Path is a parsed template.
type Path struct {
	nodes []node // each a text or a *list
	// names are the fields of a template that is one action of nothing but fields, as
	// most are.
	names []string
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
	return &Path{nodes: nodes, names: fieldNames(nodes)}, nil
}

// fieldNames returns the names of the fields if nodes is one action of nothing else.
func fieldNames(nodes []node) []string {
	if len(nodes) != 1 {
		return nil
	}
	action, ok := nodes[0].(*list)
	if !ok {
		return nil
	}
	return action.fieldNames()
}

// Find returns the results of a template on v, a set for each action and each text
// between actions. The error has the server's text.
func (p *Path) Find(v any, missing Missing) ([][]any, error) {
	e := evaluator{nodes: p.nodes, missing: missing, steps: maxSteps, lastEnd: -1}
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
func (p *Path) First(obj map[string]any) (any, bool) { return new(Evaluator).First(p, obj) }

// Evaluator evaluates one path after the other, and reuses its memory. Its zero value is
// ready to use. It is not safe for concurrent use.
type Evaluator struct{ start []any }

// First returns what [Path.First] returns.
func (e *Evaluator) First(p *Path, obj map[string]any) (any, bool) {
	if p.names != nil {
		return at(obj, p.names)
	}
	e.start = append(e.start[:0], obj)
	run := evaluator{nodes: p.nodes, missing: Allow, steps: maxSteps, lastEnd: -1}
	first, err := run.first(e.start)
	if err != nil || len(first) == 0 || first[0] == any(noValue{}) {
		return nil, false
	}
	return first[0], true
}

// at returns the value at a path of fields.
func at(v any, names []string) (any, bool) {
	for _, name := range names {
		m, ok := v.(map[string]any)
		if !ok {
			return nil, false
		}
		if v, ok = m[name]; !ok {
			return nil, false
		}
	}
	return v, true
}
