package lint

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/internal/textlines"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// Code says what a finding is about. Codes are stable.
type Code string

// Findings of package lint about a CRD that a server accepts. They are not errors.
const (
	// CrossedLimits: a minimum is above the maximum, of numbers, lengths, elements or fields, so
	// that no value fits. Found at the minimum.
	CrossedLimits Code = "crossed-limits"
	// RequiredUndeclared: a required field is not declared. The server drops it, and then it is
	// missing. Found at the name in required.
	RequiredUndeclared Code = "required-undeclared"
	// EnumEmpty: an enum has no values, and the server ignores it. Found at enum.
	EnumEmpty Code = "enum-empty"
	// EnumWithoutNull: the enum of a nullable value refuses null. Found at enum.
	EnumWithoutNull Code = "enum-without-null"
	// KeywordOfOtherType: a limit is one for another type than the schema's, and has no effect.
	// Found at the limit.
	KeywordOfOtherType Code = "keyword-of-other-type"
	// FormatUnknown: the server does not know a format, and does not check it. Found at format.
	FormatUnknown Code = "format-unknown"
	// PropertyBoolean: a property is called true or false, as YAML 1.1 reads a bare n, y, no or
	// on. Found at the property.
	PropertyBoolean Code = "property-boolean"
	// RuleNeverFalse: a rule is false for no value: it is true, or it fails. Found at rule.
	RuleNeverFalse Code = "rule-never-false"
	// RuleNeverTrue: a rule refuses every value. Found at rule.
	RuleNeverTrue Code = "rule-never-true"
	// DefaultRefused: defaults together break a rule, so that an object that leaves the fields
	// out is refused. Found at rule.
	DefaultRefused Code = "default-refused"
	// KeyUnlimited: a list map key without maxLength makes a rule costly. Found at the key.
	KeyUnlimited Code = "key-unlimited"
)

// Finding is something in a CRD that is surely wrong.
type Finding struct {
	Code Code `json:"code"`
	// Path is the path of the value in the CRD.
	Path structural.Path `json:"path"`
	// Message says what is wrong.
	Message string `json:"message"`
	// Fix says what to do, with edits if that is mechanical.
	Fix hints.Hint `json:"fix"`
}

// String returns the finding as [Finding.Text] does, without a file.
func (f Finding) String() string { return f.Text("", nil) }

// Text returns the finding as lines for a reader: what is wrong, where, what to do, the edits,
// what they lose, and the code in docs/ERRORS.md. positions are those of the CRD in the text with
// the name file, or nil.
func (f Finding) Text(file string, positions *document.Positions) string {
	var lines textlines.Lines
	lines.Title(f.Message)
	lines.Add("at", textlines.Located(file, positions, 0, f.Path, f.Path.String()))
	if f.Fix.Text != "" {
		lines.Add("do", f.Fix.Text)
	}
	lines.AddAll("change", textlines.Edits(f.Fix.Edits))
	lines.AddAll("loses", textlines.Paths(f.Fix.Loses))
	lines.Add("see", "docs/ERRORS.md, "+string(f.Code))
	return lines.String()
}

// CRD returns the findings about a CRD that a server accepts, those about a schema before those
// about the schemas in it. A CRD that it rejects may have findings, too, but not all of them. If
// there are about a thousand, the others are left out.
//
// The error is about ctx or the budget (structural.ErrTooMuchWork).
func CRD(ctx context.Context, crd map[string]any) ([]Finding, error) {
	ctx, w := work.Share(ctx)
	normal, err := structural.Normalize(crd)
	object, _ := normal.(map[string]any)
	if err != nil || object == nil {
		return nil, w.Err()
	}
	l := linter{ctx: ctx, work: w, rules: celrules.NewCompiler()}
	spec, _ := object["spec"].(map[string]any)
	l.open = spec["preserveUnknownFields"] == true
	versions, _ := spec["versions"].([]any)
	for i, v := range versions {
		version, _ := v.(map[string]any)
		schema, _ := version["schema"].(map[string]any)
		root, _ := schema["openAPIV3Schema"].(map[string]any)
		path := structural.Path{structural.Field("spec"), structural.Field("versions"), structural.Index(i), structural.Field("schema"), structural.Field("openAPIV3Schema")}
		if root != nil {
			l.version(root, path)
		}
	}
	return l.found, w.Err()
}

// mostSteps bounds the paths of all findings: a thousand findings in a schema that is not deep.
const mostSteps = 20_000

// linter collects findings.
type linter struct {
	ctx   context.Context
	work  *work.Tracker
	rules *celrules.Compiler
	open  bool // unknown fields are preserved everywhere
	found []Finding

	steps    int // of the paths of findings
	defaults int // schemas in which defaults were looked for
}

// node is a schema, its path, and whether it is a resource. The path is only valid while the walk
// is there.
type node struct {
	schema   map[string]any
	path     structural.Path
	resource bool
}

func (l *linter) add(code Code, path structural.Path, text string, fix hints.Hint) {
	l.steps += len(path)
	l.found = append(l.found, Finding{code, slices.Clone(path), text, fix})
}

func (l *linter) version(root map[string]any, path structural.Path) {
	l.walk(node{root, path, true})
	l.keys(root, path)
}

// walk looks at a schema and the schemas of the values in it. Branches only restrict values.
func (l *linter) walk(n node) {
	if n.schema == nil || l.steps > mostSteps || !l.work.Step(1+len(n.schema)) {
		return
	}
	for _, look := range []func(node){l.limits, l.required, l.enum, l.keywords, l.format, l.validations} {
		look(n)
	}
	for _, keyword := range []string{"items", "additionalProperties"} {
		if below, ok := n.schema[keyword].(map[string]any); ok {
			l.walk(node{below, append(n.path, structural.Field(keyword)), below["x-kubernetes-embedded-resource"] == true})
		}
	}
	properties, _ := n.schema["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		at := append(n.path, structural.Field("properties"), structural.Key(name))
		if name == "true" || name == "false" {
			l.boolean(n, name, properties, slices.Clone(at))
		}
		if below, ok := properties[name].(map[string]any); ok {
			l.walk(node{below, at, below["x-kubernetes-embedded-resource"] == true})
		}
	}
}

func (n node) at(keyword string) structural.Path { return n.path.Append(structural.Field(keyword)) }

func (n node) text(keyword string) string {
	text, _ := n.schema[keyword].(string)
	return text
}

func (n node) texts(keyword string) (out []string) {
	list, _ := n.schema[keyword].([]any)
	for _, v := range list {
		if text, ok := v.(string); ok {
			out = append(out, text)
		}
	}
	return out
}

// boolean finds a property whose name YAML 1.1 has read as a boolean.
func (l *linter) boolean(n node, name string, properties map[string]any, at structural.Path) {
	words := map[string]string{"true": `"y", "yes" or "on"`, "false": `"n", "no" or "off"`}[name]
	fix := hints.Hint{Text: "Quote the name in YAML: " + words + "."}
	if meant := map[string]string{"true": "y", "false": "n"}[name]; name == "true" && has(properties, "x") && !has(properties, "y") {
		fix = hints.Hint{Text: `Call it "y", with quotes in YAML.`, Edits: []hints.Edit{
			{Path: at, Remove: true}, {Path: n.at("properties").Append(structural.Key(meant)), Value: properties[name]}}}
	}
	l.add(PropertyBoolean, at, "The property is called "+name+": YAML 1.1 reads "+strings.ReplaceAll(words, `"`, "")+" without quotes as a boolean.", fix)
}

func has(m map[string]any, name string) bool {
	_, ok := m[name]
	return ok
}
