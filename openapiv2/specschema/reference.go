package specschema

import (
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

type references struct {
	// lookup returns the schema that a $ref refers to, or nil. It is nil if references are
	// kept.
	lookup func(ref string) map[string]any
	known  map[string]*component
	cycles int // number of references that were not replaced because of a cycle
}

type component struct {
	given    map[string]any
	expanded map[string]any // nil unless it may be used again
	schemas  int            // size of expanded
	open     bool           // it is being expanded
}

type reference struct {
	name string       // "" for none
	path []field.Step // of the $ref in the node
}

// referenceOf returns the reference of a node, possibly wrapped in an allOf, and the other
// keywords.
func (x *expander) referenceOf(m map[string]any) (reference, map[string]any) {
	if x.lookup == nil {
		return reference{}, m
	}
	if ref, _ := m["$ref"].(string); ref != "" {
		return reference{ref, []field.Step{structural.Field("$ref")}}, without(m, "$ref")
	}
	if ref := wrapped(m); ref != "" {
		path := []field.Step{structural.Field("allOf"), structural.Index(0), structural.Field("$ref")}
		return reference{ref, path}, without(m, "allOf")
	}
	return reference{}, m
}

func wrapped(m map[string]any) string {
	branches, _ := m["allOf"].([]any)
	if len(branches) != 1 {
		return ""
	}
	branch, _ := branches[0].(map[string]any)
	if len(branch) != 1 {
		return ""
	}
	ref, _ := branch["$ref"].(string)
	return ref
}

func without(m map[string]any, name string) map[string]any {
	out := maps.Clone(m)
	delete(out, name)
	return out
}

// referred returns the expanded schema of a reference, or a schema of any value for a missing
// one or a cycle.
func (x *expander) referred(ref reference) map[string]any {
	c := x.known[ref.name]
	if c == nil {
		c = &component{given: x.lookup(ref.name)}
		x.known[ref.name] = c
	}
	switch {
	case c.given == nil:
		x.schemas++
		x.report(codes.ReferenceNotFound, field.NotFound, ref.name, "", ref.path...)
		return anything(nil)
	case c.open:
		x.cycles++
		x.schemas++
		x.report(codes.ReferenceCycle, field.Invalid, ref.name, codes.ReferenceCycleDetail, ref.path...)
		return anything(c.given["type"])
	case c.expanded != nil:
		x.schemas += c.schemas
		x.take(0)
		return c.expanded
	default:
		return x.component(c)
	}
}

// component expands a component. It keeps the result for other references unless there is a
// cycle in it: the place where a cycle is cut depends on the schemas around the component.
func (x *expander) component(c *component) map[string]any {
	schemas, cycles := x.schemas, x.cycles
	c.open = true
	out := x.schema(c.given)
	c.open = false
	if x.depth > 0 {
		out = builtin(out)
	}
	if x.cycles == cycles {
		c.expanded, c.schemas = out, x.schemas-schemas
	}
	return out
}

func anything(typ any) map[string]any {
	out := map[string]any{preserveUnknown: true}
	if typ == "object" {
		out["type"] = typ
	}
	return out
}

// builtin returns the schema of a component as a CRD writes it: built-in types mark an
// int-or-string by its format.
//
// Rule: k8s.io/apiserver/pkg/cel/openapi, Schema.IsXIntOrString.
func builtin(m map[string]any) map[string]any {
	typ, typed := m["type"]
	if m["format"] != "int-or-string" || typed && typ != "string" {
		return m
	}
	for _, name := range []string{"format", "type", "oneOf", "anyOf"} {
		delete(m, name)
	}
	m[intOrString] = true
	return m
}

// overriding are the keywords next to a reference that replace the schema's: a field may have
// its own documentation, default and merge strategy.
//
// Rule: k8s.io/kube-openapi/pkg/schemaconv, for the merge strategies.
var overriding = []string{
	"default", "description", "example", "externalDocs", "nullable", "title",
	"x-kubernetes-list-map-keys", "x-kubernetes-list-type", "x-kubernetes-map-type",
}

func (x *expander) merge(target, beside map[string]any) map[string]any {
	if len(beside) == 0 {
		return target
	}
	if !x.take(len(target) + size(beside, maxValues)) {
		return nil
	}
	out := maps.Clone(target)
	for _, name := range slices.Sorted(maps.Keys(beside)) {
		old, given := out[name]
		if given && !slices.Contains(overriding, name) && !structural.Equal(old, beside[name]) {
			x.report(codes.KeywordConflict, field.Invalid, field.Omitted, codes.KeywordConflictDetail, structural.Field(name))
			continue
		}
		out[name] = beside[name]
	}
	return out
}

var metadataNames = []string{
	"io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta", "k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta",
	"io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta", "k8s.io/apimachinery/pkg/apis/meta/v1.ListMeta",
}

// isMetadata reports whether a schema refers to the metadata of objects or lists, as the
// server adds it.
func (x *expander) isMetadata(v any) bool {
	m, _ := v.(map[string]any)
	ref, _ := x.referenceOf(m)
	return slices.Contains(metadataNames, nameIn(ref.name))
}
