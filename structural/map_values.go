package structural

import "github.com/seed95800270/crdschema/internal/jsontext"

// The methods below set a keyword to a copy of a value unless the value is absent: empty
// for a text, nil for everything else.

func (w mapWriter) text(name, text string) {
	if text != "" {
		w[name] = text
	}
}

func (w mapWriter) optional(name string, text *string) {
	if text != nil {
		w[name] = *text
	}
}

func (w mapWriter) json(name string, v any) {
	if v != nil {
		w[name] = Clone(v)
	}
}

func (w mapWriter) texts(name string, list []string) {
	if list == nil {
		return
	}
	w[name] = jsontext.Strings(list)
}

func (w mapWriter) schema(name string, s *Schema) {
	if s != nil {
		w[name] = s.Map()
	}
}

func (w mapWriter) schemas(name string, list []*Schema) {
	if list == nil {
		return
	}
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s.Map()
	}
	w[name] = out
}

func (w mapWriter) named(name string, list []property) {
	if list == nil {
		return
	}
	out := make(map[string]any, len(list))
	for _, p := range list {
		out[p.name] = p.schema.Map()
	}
	w[name] = out
}

// value returns the value of additionalProperties and additionalItems.
func (s schemaOrBool) value() any {
	if s.schema != nil {
		return s.schema.Map()
	}
	return s.allows
}
