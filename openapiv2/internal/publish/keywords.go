package publish

import (
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
)

func values(out *spec.Schema, s *structural.Schema) {
	if !s.Holds(facts.Restrictions) {
		return
	}
	out.Format, out.Pattern = s.Format(), s.Pattern()
	if maximum, exclusive, ok := s.Maximum(); ok || exclusive {
		out.Maximum, out.ExclusiveMaximum = given(maximum, ok), exclusive
	}
	if minimum, exclusive, ok := s.Minimum(); ok || exclusive {
		out.Minimum, out.ExclusiveMinimum = given(minimum, ok), exclusive
	}
	out.MultipleOf = given(s.MultipleOf())
	out.MaxLength, out.MinLength = given(s.MaxLength()), given(s.MinLength())
	out.MaxItems, out.MinItems = given(s.MaxItems()), given(s.MinItems())
	out.MaxProperties, out.MinProperties = given(s.MaxProperties()), given(s.MinProperties())
	out.UniqueItems = s.UniqueItems()
	out.Enum = s.Enum()
	out.Required = s.Required()
}

func given[T any](v T, ok bool) *T {
	if !ok {
		return nil
	}
	set := v // a copy, so that v is not allocated if ok is false
	return &set
}

func extensions(out *spec.Schema, s *structural.Schema) {
	extend(out, "x-kubernetes-preserve-unknown-fields", true, s.PreservesUnknownFields())
	extend(out, "x-kubernetes-embedded-resource", true, s.EmbeddedResource())
	extend(out, "x-kubernetes-int-or-string", true, s.IntOrString())
	if listType, ok := s.ListType(); ok {
		extend(out, "x-kubernetes-list-type", listType, true)
	}
	if keys := s.ListMapKeys(); len(keys) > 0 {
		extend(out, "x-kubernetes-list-map-keys", jsontext.Strings(keys), true)
	}
	if mapType, ok := s.MapType(); ok {
		extend(out, "x-kubernetes-map-type", mapType, true)
	}
	if s.NumRules() > 0 {
		extend(out, "x-kubernetes-validations", rules(s.Rules()), true)
	}
}

func extend(out *spec.Schema, name string, v any, given bool) {
	if !given {
		return
	}
	if out.Extensions == nil {
		out.Extensions = spec.Extensions{}
	}
	out.Extensions[name] = v
}

func rules(list []structural.Rule) []any {
	out := make([]any, len(list))
	for i := range list {
		out[i] = rule(&list[i])
	}
	return out
}

// rule returns a rule as a CRD has it, without empty fields except the rule itself.
func rule(r *structural.Rule) map[string]any {
	out := map[string]any{"rule": r.Rule}
	for name, text := range map[string]string{
		"message": r.Message, "messageExpression": r.MessageExpression, "fieldPath": r.FieldPath,
	} {
		if text != "" {
			out[name] = text
		}
	}
	if r.Reason != nil && *r.Reason != "" {
		out["reason"] = *r.Reason
	}
	if r.OptionalOldSelf != nil {
		out["optionalOldSelf"] = *r.OptionalOldSelf
	}
	return out
}
