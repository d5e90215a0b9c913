package structural

import "github.com/seed95800270/crdschema/internal/jsontext"

// IntegersFromFloats returns v with an int64 for each float64 that is integral and fits.
// json.Unmarshal and sigs.k8s.io/yaml.Unmarshal decode every number as a float64, and the
// server decodes integers as an int64: it refuses a float64 in spec.replicas of a scale
// subresource, in a rule that reads an integer, and in maxLength of a CRD. Pass objects
// and CRDs that were decoded so through IntegersFromFloats before anything else, or decode
// them with document.DecodeJSON or document.DecodeYAML, which lose nothing.
//
// The result is right for every integer of up to 53 bits. The text is unknown in these
// cases:
//
//   - 1.0 and 1e3 become integers. In JSON, but not in YAML, they are a float64 for the
//     server.
//   - Integers over 2⁵³ have lost their last digits before.
//   - gopkg.in/yaml.v3 and go.yaml.in/yaml/v3 keep integers, but yes, no, on and off are strings
//     in their maps and booleans for the server. They stay strings.
//   - 2⁶³ and more remain a float64, as in the server, and so do the integers from
//     9223372036854775296 to 9223372036854775807, because they became 2⁶³.
//
// v is not changed, and returned if it has no such float64. Otherwise the maps and lists
// around a converted value are new and the rest is shared with v. nil maps and lists
// become nil; values of other Go types remain for [Normalize]. A *[NotJSONError] is
// returned as by Normalize for values that are nested too deep, cyclic or too many.
func IntegersFromFloats[T any](v T) (T, error) {
	out, err := normalize(v, integer)
	converted, _ := out.(T)
	return converted, err
}

// integer returns v as an int64 if it is a float64 that may have been one in a text,
// and reports whether it is.
func integer(v any) (any, bool, *NotJSONError) {
	if f, ok := v.(float64); ok {
		if n, ok := jsontext.Integer(f); ok {
			return n, true, nil
		}
	}
	return v, false, nil
}
