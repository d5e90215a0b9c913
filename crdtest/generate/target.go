package generate

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/seed95800270/crdschema/internal/celtree"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// Target is one requirement of the schema: a keyword or a rule.
type Target struct {
	// Path leads to it in the schema: properties[spec].maxLength,
	// properties[spec].required[name], properties[spec].x-kubernetes-validations[1].
	Path structural.Path
	// Keyword is the name of the keyword: maxLength, required, x-kubernetes-validations.
	Keyword string
	// Transition reports whether it is a rule that compares with the object before.
	Transition bool

	steps []string // from an object to a value of the schema
	name  string   // of the field that is required
	node  map[string]any
}

// String returns the path.
func (t Target) String() string { return t.Path.String() }

// IsRule reports whether t is a validation rule.
func (t Target) IsRule() bool { return t.Keyword == rules }

// IsBound reports whether t limits a number or a size.
func (t Target) IsBound() bool { return slices.Contains(bounds, t.Keyword) }

const rules = "x-kubernetes-validations"

var bounds = []string{"minimum", "maximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"}

// keywords are those that have a target, apart from required and rules.
var keywords = append([]string{"type", "enum", "format", "pattern", "x-kubernetes-list-type", "x-kubernetes-int-or-string", "anyOf", "oneOf", "not"}, bounds...)

// Targets returns the keywords and rules that objects can satisfy and break, in the order of a
// walk through the schema by name. Those in branches (anyOf …) belong to the branches' keyword.
func (g *Generator) Targets() []Target { return slices.Clone(g.targets) }

// item and value are the steps to the elements of a list and the values of a map.
const (
	item  = "\x00items"
	value = "\x00values"
)

type node struct {
	path   structural.Path
	steps  []string
	schema map[string]any
}

// mostNodes bounds the nodes of a schema that have targets.
const mostNodes = 20_000

func (g *Generator) collect() {
	g.nodes = []node{{schema: g.schema}}
	for i := 0; i < len(g.nodes) && len(g.nodes) < mostNodes; i++ {
		g.children(g.nodes[i])
	}
	slices.SortStableFunc(g.nodes, func(a, b node) int { return a.path.Compare(b.path) })
	for _, n := range g.nodes {
		g.collectTargets(n)
	}
}

func (g *Generator) children(n node) {
	properties, _ := n.schema["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if len(n.steps) == 0 && (name == "metadata" || name == "apiVersion" || name == "kind") {
			continue
		}
		if n.schema["x-kubernetes-embedded-resource"] == true && (name == "metadata" || name == "apiVersion" || name == "kind") {
			continue
		}
		g.child(n, properties[name], name, structural.Field("properties"), structural.Key(name))
	}
	g.child(n, n.schema["items"], item, structural.Field("items"))
	g.child(n, n.schema["additionalProperties"], value, structural.Field("additionalProperties"))
}

func (g *Generator) child(n node, schema any, name string, at ...field.Step) {
	s, ok := schema.(map[string]any)
	if !ok || len(n.steps) > 60 {
		return
	}
	g.nodes = append(g.nodes, node{n.path.Append(at...), append(slices.Clone(n.steps), name), s})
}

func (g *Generator) collectTargets(n node) {
	add := func(keyword string, more ...field.Step) *Target {
		path := n.path.Append(structural.Field(keyword)).Append(more...)
		g.targets = append(g.targets, Target{Path: path, Keyword: keyword, steps: n.steps, node: n.schema})
		return &g.targets[len(g.targets)-1]
	}
	for _, k := range keywords {
		if v, ok := n.schema[k]; ok && v != false && v != "atomic" && !(k == "type" && len(n.steps) == 0) {
			add(k)
		}
	}
	required, _ := n.schema["required"].([]any)
	for _, name := range required {
		if field, ok := name.(string); ok && !(len(n.steps) == 0 && slices.Contains([]string{"metadata", "kind", "apiVersion"}, field)) {
			add("required", structural.Key(field)).name = field
		}
	}
	list, _ := n.schema[rules].([]any)
	for i, r := range list {
		m, _ := r.(map[string]any)
		text, _ := m["rule"].(string)
		if text == "" { // no object satisfies or breaks it
			continue
		}
		update := strings.Contains(text, "oldSelf")
		t := add(rules, structural.Index(i))
		t.Transition = update
		r := &rule{tree: parsed(text), update: update, optional: m["optionalOldSelf"] == true}
		r.status = g.status && len(n.steps) == 0 && strings.Contains(text, ".status")
		g.rules[t.Path.String()] = r
		at := reflect.ValueOf(n.schema).Pointer()
		g.rulesOf[at] = append(g.rulesOf[at], r)
	}
}

// parsed returns a function that parses the text of a rule in its first call: [New] has no context
// that ends the parser.
func parsed(text string) func() *celtree.Expr {
	return sync.OnceValue(func() *celtree.Expr {
		tree, _ := celtree.Parse(text, 1<<15)
		return tree
	})
}

// ofStatus reports whether requests for the object ignore a value.
func (g *Generator) ofStatus(steps []string) bool {
	return g.status && len(steps) > 0 && steps[0] == "status"
}
