package oracle

import (
	"testing"

	"k8s.io/kube-openapi/pkg/validation/spec"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/structural"
)

// TestStructuralRead compares the keywords of a schema after decoding, and after
// each of the functions that derive a schema from another. The reference converts
// it to an OpenAPI schema, and so does this test for ours.
func TestStructuralRead(t *testing.T) {
	real := corpusSchemas(t)
	cases := parity.Join(real, parity.Tenth(editedSchemas(real, 5)), generatedSchemas(parity.Full(20_000)))
	parity.Run(t, "structural-read", cases, func(c *parity.Check, schema map[string]any) {
		both, ok := compile(schema)
		if !ok {
			c.Void()
			return
		}
		c.Equal("read", specOf(both.ours), both.theirs.OpenAPI())
		c.Equal("unfolded", specOf(both.ours.Unfold()), both.theirs.Unfold().OpenAPI())
		c.Equal("without nullable", specOf(both.ours.StripNullable()), both.theirs.StripNullable().OpenAPI())
		c.Equal("without value validations", specOf(both.ours.StripValueValidations()),
			both.theirs.StripValueValidations().OpenAPI())
	})
}

// specOf converts a structural node and everything below it.
func specOf(s *structural.Schema) *spec.Schema {
	if s == nil {
		return nil
	}
	out := restrictions(s)
	out.Items = itemsOf(specOf(s.Items()))
	for name, p := range s.Properties() {
		addProperty(out, name, specOf(p))
	}
	if s.AllowsAdditional() || s.DeniesAdditional() {
		out.AdditionalProperties = &spec.SchemaOrBool{Allows: s.AllowsAdditional(), Schema: specOf(s.AdditionalProperties())}
	}
	return out
}

// branchOf converts a branch of a junctor. The reference loses
// additionalProperties there, which no valid schema has.
func branchOf(s *structural.Schema) *spec.Schema {
	if s == nil {
		return nil
	}
	out := restrictions(s)
	out.Items = itemsOf(branchOf(s.Items()))
	for name, p := range s.Properties() {
		addProperty(out, name, branchOf(p))
	}
	return out
}

func itemsOf(s *spec.Schema) *spec.SchemaOrArray {
	if s == nil {
		return nil
	}
	return &spec.SchemaOrArray{Schema: s}
}

func addProperty(out *spec.Schema, name string, p *spec.Schema) {
	if out.Properties == nil {
		out.Properties = map[string]spec.Schema{}
	}
	out.Properties[name] = *p
}

// restrictions converts the keywords that both kinds of nodes have.
func restrictions(s *structural.Schema) *spec.Schema {
	out := &spec.Schema{}
	if t := s.TypeName(); t != "" {
		out.Type = spec.StringOrArray{t}
	}
	out.Nullable, out.Description, out.Title = s.Nullable(), s.Description(), s.Title()
	out.Default, out.Example = s.Default(), s.Example()
	if docs := s.ExternalDocs(); docs != nil {
		out.ExternalDocs = &spec.ExternalDocumentation{Description: docs.Description, URL: docs.URL}
	}
	out.Format, out.Pattern, out.UniqueItems = s.Format(), s.Pattern(), s.UniqueItems()
	out.Required = s.Required()
	if enum := s.Enum(); len(enum) > 0 { // the reference loses empty ones
		out.Enum = enum
	}
	bounds(out, s)
	for _, b := range s.AllOf() {
		out.AllOf = append(out.AllOf, *branchOf(b))
	}
	for _, b := range s.AnyOf() {
		out.AnyOf = append(out.AnyOf, *branchOf(b))
	}
	for _, b := range s.OneOf() {
		out.OneOf = append(out.OneOf, *branchOf(b))
	}
	out.Not = branchOf(s.Not())
	extensions(out, s)
	return out
}

func bounds(out *spec.Schema, s *structural.Schema) {
	var ok bool
	var limit float64
	if limit, out.ExclusiveMaximum, ok = s.Maximum(); ok {
		out.Maximum = &limit
	}
	var lower float64
	if lower, out.ExclusiveMinimum, ok = s.Minimum(); ok {
		out.Minimum = &lower
	}
	if factor, ok := s.MultipleOf(); ok {
		out.MultipleOf = &factor
	}
	for field, get := range map[**int64]func() (int64, bool){
		&out.MaxLength: s.MaxLength, &out.MinLength: s.MinLength, &out.MaxItems: s.MaxItems, &out.MinItems: s.MinItems,
		&out.MaxProperties: s.MaxProperties, &out.MinProperties: s.MinProperties,
	} {
		if n, ok := get(); ok {
			*field = &n
		}
	}
}

func extensions(out *spec.Schema, s *structural.Schema) {
	for name, set := range map[string]bool{
		"x-kubernetes-preserve-unknown-fields": s.PreservesUnknownFields(),
		"x-kubernetes-embedded-resource":       s.EmbeddedResource(),
		"x-kubernetes-int-or-string":           s.IntOrString(),
	} {
		if set {
			out.AddExtension(name, true)
		}
	}
	if keys := s.ListMapKeys(); len(keys) > 0 {
		out.AddExtension("x-kubernetes-list-map-keys", keys)
	}
	if t, ok := s.ListType(); ok {
		out.AddExtension("x-kubernetes-list-type", t)
	}
	if t, ok := s.MapType(); ok {
		out.AddExtension("x-kubernetes-map-type", t)
	}
	if rules := s.Rules(); len(rules) > 0 {
		out.AddExtension("x-kubernetes-validations", rulesOf(rules))
	}
}

func rulesOf(rules []structural.Rule) apiextensionsv1.ValidationRules {
	var out apiextensionsv1.ValidationRules
	for _, r := range rules {
		out = append(out, apiextensionsv1.ValidationRule{
			Rule: r.Rule, Message: r.Message, MessageExpression: r.MessageExpression, FieldPath: r.FieldPath,
			Reason: (*apiextensionsv1.FieldValueErrorReason)(r.Reason), OptionalOldSelf: r.OptionalOldSelf,
		})
	}
	return out
}
