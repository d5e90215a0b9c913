package structural

import "github.com/seed95800270/crdschema/internal/integral"

// IntegersFromFloats returns v with an int64 for each float64 that an integer in a text may
// have become. json.Unmarshal and sigs.k8s.io/yaml.Unmarshal decode every number as a
// float64, and the server decodes integers as an int64: it refuses a float64 in
// spec.replicas of a scale subresource, in a rule that reads an integer, and in maxLength
// of a CRD. Pass objects and CRDs that were decoded so through IntegersFromFloats before
// anything else, or decode them with document.DecodeJSON or document.DecodeYAML instead:
// these lose nothing.
//
// A float64 becomes an int64 if it is integral and fits. That is right for every integer of
// up to 53 bits. The text is unknown in these cases:
//
//   - 1.0 and 1e3 become integers. In JSON, but not in YAML, they are a float64 for
//     the server.
//   - Integers over 2⁵³ have lost their last digits before.
//   - 2⁶³ and more remain a float64, as in the server, and so do the integers from
//     9223372036854775296 to 9223372036854775807, because they became 2⁶³.
//
// v, an object or a value of any kind, is not changed. If it has no such float64,
// IntegersFromFloats returns v and allocates nothing. Otherwise the maps and lists around a
// converted value are new and the rest is shared with v. nil maps and lists become nil, and
// values of other Go types remain as they are: [Normalize] converts or refuses them. A
// *[NotJSONError] is returned for values that are nested too deep, cyclic or too many, as
// by Normalize.
func IntegersFromFloats[T any](v T) (T, error) {
	out, err := normalize(v, integer)
	converted, _ := out.(T)
	return converted, err
}

// integer returns v as an int64 if it is a float64 that may have been one in a text,
// and reports whether it is.
func integer(v any) (any, bool, *NotJSONError) {
	if f, ok := v.(float64); ok {
		if n, ok := integral.Int64(f); ok {
			return n, true, nil
		}
	}
	return v, false, nil
}
