package lint

import (
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/internal/celtree"
	"github.com/seed95800270/crdschema/internal/jsontext"
)

// truth is the outcome of a part of a rule. Failed is an evaluation that fails, such as one that
// reads an absent field.
type truth uint8

const (
	no truth = iota
	yes
	failed
)

const (
	// mostCases bounds the combinations of values that a rule is tried with.
	mostCases = 20_000
	// mostWork bounds the parts of a rule that are evaluated with all combinations.
	mostWork = 400_000
)

// outcomes returns the outcomes that a rule may have for the values of a schema, or false if they
// are too many. It is a superset: parts that it does not understand may have any outcome, and
// parts that are related count as unrelated. step counts the work.
func outcomes(rule *celtree.Expr, step func(int) bool, domainOf func(*celtree.Expr) domain) (possible [3]bool, ok bool) {
	t := terms{keys: map[*celtree.Expr]string{}, constants: map[string][]any{}, domains: map[string]domain{}, atoms: map[string]bool{}, domainOf: domainOf}
	t.collect(rule)
	values := map[string][]any{}
	size := 1
	for key := range t.constants {
		values[key] = t.domains[key].samples(t.constants[key])
		size *= len(values[key])
		if size > mostCases || size == 0 {
			return possible, false
		}
	}
	for key := range t.atoms {
		values[key] = []any{no, yes, failed}
		if size *= 3; size > mostCases {
			return possible, false
		}
	}
	if work := size * parts(rule); work > mostWork || !step(work) {
		return possible, false
	}
	t.each(values, slices.Sorted(maps.Keys(values)), map[string]any{}, func(v map[string]any) { possible[t.eval(rule, v)] = true })
	return possible, true
}

// parts returns the number of parts of an expression.
func parts(e *celtree.Expr) int {
	n := 1
	for _, a := range e.Args {
		n += parts(a)
	}
	return n
}

// terms are the parts of a rule that have values: those compared with constants, and those that
// are true or false.
type terms struct {
	keys      map[*celtree.Expr]string
	constants map[string][]any
	domains   map[string]domain
	atoms     map[string]bool
	domainOf  func(*celtree.Expr) domain
}

func (t *terms) each(values map[string][]any, keys []string, chosen map[string]any, visit func(map[string]any)) {
	if len(keys) == 0 {
		visit(chosen)
		return
	}
	for _, v := range values[keys[0]] {
		chosen[keys[0]] = v
		t.each(values, keys[1:], chosen, visit)
	}
}

func (t *terms) collect(e *celtree.Expr) {
	if isLogical(e) {
		for _, a := range e.Args {
			t.collect(a)
		}
		return
	}
	if e.Op == celtree.Literal {
		return
	}
	if term, constants, ok := comparison(e); ok {
		key := t.key(term)
		if _, known := t.domains[key]; !known {
			t.domains[key] = t.domainOf(term)
		}
		t.constants[key] = append(t.constants[key], constants...)
		return
	}
	if _, _, ok := constantComparison(e); !ok {
		t.atoms[t.key(e)] = true
	}
}

func isLogical(e *celtree.Expr) bool {
	if e.Op != celtree.Call || e.Method {
		return false
	}
	switch e.Name {
	case "_&&_", "_||_", "!_", "_?_:_":
		return true
	}
	return false
}

// comparison returns the term of a comparison with constants, and the constants.
func comparison(e *celtree.Expr) (term *celtree.Expr, constants []any, ok bool) {
	if e.Op != celtree.Call || e.Method || len(e.Args) != 2 || comparisons[e.Name] == nil && e.Name != "@in" {
		return nil, nil, false
	}
	a, b := e.Args[0], e.Args[1]
	switch {
	case e.Name == "@in" && b.Op == celtree.List && len(b.Args) > 0 && a.Op != celtree.Literal:
		for _, c := range b.Args {
			if !isConstant(c) {
				return nil, nil, false
			}
			constants = append(constants, c.Value)
		}
		return a, constants, comparable(a)
	case e.Name == "@in":
		return nil, nil, false
	case isConstant(b) && !isConstant(a):
		return a, []any{b.Value}, comparable(a)
	case isConstant(a) && !isConstant(b):
		return b, []any{a.Value}, comparable(b)
	}
	return nil, nil, false
}

// constantComparison returns the constants of a comparison of two.
func constantComparison(e *celtree.Expr) (a, b any, ok bool) {
	if e.Op != celtree.Call || e.Method || len(e.Args) != 2 || comparisons[e.Name] == nil || !isConstant(e.Args[0]) || !isConstant(e.Args[1]) {
		return nil, nil, false
	}
	return e.Args[0].Value, e.Args[1].Value, true
}

func isConstant(e *celtree.Expr) bool {
	if e.Op != celtree.Literal {
		return false
	}
	switch e.Value.(type) {
	case int64, float64, string, bool:
		return true
	}
	return false
}

// comparable reports whether a term is the value of a path, or its size.
func comparable(e *celtree.Expr) bool {
	if e.Op == celtree.Call && e.Name == "size" && len(e.Args) == 1 {
		e = e.Args[0]
	}
	for e.Op == celtree.Select {
		e = e.Args[0]
	}
	return e.Op == celtree.Ident && (e.Name == "self" || e.Name == "oldSelf")
}

// key returns what [keyOf] returns, which it keeps.
func (t *terms) key(e *celtree.Expr) string {
	key, known := t.keys[e]
	if !known {
		key = keyOf(e)
		t.keys[e] = key
	}
	return key
}

// keyOf returns a text that equal expressions share.
func keyOf(e *celtree.Expr) string {
	out := string(rune('a'+int(e.Op))) + e.Name
	if e.Op == celtree.Literal {
		out += literalKey(e.Value)
	}
	for _, a := range e.Args {
		out += "(" + keyOf(a) + ")"
	}
	return out
}

func (t *terms) eval(e *celtree.Expr, v map[string]any) truth {
	if isLogical(e) {
		return t.logical(e, v)
	}
	if b, ok := e.Value.(bool); e.Op == celtree.Literal && ok {
		return of(b)
	}
	if a, b, ok := constantComparison(e); ok {
		return compared(e.Name, a, b)
	}
	if term, constants, ok := comparison(e); ok {
		return t.compare(e, v[t.key(term)], constants)
	}
	if out, ok := v[t.key(e)].(truth); ok {
		return out
	}
	return failed
}

func (t *terms) logical(e *celtree.Expr, v map[string]any) truth {
	first := t.eval(e.Args[0], v)
	switch e.Name {
	case "!_":
		if first == failed {
			return failed
		}
		return of(first == no)
	case "_?_:_":
		switch first {
		case yes:
			return t.eval(e.Args[1], v)
		case no:
			return t.eval(e.Args[2], v)
		}
		return failed
	}
	decides := of(e.Name == "_||_")
	second := t.eval(e.Args[1], v)
	switch {
	case first == decides || second == decides:
		return decides
	case first == failed || second == failed:
		return failed
	}
	return first
}

func (t *terms) compare(e *celtree.Expr, value any, constants []any) truth {
	if value == any(failed) {
		return failed
	}
	if e.Name == "@in" {
		return of(slices.ContainsFunc(constants, func(c any) bool { return compared("_==_", value, c) == yes }))
	}
	if isConstant(e.Args[0]) {
		return compared(e.Name, constants[0], value)
	}
	return compared(e.Name, value, constants[0])
}

func of(b bool) truth {
	if b {
		return yes
	}
	return no
}

var comparisons = map[string]func(int) bool{
	"_==_": func(c int) bool { return c == 0 }, "_!=_": func(c int) bool { return c != 0 },
	"_<_": func(c int) bool { return c < 0 }, "_<=_": func(c int) bool { return c <= 0 },
	"_>_": func(c int) bool { return c > 0 }, "_>=_": func(c int) bool { return c >= 0 },
}

// compared compares two values of one type.
func compared(name string, a, b any) truth {
	x, ok := jsontext.Float(a)
	y, both := jsontext.Float(b)
	if ok && both {
		return of(comparisons[name](sign(x - y)))
	}
	s, ok := a.(string)
	u, both := b.(string)
	if ok && both {
		c := 0
		if s < u {
			c = -1
		} else if s > u {
			c = 1
		}
		return of(comparisons[name](c))
	}
	p, ok := a.(bool)
	q, both := b.(bool)
	if ok && both && (name == "_==_" || name == "_!=_") {
		return of((p == q) == (name == "_==_"))
	}
	if name == "_==_" || name == "_!=_" { // of values of several types
		return of(name == "_!=_")
	}
	return failed
}

func sign(x float64) int {
	switch {
	case x < 0:
		return -1
	case x > 0:
		return 1
	}
	return 0
}
