package explain

import (
	"context"
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/internal/valuepath"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
	"github.com/seed95800270/crdschema/structural/validation"
)

// keywords are the keywords that may be the cause of an error, by its code.
var keywords = map[codes.Code][]string{
	codes.Type: {"type", "x-kubernetes-int-or-string"}, codes.Format: {"format"}, codes.NumberRange: {"format", "type"},
	codes.MaxLength: {"maxLength"}, codes.MinLength: {"minLength"}, codes.Pattern: {"pattern"}, codes.Enum: {"enum"},
	codes.BoundRange: {"minimum", "maximum", "multipleOf"}, codes.MultipleOf: {"multipleOf"}, codes.MultipleOfPositive: {"multipleOf"},
	codes.Minimum: {"minimum"}, codes.Maximum: {"maximum"},
	codes.MinItems: {"minItems"}, codes.MaxItems: {"maxItems"}, codes.UniqueItems: {"uniqueItems"},
	codes.MinProperties: {"minProperties"}, codes.MaxProperties: {"maxProperties"},
	codes.Required: {"required"}, codes.AdditionalProperties: {"additionalProperties"},
	codes.AnyOf: {"anyOf"}, codes.OneOf: {"oneOf"}, codes.AllOf: {"allOf"}, codes.Not: {"not"},
	codes.SetDuplicate: {"x-kubernetes-list-type"}, codes.MapDuplicate: {"x-kubernetes-list-map-keys"}, codes.MapItemObject: {"x-kubernetes-list-type"},
	codes.UnknownField:             {"properties"},
	codes.EmbeddedTypeMetaRequired: {"x-kubernetes-embedded-resource"}, codes.EmbeddedKind: {"x-kubernetes-embedded-resource"},
}

// ofParent are the codes of errors whose keyword is in the schema of the value around the path.
var ofParent = map[codes.Code]bool{
	codes.Required: true, codes.AdditionalProperties: true, codes.UnknownField: true, codes.SetDuplicate: true, codes.MapDuplicate: true,
	codes.MapItemObject: true, codes.EmbeddedTypeMetaRequired: true, codes.EmbeddedKind: true,
}

// node is a schema and its path in the schema of a version.
type node struct {
	schema map[string]any
	path   structural.Path
}

// cause is the keyword or the rule that decided an error.
type cause struct {
	node
	keyword string
	path    structural.Path // of the keyword, or nil
	demand  any
	rule    map[string]any // of an error of a rule
}

// mostNodes bounds the schemas in which a cause is looked for: the branches of a value.
const mostNodes = 10_000

// cause returns the keyword that decided e, in the first schema of its value that has it and that
// the value does not satisfy. Branches come after the schema that has them.
func (n node) cause(ctx context.Context, w *work.Tracker, e *structural.Error, found any) cause {
	if len(e.RulePath) > 0 {
		return n.ruleCause(e)
	}
	path := e.Path
	if ofParent[e.Code] && len(path) > 0 {
		path = path[:len(path)-1]
	}
	nodes := n.at(w, path)
	for _, keyword := range keywords[e.Code] {
		var first cause
		for _, m := range nodes {
			demand, has := m.schema[keyword]
			if !has {
				continue
			}
			c := cause{node: m, keyword: keyword, path: m.path.Append(structural.Field(keyword)), demand: demand}
			if c.refuses(ctx, e, found) {
				return c
			}
			if first.path == nil {
				first = c
			}
		}
		if first.path != nil {
			return first
		}
	}
	if len(nodes) > 0 {
		return cause{node: nodes[0]}
	}
	return cause{}
}

func (n node) ruleCause(e *structural.Error) cause {
	out := cause{keyword: "rule", path: e.RulePath.Append(structural.Field("rule"))}
	out.rule, _ = valuepath.At(n.schema, e.RulePath).(map[string]any)
	if len(e.RulePath) >= 2 {
		out.node.path = e.RulePath[:len(e.RulePath)-2]
		out.node.schema, _ = valuepath.At(n.schema, out.node.path).(map[string]any)
	}
	out.demand = out.rule["rule"]
	return out
}

// at returns the schemas that apply to the value of an object at path, with their branches.
func (n node) at(w *work.Tracker, path structural.Path) []node {
	nodes := branches(nil, n)
	for _, step := range path {
		var below []node
		if !w.Step(1 + len(nodes)) {
			return nil
		}
		for _, m := range nodes {
			if child, ok := m.below(step); ok && len(below) < mostNodes {
				below = branches(below, child)
			}
		}
		nodes = below
	}
	return nodes
}

// branches appends n and the schemas in its branches.
func branches(list []node, n node) []node {
	list = append(list, n)
	for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
		of, _ := n.schema[keyword].([]any)
		for i, b := range of {
			if branch, ok := b.(map[string]any); ok && len(list) < mostNodes {
				list = branches(list, node{branch, n.path.Append(structural.Field(keyword), structural.Index(i))})
			}
		}
	}
	if not, ok := n.schema["not"].(map[string]any); ok && len(list) < mostNodes {
		list = branches(list, node{not, n.path.Append(structural.Field("not"))})
	}
	return list
}

// below returns the schema of the field or the element at a step.
func (n node) below(step field.Step) (node, bool) {
	if step.Kind() == field.IndexStep {
		items, ok := n.schema["items"].(map[string]any)
		return node{items, n.path.Append(structural.Field("items"))}, ok
	}
	properties, _ := n.schema["properties"].(map[string]any)
	if s, ok := properties[step.Name()].(map[string]any); ok {
		return node{s, n.path.Append(structural.Field("properties"), structural.Key(step.Name()))}, true
	}
	s, ok := n.schema["additionalProperties"].(map[string]any)
	return node{s, n.path.Append(structural.Field("additionalProperties"))}, ok
}

// refuses reports whether the keyword alone refuses a value with the code of an error.
func (c cause) refuses(ctx context.Context, e *structural.Error, found any) bool {
	if e.Code == codes.Required {
		names, _ := c.demand.([]any)
		return len(e.Path) > 0 && slices.Contains(names, any(e.Path[len(e.Path)-1].Name()))
	}
	alone := map[string]any{c.keyword: c.demand}
	for _, beside := range []string{"type", "format", "nullable", "exclusiveMinimum", "exclusiveMaximum"} {
		if v, ok := c.schema[beside]; ok {
			alone[beside] = v
		}
	}
	schema, schemaErrs, err := structural.FromMap(ctx, alone)
	if err != nil || len(schemaErrs) > 0 {
		return false
	}
	errs, err := validation.Compile(schema).Validate(ctx, found)
	return err == nil && slices.ContainsFunc(errs, func(f *structural.Error) bool { return f.Code == e.Code })
}

// since returns the first minor version that checks the format of a cause.
func since(c cause) string {
	if c.keyword != "format" {
		return ""
	}
	var f usedFormat
	f.name, _ = c.demand.(string)
	f.schemaType, _ = c.schema["type"].(string)
	for minor := kubeversion.Newest - 1; minor >= kubeversion.Oldest; minor-- {
		if f.ignoredBy(minor) {
			return kubeversion.Name(minor + 1)
		}
	}
	return ""
}
