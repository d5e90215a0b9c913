package decode

import "github.com/seed95800270/crdschema/structural"

// own decodes a kind that has a decoder of its own in the server: a schema, or
// something else.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1,
// UnmarshalJSON of JSONSchemaPropsOrBool, JSONSchemaPropsOrArray and
// JSONSchemaPropsOrStringArray.
func (d *decoder) own(v any, k *kind) *structural.Error {
	switch v := v.(type) {
	case nil:
	case map[string]any:
		return d.apart(func() *structural.Error { return d.record(v, k.element) })
	case bool:
	case []any:
		switch k.shape {
		case schemaOrList:
			return d.apart(func() *structural.Error { return d.list(v, listOf(k.element)) })
		case schemaOrNames:
			return d.apart(func() *structural.Error { return d.list(v, texts) })
		default:
			return d.problem(v, "boolean or JSON schema expected")
		}
	default:
		if k.shape == schemaOrBool {
			return d.problem(v, "boolean or JSON schema expected")
		}
	}
	return nil
}

// apart decodes with a decoder that knows nothing of the one outside: what does
// not fit there ends the whole decoding, under the name of the structure that
// is outside.
func (d *decoder) apart(decode func() *structural.Error) *structural.Error {
	first, above := d.first, d.above
	d.first = nil
	if above == "" {
		d.above = d.within
	}
	if end := decode(); end != nil {
		return end
	}
	if d.first != nil {
		return d.first
	}
	d.first, d.above = first, above
	return nil
}
