package specschema

import (
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/keyword"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

var values = func() map[string]keyword.Value {
	out := make(map[string]keyword.Value, len(keyword.OfSchema))
	for _, k := range keyword.OfSchema {
		out[k.Name] = k.Value
	}
	return out
}()

var dropped = map[string]bool{
	groupVersionKind:                 true,
	"x-kubernetes-selectable-fields": true,
	"x-kubernetes-patch-strategy":    true,
	"x-kubernetes-patch-merge-key":   true,
	"x-kubernetes-unions":            true,
}

const (
	groupVersionKind = "x-kubernetes-group-version-kind"
	embeddedResource = "x-kubernetes-embedded-resource"
	intOrString      = "x-kubernetes-int-or-string"
	preserveUnknown  = "x-kubernetes-preserve-unknown-fields"
)

// expander replaces the references in schemas that are maps, and keywords that a CRD writes
// differently. Its results share values and must not change.
type expander struct {
	*reporter
	references        // nil if references are kept
	resourceRoot bool // the root schema is the kind of a document
	extent            // of the result
}

func (x *expander) schema(m map[string]any) map[string]any {
	x.depth++
	defer func() { x.depth-- }()
	x.schemas++
	if !x.take(len(m)) {
		return nil
	}
	ref, beside := x.referenceOf(m)
	if ref.name == "" {
		return x.keywords(m)
	}
	x.schemas-- // the schema that is referred to counts instead
	return x.merge(x.referred(ref), x.keywords(beside))
}

func (x *expander) take(n int) bool { return x.bounded(&x.extent, n) }

func (x *expander) keywords(m map[string]any) map[string]any {
	out := make(map[string]any, len(m))
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if !dropped[name] {
			x.enter(structural.Field(name))
			out[name] = x.keyword(m, name)
			x.leave()
		}
	}
	x.setType(out, m["type"])
	return out
}

// keyword expands the value of a keyword. A value of the wrong type is kept and reported when
// the result is read.
func (x *expander) keyword(m map[string]any, name string) any {
	kind := values[name]
	switch v := m[name].(type) {
	case map[string]any:
		switch kind {
		case keyword.Schema, keyword.SchemaOrBool, keyword.SchemaOrSchemas:
			return x.schema(v)
		case keyword.NamedSchemas, keyword.NamedSchemasOrTexts:
			return x.named(v, name == "properties" && x.isResource(m))
		}
	case []any:
		if kind == keyword.Schemas || kind == keyword.SchemaOrSchemas {
			return x.list(v)
		}
	}
	return m[name]
}

func (x *expander) named(m map[string]any, ofResource bool) map[string]any {
	if !x.take(len(m)) {
		return nil
	}
	out := make(map[string]any, len(m))
	for _, name := range slices.Sorted(maps.Keys(m)) {
		x.enter(structural.Key(name))
		if ofResource && name == "metadata" && x.isMetadata(m[name]) {
			out[name] = map[string]any{"type": "object"}
		} else {
			out[name] = x.element(m[name])
		}
		x.leave()
	}
	return out
}

func (x *expander) list(list []any) []any {
	if !x.take(len(list)) {
		return nil
	}
	out := make([]any, len(list))
	for i, v := range list {
		x.enter(structural.Index(i))
		out[i] = x.element(v)
		x.leave()
	}
	return out
}

func (x *expander) element(v any) any {
	if m, ok := v.(map[string]any); ok {
		return x.schema(m)
	}
	return v
}

func (x *expander) isResource(m map[string]any) bool {
	return m[embeddedResource] == true || x.resourceRoot && x.depth == 1
}

func (x *expander) setType(out map[string]any, given any) {
	list, ok := given.([]any)
	if !ok || !x.take(len(list)) {
		return
	}
	delete(out, "type")
	types := list
	if len(list) > 1 {
		types = slices.DeleteFunc(slices.Clone(list), func(v any) bool { return v == "null" })
	}
	switch {
	case len(list) == 0:
	case len(types) == 1:
		out["type"] = types[0] // reported later if it is not a string
	case out[intOrString] == true && len(types) == 2 && slices.Contains(types, any("integer")) && slices.Contains(types, any("string")):
	default:
		x.report(codes.TypeList, field.Invalid, list, codes.TypeListDetail, structural.Field("type"))
		return
	}
	if len(types) < len(list) {
		out["nullable"] = true
	}
}
