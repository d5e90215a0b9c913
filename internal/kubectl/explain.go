package kubectl

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

const (
	width  = 80
	indent = "    "
)

type explainer struct {
	models map[string]any
	out    strings.Builder
}

// Explain writes what `kubectl explain` prints about a field of the kind of an OpenAPI v3 document:
// "spec.replicas", or the whole kind for a dot. The error says that there is no such field.
//
// Rule: k8s.io/kubectl/pkg/explain/v2, template plaintext.
func Explain(out io.Writer, doc map[string]any, field string) error {
	path := fieldNames(field)
	components, _ := doc["components"].(map[string]any)
	e := explainer{}
	e.models, _ = components["schemas"].(map[string]any)
	gvk, model := e.kind(doc)
	if model == nil {
		return errors.New("the document has no kind")
	}
	fmt.Fprintf(&e.out, "GROUP:      %v\nKIND:       %v\nVERSION:    %v\n\n", gvk["group"], gvk["kind"], gvk["version"])
	if !e.follow(model, path) {
		return fmt.Errorf("field %q does not exist", path[len(path)-1])
	}
	_, err := io.WriteString(out, e.out.String()+"\n")
	return err
}

// fieldNames splits a field as kubectl does. It parses a JSONPath and removes backslashes, so that
// names with backslashes are never found.
func fieldNames(field string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(field, `\`, ""), func(r rune) bool { return r == '.' })
}

func (e *explainer) kind(doc map[string]any) (gvk, model map[string]any) {
	paths, _ := doc["paths"].(map[string]any)
	for _, item := range paths {
		get, _ := item.(map[string]any)["get"].(map[string]any)
		gvk, _ = get["x-kubernetes-group-version-kind"].(map[string]any)
	}
	for _, candidate := range e.models {
		list, _ := candidate.(map[string]any)["x-kubernetes-group-version-kind"].([]any)
		if len(list) == 1 && gvk != nil && maps.Equal(list[0].(map[string]any), gvk) {
			return gvk, candidate.(map[string]any)
		}
	}
	return gvk, nil
}

func (e *explainer) resolve(schema map[string]any) map[string]any {
	ref, _ := schema["$ref"].(string)
	if model, ok := e.models[ref[strings.LastIndex(ref, "/")+1:]].(map[string]any); ok {
		return model
	}
	return schema
}

// follow follows a path, skipping lists and maps, explains the schema at its end
// and reports whether there is one.
func (e *explainer) follow(schema map[string]any, path []string) bool {
	schema = e.resolve(schema)
	if len(path) == 0 {
		e.explain(schema)
		return true
	}
	properties, _ := schema["properties"].(map[string]any)
	if property, ok := properties[path[0]].(map[string]any); ok {
		if len(path) == 1 {
			fmt.Fprintf(&e.out, "FIELD: %s <%s>\n", path[0], e.typeOf(property))
			e.enumOfField(property)
			e.out.WriteString("\n\n")
		}
		return e.follow(property, path[1:])
	}
	for _, keyword := range []string{"items", "additionalProperties"} {
		if sub, ok := subschema(schema, keyword); ok {
			return e.follow(sub, path)
		}
	}
	return slices.ContainsFunc(branches(schema), func(branch map[string]any) bool { return e.follow(branch, path) })
}

func (e *explainer) explain(schema map[string]any) {
	text := e.description(schema)
	if text == "" {
		text = "<empty>"
	}
	e.out.WriteString("DESCRIPTION:\n" + indented(wrap(text, width-4), indent) + "\n")
	if docs, ok := subschema(schema, "externalDocs"); ok {
		e.out.WriteString("\n")
		e.externalDocs(docs, "", width-4)
	}
	start := e.out.Len()
	e.fields(schema, map[string]bool{})
	if rest := e.out.String(); len(rest) > start {
		e.out.Reset()
		e.out.WriteString(rest[:start] + "FIELDS:\n" + rest[start:])
	}
}

func (e *explainer) description(schema map[string]any) string {
	schema = e.resolve(schema)
	text, _ := schema["description"].(string)
	if text != "" {
		text += "\n"
	}
	for _, sub := range e.subschemas(schema) {
		text += e.description(sub)
	}
	return text
}

func (e *explainer) subschemas(schema map[string]any) []map[string]any {
	out := branches(schema)
	for _, keyword := range []string{"items", "additionalProperties"} {
		if sub, ok := subschema(schema, keyword); ok {
			out = append(out, sub)
		}
	}
	return out
}

func subschema(schema map[string]any, keyword string) (map[string]any, bool) {
	inside, _ := schema[keyword].(map[string]any)
	return inside, len(inside) > 0
}

func branches(schema map[string]any) []map[string]any {
	var out []map[string]any
	list, _ := schema["allOf"].([]any)
	for _, branch := range list {
		if branch, ok := branch.(map[string]any); ok {
			out = append(out, branch)
		}
	}
	return out
}
