package lint

import (
	"math"
	"slices"
	"strconv"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/internal/celtree"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/structural"
)

const (
	// longestRule is the length in bytes of the longest rule that is judged.
	longestRule = 10_000
	// mostDefaulted is the number of schemas in which defaults are looked for.
	mostDefaulted = 200_000
)

// validations judges the rules of a schema.
func (l *linter) validations(n node) {
	list, _ := n.schema["x-kubernetes-validations"].([]any)
	if len(list) == 0 {
		return
	}
	defaulted := l.defaulted(n)
	for i, v := range list {
		rule, _ := v.(map[string]any)
		text, _ := rule["rule"].(string)
		tree, err := celtree.Parse(text, longestRule)
		if l.steps > mostSteps || !l.work.Step(1+len(text)) {
			return
		}
		if err != nil {
			continue
		}
		l.truth(n, i, tree)
		defaulted.try(l, n, i, tree)
	}
}

// rulePath returns the path of the expression of a rule.
func (n node) rulePath(i int) structural.Path {
	return n.path.Append(structural.Field("x-kubernetes-validations"), structural.Index(i), structural.Field("rule"))
}

// truth finds rules that are never false or never true. Limits of the schema count only for rules
// that are never true: a rule that says what the schema says is not wrong.
func (l *linter) truth(n node, i int, tree *celtree.Expr) {
	fix := hints.Hint{Text: "Correct the rule, or remove it."}
	free, ok := outcomes(tree, l.work.Step, func(e *celtree.Expr) domain { return n.domain(e, false) })
	if ok && !free[no] && free[yes] {
		at := n.rulePath(i)
		if free[failed] {
			l.add(RuleNeverFalse, at, "The rule can never be false: it is true wherever it can be evaluated.", fix)
			return
		}
		whole := at[:len(at)-1]
		fix.Edits, fix.Loses = []hints.Edit{{Path: whole, Remove: true}}, []structural.Path{whole}
		l.add(RuleNeverFalse, at, "The rule can never be false: it is true for every value.", fix)
		return
	}
	valid, ok := outcomes(tree, l.work.Step, func(e *celtree.Expr) domain { return n.domain(e, true) })
	if ok && !valid[yes] {
		l.add(RuleNeverTrue, n.rulePath(i), "The rule can never be true: it refuses every value.", fix)
	}
}

// domain returns the values of a path of self, or of its size. With limits, the schema limits
// them.
func (n node) domain(e *celtree.Expr, limited bool) domain {
	d := domain{low: math.Inf(-1), high: math.Inf(1), absent: true, mixed: true}
	size := e.Op == celtree.Call
	if size {
		e = e.Args[0]
		d.low, d.integers, d.mixed = 0, true, false
	}
	schema, old := n.schemaOf(e)
	if schema == nil {
		return d
	}
	d.absent = e.Op != celtree.Ident
	s := node{schema: schema}
	t := s.text("type")
	d.nullable = !size && schema["nullable"] == true
	d.integers, d.mixed = d.integers || t == "integer", d.mixed && (t == "" || schema["x-kubernetes-int-or-string"] == true)
	if !limited || old || size && schema["format"] == "byte" { // a rule sees the decoded bytes
		return d
	}
	low, high := "minimum", "maximum"
	if size {
		low = map[string]string{"array": "minItems", "string": "minLength", "object": "minProperties"}[t]
		high = map[string]string{"array": "maxItems", "string": "maxLength", "object": "maxProperties"}[t]
	} else if list, ok := schema["enum"].([]any); ok && len(list) > 0 {
		d.enum = list
	}
	if v, ok := jsontext.Float(schema[low]); ok {
		d.low = math.Max(d.low, v)
	}
	if v, ok := jsontext.Float(schema[high]); ok {
		d.high = math.Min(d.high, v)
	}
	return d
}

// schemaOf returns the schema of a path of self, or nil, and whether it is the value before an
// update.
func (n node) schemaOf(e *celtree.Expr) (schema map[string]any, old bool) {
	if e.Op == celtree.Ident {
		return n.schema, e.Name == "oldSelf"
	}
	schema, old = n.schemaOf(e.Args[0])
	properties, _ := schema["properties"].(map[string]any)
	schema, _ = properties[e.Name].(map[string]any)
	return schema, old
}

// defaulted is an empty object with the defaults of its schema, or nothing.
type defaulted struct {
	schema *structural.Schema // nil without defaults
	root   structural.Root
	object map[string]any
}

func (l *linter) defaulted(n node) (d defaulted) {
	if !l.hasDefaults(n.schema) {
		return d
	}
	s, errs, err := structural.FromMap(l.ctx, n.schema)
	if err != nil || len(errs) > 0 {
		return d
	}
	object, paths, err := defaulting.Default(l.ctx, map[string]any{}, s)
	if err != nil || len(paths) == 0 {
		return d
	}
	d = defaulted{s, structural.Value, object}
	if n.resource {
		d.root = structural.Resource
	}
	return d
}

// try finds a rule that the defaults of the fields it reads break, if it reads no other field.
func (d defaulted) try(l *linter, n node, i int, tree *celtree.Expr) {
	if d.schema == nil || d.schema.NumRules() <= i || !readsOnly(tree, d.object) {
		return
	}
	out, err := l.rules.Try(l.ctx, celrules.Trial{Schema: d.schema, Root: d.root, Rule: d.schema.Rules()[i], Self: d.object})
	if err != nil || out.Skipped || len(out.Errors) == 0 || out.Errors[0].Code != "rule-failed" {
		return
	}
	l.add(DefaultRefused, n.rulePath(i), "The defaults break the rule: an object that leaves the fields out is refused.",
		hints.Hint{Text: "Change a default, or the rule."})
}

// hasDefaults reports whether fields have defaults. It looks at mostDefaulted schemas of a CRD at
// most: rules may be nested.
func (l *linter) hasDefaults(schema map[string]any) bool {
	properties, _ := schema["properties"].(map[string]any)
	if l.defaults += 1 + len(properties); l.defaults > mostDefaulted || !l.work.Step(1+len(properties)) {
		return false
	}
	found := false
	for _, v := range properties {
		if s, ok := v.(map[string]any); ok && (has(s, "default") || l.hasDefaults(s)) {
			found = true
		}
	}
	return found
}

// readsOnly reports whether a rule reads nothing but fields of v.
func readsOnly(e *celtree.Expr, v map[string]any) bool {
	if e.Op == celtree.Ident {
		return e.Name != "self" && e.Name != "oldSelf"
	}
	if e.Op == celtree.Select {
		if path, ok := pathOf(e); ok {
			return found(v, path)
		}
	}
	return !slices.ContainsFunc(e.Args, func(a *celtree.Expr) bool { return !readsOnly(a, v) })
}

// pathOf returns the names of the fields of a path of self.
func pathOf(e *celtree.Expr) (names []string, ok bool) {
	for e.Op == celtree.Select {
		names = append(names, e.Name)
		e = e.Args[0]
	}
	slices.Reverse(names)
	return names, e.Op == celtree.Ident && e.Name == "self"
}

func found(v any, path []string) bool {
	for _, name := range path {
		m, _ := v.(map[string]any)
		below, ok := m[name]
		if !ok {
			return false
		}
		v = below
	}
	return true
}

func literalKey(v any) string {
	switch v := v.(type) {
	case string:
		return strconv.Quote(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case bool:
		return strconv.FormatBool(v)
	}
	return "?"
}
