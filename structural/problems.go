package structural

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/field"
)

// mismatch reports a value of a type that the server does not decode, unless
// it is null.
func (p *parser) mismatch(v any, goType string) {
	if v == nil {
		return
	}
	p.undecodable(v, fmt.Sprintf("json: cannot unmarshal %s into Go value of type %s", jsonType(v), goType))
}

func (p *parser) undecodable(v any, detail string) {
	p.unread(v)
	p.report(Undecodable, v, detail)
}

func (p *parser) unsupported(text string) {
	p.add(field.Verbatim(Error{Kind: Forbidden, Value: Omitted, Detail: text}))
}

func (p *parser) unsupportedIf(unsupported bool, text string) {
	if unsupported {
		p.unsupported(text)
	}
}

func (p *parser) unknown(v any) {
	p.unread(v)
	p.add(field.Quoted(Error{Kind: UnknownField, Value: Omitted}))
}

// jsonType is the decoder's word for the JSON type of v.
func jsonType(v any) string {
	switch v := v.(type) {
	case bool:
		return "bool"
	case string:
		return "string"
	case map[string]any:
		return "object"
	case []any:
		return "array"
	default:
		return fmt.Sprintf("number %v", v)
	}
}
