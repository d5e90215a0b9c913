package structural

import "encoding/json"

// InternalValue returns s as the Value of an error that shows a whole schema. It prints as
// the JSON of the server's internal Go type: every keyword has the name of its Go field,
// and absent ones are null, false or "".
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions, JSONSchemaProps.
func InternalValue(s *Schema) any { return internalSchema{s} }

// internalSchema converts a schema to JSON when an error is printed, not before.
type internalSchema struct{ s *Schema }

func (v internalSchema) MarshalJSON() ([]byte, error) { return json.Marshal(propsOf(v.s)) }

// String returns the JSON of schemas so deep that encoding/json rejects the result of a
// Marshaler.
func (v internalSchema) String() string { return printInternal(propsOf(v.s)) }

// internalItems prints the items keyword of s.
type internalItems struct{ s *Schema }

func (v internalItems) MarshalJSON() ([]byte, error) { return json.Marshal(itemsOf(v.s)) }

func (v internalItems) String() string { return printInternal(itemsOf(v.s)) }

func printInternal(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// props has the fields of the server's internal type, in their order.
type props struct {
	ID                     string
	Schema                 string
	Ref                    *string
	Description            string
	Type                   string
	Nullable               bool
	Format                 string
	Title                  string
	Default                any
	Maximum                *float64
	ExclusiveMaximum       bool
	Minimum                *float64
	ExclusiveMinimum       bool
	MaxLength              *int64
	MinLength              *int64
	Pattern                string
	MaxItems               *int64
	MinItems               *int64
	UniqueItems            bool
	MultipleOf             *float64
	Enum                   []any
	MaxProperties          *int64
	MinProperties          *int64
	Required               []string
	Items                  *propsOrArray
	AllOf                  []*props
	OneOf                  []*props
	AnyOf                  []*props
	Not                    *props
	Properties             map[string]*props
	AdditionalProperties   *propsOrBool
	PatternProperties      map[string]*props
	Dependencies           map[string]propsOrStrings
	AdditionalItems        *propsOrBool
	Definitions            map[string]*props
	ExternalDocs           *ExternalDocs
	Example                any
	XPreserveUnknownFields *bool
	XEmbeddedResource      bool
	XIntOrString           bool
	XListMapKeys           []string
	XListType              *string
	XMapType               *string
	XValidations           []Rule
}

type propsOrArray struct {
	Schema      *props
	JSONSchemas []*props
}

type propsOrBool struct {
	Allows bool
	Schema *props
}

type propsOrStrings struct {
	Schema   *props
	Property []string
}

func propsOf(s *Schema) *props {
	if s == nil {
		return nil
	}
	p := &props{
		Type:                 s.TypeName(),
		Default:              s.def,
		Items:                itemsOf(s),
		Properties:           propsMap(s.properties),
		AdditionalProperties: additionalOf(s),
	}
	p.flags(s.flags)
	p.validation(s.validation())
	p.limits(*s.limits())
	p.junctors(s.junctors())
	if s.rare != nil {
		p.rare(s.rare)
	}
	p.documentation(s.documentation())
	return p
}

func (p *props) validation(v valueValidation) {
	p.valueTexts(v.texts)
	p.Required, p.Enum = v.required, v.enum
}

func (p *props) junctors(j junctors) {
	p.AllOf, p.OneOf, p.AnyOf, p.Not = propsList(j.allOf), propsList(j.oneOf), propsList(j.anyOf), propsOf(j.not)
}

func (p *props) rare(m *rareKeywords) {
	p.extensionTexts(m.texts)
	p.XListMapKeys, p.XValidations = m.listMapKeys, m.rules
	l := m.legacy
	if l == nil {
		return
	}
	p.ID, p.Schema, p.Ref = l.id, l.schemaURL, l.ref
	p.PatternProperties, p.Definitions = propsMap(l.patternProperties), propsMap(l.definitions)
	if l.additionalItems != nil {
		p.AdditionalItems = &propsOrBool{l.additionalItems.allows, propsOf(l.additionalItems.schema)}
	}
	if l.dependencies == nil {
		return
	}
	p.Dependencies = make(map[string]propsOrStrings, len(l.dependencies))
	for _, d := range l.dependencies {
		p.Dependencies[d.name] = propsOrStrings{propsOf(d.schema), d.properties}
	}
}

func (p *props) documentation(d documentation) {
	p.Description, p.Title, p.ExternalDocs, p.Example = d.description, d.title, d.externalDocs, d.example
}

func itemsOf(s *Schema) *propsOrArray {
	if !s.has(itemsGiven) {
		return nil
	}
	out := &propsOrArray{Schema: propsOf(s.items)}
	if s.rare != nil && s.rare.legacy != nil {
		out.JSONSchemas = propsList(s.rare.legacy.itemsList)
	}
	return out
}

func additionalOf(s *Schema) *propsOrBool {
	if !s.has(additionalAllowed | additionalDenied) {
		return nil
	}
	return &propsOrBool{s.has(additionalAllowed), propsOf(s.additional)}
}

func propsList(in []*Schema) []*props {
	if in == nil {
		return nil
	}
	out := make([]*props, len(in))
	for i, s := range in {
		out[i] = propsOf(s)
	}
	return out
}

func propsMap(in []property) map[string]*props {
	if in == nil {
		return nil
	}
	out := make(map[string]*props, len(in))
	for _, p := range in {
		out[p.name] = propsOf(p.schema)
	}
	return out
}
