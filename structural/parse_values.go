package structural

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/structural/field"
)

// The server decodes a schema into Go types and rejects the CRD if a value does not
// fit. The readers below accept what it accepts. null decodes to the zero value of
// every type.

func (p *parser) string(v any) string {
	s, _ := p.optionalString(v)
	return s
}

func (p *parser) optionalString(v any) (string, bool) { return p.namedString(v, "string") }

func (p *parser) namedString(v any, goType string) (string, bool) {
	s, ok := v.(string)
	if !ok {
		p.mismatch(v, goType)
	}
	return s, ok
}

func (p *parser) bool(v any) (value, ok bool) {
	value, ok = v.(bool)
	if !ok {
		p.mismatch(v, "bool")
	}
	return value, ok
}

// strings reads a list of strings. The result is not nil if v is a list.
func (p *parser) strings(v any) []string {
	list, ok := v.([]any)
	if !ok {
		p.mismatch(v, "[]string")
		return nil
	}
	out := make([]string, len(list))
	p.enter(field.Step{})
	for i, v := range list {
		p.step(Index(i))
		if p.scan(v) {
			out[i] = p.string(v)
		}
	}
	p.leave()
	return out
}

func (p *parser) rules(s *Schema, v any) {
	list, ok := v.([]any)
	if !ok {
		p.mismatch(v, "v1.ValidationRules")
		return
	}
	if !p.work.Make(len(list)) {
		return
	}
	rules := make([]Rule, len(list))
	p.list(list, func(i int, v any) { rules[i] = p.rule(v) })
	p.rare(s).rules = rules
}

func (p *parser) rule(v any) (r Rule) {
	m, ok := v.(map[string]any)
	if !ok {
		p.mismatch(v, "v1.ValidationRule")
	}
	p.each(m, Field, func(name string, v any) {
		switch name {
		case "rule":
			r.Rule = p.string(v)
		case "message":
			r.Message = p.string(v)
		case "messageExpression":
			r.MessageExpression = p.string(v)
		case "fieldPath":
			r.FieldPath = p.string(v)
		case "reason":
			if reason, ok := p.namedString(v, "v1.FieldValueErrorReason"); ok {
				r.Reason = &reason
			}
		case "optionalOldSelf":
			if optional, ok := p.bool(v); ok {
				r.OptionalOldSelf = &optional
			}
		default:
			p.unknown(v)
		}
	})
	return r
}

// The parts of a node are allocated when the first keyword needs them.

func (p *parser) validation(s *Schema) *valueValidation {
	if s.value == nil {
		s.value = p.pools.validations.take()
	}
	return s.value
}

func (p *parser) limits(s *Schema) *limits {
	v := p.validation(s)
	if v.limits == nil {
		v.limits = p.pools.limits.take()
	}
	return v.limits
}

func (p *parser) branches(s *Schema) *junctors {
	v := p.validation(s)
	if v.junctors == nil {
		v.junctors = p.pools.junctors.take()
	}
	return v.junctors
}

func (p *parser) rare(s *Schema) *rareKeywords {
	if s.rare == nil {
		s.rare = p.pools.rare.take()
	}
	return s.rare
}

func (p *parser) documented(s *Schema) *documentation {
	if s.doc == nil {
		s.doc = p.docs.take()
	}
	return s.doc
}

func (p *parser) legacy(s *Schema) *legacy {
	m := p.rare(s)
	if m.legacy == nil {
		m.legacy = &legacy{}
	}
	return m.legacy
}

func (p *parser) setType(s *Schema, name string) {
	s.typ = typeOf(name)
	if s.typ == OtherType {
		p.rare(s).otherType = name
	}
}

func typeOf(name string) Type {
	switch name {
	case "":
		return NoType
	case "array":
		return Array
	case "boolean":
		return Boolean
	case "integer":
		return Integer
	case "number":
		return Number
	case "object":
		return Object
	case "string":
		return String
	default:
		return OtherType
	}
}

func (s *Schema) setAdditional(a schemaOrBool) {
	if a.allows {
		s.flags |= additionalAllowed
		s.additional = a.schema
	} else {
		s.flags |= additionalDenied
	}
}

// subschema reads a schema that must be an object. It returns the empty schema for
// any other value.
func (p *parser) subschema(v any) *Schema {
	m, ok := v.(map[string]any)
	if !ok {
		p.mismatch(v, "v1.JSONSchemaProps")
	}
	return p.schema(m)
}

func (p *parser) schemaList(v any) []*Schema {
	list, ok := v.([]any)
	if !ok {
		p.mismatch(v, "[]v1.JSONSchemaProps")
		return nil
	}
	out := make([]*Schema, len(list))
	p.list(list, func(i int, v any) { out[i] = p.subschema(v) })
	return out
}

// namedSchemas is the server's type of most maps of schemas.
const namedSchemas = "map[string]v1.JSONSchemaProps"

// schemaMap reads named schemas in order of their names. goType is the server's type of
// the map. The result is valid until the node is finished.
func (p *parser) schemaMap(v any, goType string) []property {
	m, ok := v.(map[string]any)
	if !ok {
		p.mismatch(v, goType)
		return nil
	}
	first := len(p.named)
	entries := p.begin(m)
	p.enter(field.Step{})
	for i := range entries {
		p.step(Key(entries[i].name))
		if p.scan(entries[i].value) {
			p.named = append(p.named, property{entries[i].name, p.subschema(entries[i].value)})
		}
	}
	p.leave()
	p.done(entries)
	return p.named[first:]
}

func (p *parser) schemaOrBool(v any) (_ schemaOrBool, given bool) {
	switch v := v.(type) {
	case nil:
		return schemaOrBool{}, false
	case bool:
		return schemaOrBool{allows: v}, true
	case map[string]any:
		return schemaOrBool{schema: p.schema(v), allows: true}, true
	default:
		p.undecodable(v, codes.SchemaOrBoolDetail)
		return schemaOrBool{}, false
	}
}

// items reads a schema, or a list of schemas. Any other value counts as items without a
// schema.
func (p *parser) items(s *Schema, v any) {
	if v != nil {
		s.flags |= itemsGiven
	}
	switch v := v.(type) {
	case map[string]any:
		s.items = p.schema(v)
	case []any:
		p.legacy(s).itemsList = p.schemaList(v)
		if len(v) > 0 {
			p.forbidden(codes.ItemsList, codes.ItemsListText)
		}
	}
}

// dependencies reads schemas or lists of property names. Any other value counts as
// neither.
func (p *parser) dependencies(s *Schema, v any) {
	m, ok := v.(map[string]any)
	if !ok {
		p.mismatch(v, "v1.JSONSchemaDependencies")
		return
	}
	out := make([]dependency, 0, len(m))
	p.each(m, Key, func(name string, v any) {
		d := dependency{name: name}
		switch v := v.(type) {
		case map[string]any:
			d.schema = p.schema(v)
		case []any:
			d.properties = p.strings(v)
		}
		out = append(out, d)
	})
	p.legacy(s).dependencies = out
	p.unsupportedIf(len(m) > 0, "dependencies")
}

// mismatch reports a value of a type that the server does not decode, unless
// it is null.
func (p *parser) mismatch(v any, goType string) {
	if v == nil {
		return
	}
	got := jsonType(v)
	if got == "number" && goType == "int64" {
		got = fmt.Sprint("number ", v)
	}
	p.scanInside(v)
	e := Error{Kind: field.Undecodable, Code: codes.KeywordType, Value: v, Detail: codes.KeywordTypeDetail(got, goType)}
	if goType == "int64" {
		e.Remark = jsontext.RemarkOn(v)
	}
	p.add(&e)
}

func (p *parser) undecodable(v any, detail string) {
	p.scanInside(v)
	p.report(codes.KeywordType, field.Undecodable, v, detail)
}

// forbidden reports a keyword with the server's text, without a location.
func (p *parser) forbidden(code field.Code, text string) {
	p.add(field.Verbatim(Error{Kind: field.Forbidden, Code: code, Value: field.Omitted, Detail: text}))
}

func (p *parser) unsupportedIf(unsupported bool, keyword string) {
	if unsupported {
		p.forbidden(codes.UnsupportedKeyword, codes.UnsupportedKeywordText(keyword))
	}
}

func (p *parser) unknown(v any) {
	p.scanInside(v)
	p.add(field.Quoted(Error{Kind: field.UnknownField, Code: codes.UnknownKeyword, Value: field.Omitted}))
}

// jsonType returns the JSON type of v as the decoder names it.
func jsonType(v any) string {
	switch v.(type) {
	case bool:
		return "bool"
	case string:
		return "string"
	case map[string]any:
		return "object"
	case []any:
		return "array"
	default:
		return "number"
	}
}
