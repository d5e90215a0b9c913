package openapi

import (
	"maps"
	"strings"
)

// syntax is how a version of OpenAPI writes things.
type syntax interface {
	// prefix begins references.
	prefix() string
	// special returns the schema of a component that is not an object for a server, or nil.
	special(component string) object
	// refer returns a reference with other keywords beside it.
	refer(to, beside object) object
	// trim removes what the version does not have.
	trim(schema object)
	// parameter returns a parameter.
	parameter(in, name, typ string) object
	// operation returns an operation with the schemas of its body, or nil, and of its answer.
	operation(parameters []any, body, answer object, mediaTypes []string) object
}

// v2 is OpenAPI v2.
type v2 struct{}

func (v2) prefix() string { return "#/definitions/" }

func (v2) special(component string) object {
	switch {
	case strings.HasSuffix(component, ".IntOrString"):
		return object{"type": "string", "format": "int-or-string"}
	case strings.HasSuffix(component, ".resource.Quantity"):
		return object{"type": "string"}
	}
	return nil
}

func (v2) refer(to, beside object) object {
	out := maps.Clone(beside)
	maps.Copy(out, to)
	delete(out, "default")
	return out
}

func (v2) trim(schema object) {
	delete(schema, "default")
	delete(schema, "oneOf")
}

func (v2) parameter(in, name, typ string) object {
	return required(object{"in": in, "name": name, "type": typ, "uniqueItems": true})
}

func (v2) operation(parameters []any, body, answer object, mediaTypes []string) object {
	out := object{"produces": list(jsonType), "responses": object{"200": object{"description": "OK", "schema": answer}}}
	if body != nil {
		parameters = append([]any{object{"in": "body", "name": "body", "required": true, "schema": body}}, parameters...)
		out["consumes"] = list(mediaTypes...)
	}
	out["parameters"] = parameters
	return out
}

// v3 is OpenAPI v3.
type v3 struct{}

func (v3) prefix() string { return "#/components/schemas/" }

func (v3) special(component string) object {
	switch {
	case strings.HasSuffix(component, ".IntOrString"):
		return object{"format": "int-or-string", "oneOf": []any{object{"type": "integer"}, object{"type": "string"}}}
	case strings.HasSuffix(component, ".resource.Quantity"):
		return object{"oneOf": []any{object{"type": "string"}, object{"type": "number"}}}
	}
	return nil
}

func (v3) refer(to, beside object) object {
	out := maps.Clone(beside)
	out["allOf"] = []any{to}
	return out
}

func (v3) trim(object) {}

func (v3) parameter(in, name, typ string) object {
	return required(object{"in": in, "name": name, "schema": object{"type": typ, "uniqueItems": true}})
}

func (v3) operation(parameters []any, body, answer object, mediaTypes []string) object {
	content := func(schema object, types ...string) object {
		out := object{}
		for _, name := range types {
			out[name] = object{"schema": schema}
		}
		return out
	}
	out := object{"parameters": parameters, "responses": object{"200": object{"description": "OK", "content": content(answer, jsonType)}}}
	if body != nil {
		out["requestBody"] = object{"required": true, "content": content(body, mediaTypes...)}
	}
	return out
}

const jsonType = "application/json"

// required marks a parameter in the path.
func required(parameter object) object {
	if parameter["in"] == "path" {
		parameter["required"] = true
	}
	return parameter
}

func list(items ...string) []any {
	out := make([]any, len(items))
	for i, item := range items {
		out[i] = item
	}
	return out
}
