package structural

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
)

// keyword reads one keyword of a node. The keywords are the same as in package internal/keyword,
// in its order; a test compares both. Texts, flags and limits are in tables: texts.go, flags.go,
// limits.go. A switch is faster, for the keywords that most nodes have.
func (p *parser) keyword(s *Schema, name string, v any) {
	switch name {
	case "id":
		if id := p.string(v); id != "" {
			p.legacy(s).id = id
			p.unsupportedIf(true, "id")
		}
	case "$schema":
		if url, _ := p.namedString(v, "v1.JSONSchemaURL"); url != "" {
			p.legacy(s).schemaURL = url
			p.forbidden(codes.UnsupportedSchemaURL, codes.UnsupportedKeywordText("schema"))
		}
	case "$ref":
		if ref, ok := p.optionalString(v); ok {
			p.legacy(s).ref = &ref
			p.unsupportedIf(ref != "", "$ref")
		}
	case "description":
		p.description(s, p.string(v))
	case "type":
		p.setType(s, p.string(v))
	case "title":
		p.title(s, p.string(v))
	case "default":
		s.def = p.copy(v)
	case "enum":
		p.enum(s, v)
	case "required":
		if names := p.strings(v); names != nil {
			p.validation(s).required = names
		}
	case "items":
		p.items(s, v)
	case "allOf":
		if branches := p.schemaList(v); branches != nil {
			p.branches(s).allOf = branches
		}
	case "oneOf":
		if branches := p.schemaList(v); branches != nil {
			p.branches(s).oneOf = branches
		}
	case "anyOf":
		if branches := p.schemaList(v); branches != nil {
			p.branches(s).anyOf = branches
		}
	case "not":
		if v != nil {
			p.branches(s).not = p.subschema(v)
		}
	case "properties":
		s.properties = p.schemaMap(v, namedSchemas)
	case "additionalProperties":
		if additional, given := p.schemaOrBool(v); given {
			s.setAdditional(additional)
		}
	case "patternProperties":
		if patterns := p.schemaMap(v, namedSchemas); patterns != nil {
			p.legacy(s).patternProperties = slices.Clone(patterns)
			p.unsupportedIf(len(patterns) > 0, "patternProperties")
		}
	case "dependencies":
		p.dependencies(s, v)
	case "additionalItems":
		if items, given := p.schemaOrBool(v); given {
			p.legacy(s).additionalItems = &items
			p.unsupportedIf(true, "additionalItems")
		}
	case "definitions":
		if definitions := p.schemaMap(v, "v1.JSONSchemaDefinitions"); definitions != nil {
			p.legacy(s).definitions = slices.Clone(definitions)
			p.unsupportedIf(len(definitions) > 0, "definitions")
		}
	case "externalDocs":
		p.externalDocs(s, v)
	case "example":
		p.example(s, v)
	case "x-kubernetes-preserve-unknown-fields":
		p.preserveUnknown(s, v)
	case "x-kubernetes-list-map-keys":
		if keys := p.strings(v); keys != nil {
			p.rare(s).listMapKeys = keys
		}
	case "x-kubernetes-validations":
		p.rules(s, v)
	default:
		if !p.text(s, name, v) && !p.flag(s, name, v) && !p.limit(s, name, v) {
			p.unknown(v)
		}
	}
}

func (p *parser) enum(s *Schema, v any) {
	if _, ok := v.([]any); !ok {
		p.mismatch(v, "[]v1.JSON")
		return
	}
	p.validation(s).enum, _ = p.copy(v).([]any)
}

// The flags of documenting keywords are set even if their content is not kept,
// because the structural rules forbid them in branches.

func (p *parser) description(s *Schema, text string) {
	if text == "" {
		return
	}
	s.flags |= hasDescription
	if !p.undocumented {
		p.documented(s).description = text
	}
}

func (p *parser) title(s *Schema, text string) {
	if text == "" {
		return
	}
	s.flags |= hasTitle
	if !p.undocumented {
		p.documented(s).title = text
	}
}

func (p *parser) externalDocs(s *Schema, v any) {
	m, ok := v.(map[string]any)
	if !ok {
		p.mismatch(v, "v1.ExternalDocumentation")
		return
	}
	docs := &ExternalDocs{}
	p.each(m, Field, func(name string, v any) {
		switch name {
		case "description":
			docs.Description = p.string(v)
		case "url":
			docs.URL = p.string(v)
		default:
			p.unknown(v)
		}
	})
	s.flags |= hasExternalDocs
	if !p.undocumented {
		p.documented(s).externalDocs = docs
	}
}

func (p *parser) example(s *Schema, v any) {
	if v == nil {
		return
	}
	s.flags |= hasExample
	if p.undocumented {
		p.scanInside(v)
	} else {
		p.documented(s).example = p.copy(v)
	}
}
