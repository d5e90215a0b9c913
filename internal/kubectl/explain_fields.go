package kubectl

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// fields lists the fields of a schema. It does not list a model again within
// itself.
func (e *explainer) fields(schema map[string]any, seen map[string]bool) {
	if ref, ok := schema["$ref"].(string); ok {
		if seen[ref] {
			return
		}
		seen = maps.Clone(seen)
		seen[ref] = true
	}
	schema = e.resolve(schema)
	properties, _ := schema["properties"].(map[string]any)
	required, _ := schema["required"].([]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		e.field(name, properties[name].(map[string]any), slices.Contains(required, any(name)))
	}
	for _, sub := range e.subschemas(schema) {
		e.fields(sub, seen)
	}
}

func (e *explainer) field(name string, schema map[string]any, required bool) {
	fmt.Fprintf(&e.out, "  %s\t<%s>", name, e.typeOf(schema))
	if required {
		e.out.WriteString(" -required-")
	}
	e.enumInList(schema)
	text, _ := schema["description"].(string)
	if text == "" {
		text = "<no description>"
	}
	e.out.WriteString("\n" + indented(wrap(text, width-4), indent) + "\n")
	if docs, ok := subschema(schema, "externalDocs"); ok {
		e.out.WriteString("\n")
		e.externalDocs(docs, indent, width-6)
	}
	e.out.WriteString("\n")
}

func (e *explainer) externalDocs(docs map[string]any, margin string, width int) {
	e.out.WriteString(margin + "EXTERNAL DOCS:\n")
	inner := margin + indent
	if margin != "" {
		inner = margin + "  "
	}
	if text, _ := docs["description"].(string); text != "" {
		e.out.WriteString(indented(wrap(text, width), inner) + "\n")
	}
	if url, _ := docs["url"].(string); url != "" {
		e.out.WriteString(inner + "URL: " + url + "\n")
	}
}

func (e *explainer) typeOf(schema map[string]any) string {
	if items, ok := subschema(schema, "items"); ok {
		return "[]" + e.typeOf(items)
	}
	if values, ok := subschema(schema, "additionalProperties"); ok {
		return "map[string]" + e.typeOf(values)
	}
	if only := branches(schema); len(only) == 1 && schema["properties"] == nil {
		return e.typeOf(only[0])
	}
	typ, _ := schema["type"].(string)
	if ref, ok := schema["$ref"].(string); ok {
		typ, _ = e.resolve(schema)["type"].(string)
		if typ == "" || typ == "object" {
			return ref[strings.LastIndex(ref, ".")+1:]
		}
	}
	if typ == "" || typ == "object" {
		return "Object"
	}
	return typ
}

func (e *explainer) enumOfField(schema map[string]any) {
	values, _ := schema["enum"].([]any)
	if len(values) > 0 {
		e.out.WriteString("ENUM:\n" + indent + strings.Join(enum(values), "\n"+indent))
	}
}

func (e *explainer) enumInList(schema map[string]any) {
	values, _ := schema["enum"].([]any)
	if len(values) == 0 {
		return
	}
	const most = 4
	e.out.WriteString("\n  enum: " + strings.Join(enum(values[:min(most, len(values))]), ", "))
	if len(values) > most {
		e.out.WriteString(", ....")
	}
}

func enum(values []any) []string {
	out := make([]string, len(values))
	for i, v := range values {
		switch v := v.(type) {
		case nil:
			out[i] = "<no value>"
		case string:
			out[i] = v
			if v == "" {
				out[i] = `""`
			}
		case int64:
			out[i] = fmt.Sprint(float64(v))
		default:
			out[i] = fmt.Sprint(v)
		}
	}
	return out
}
