package validation

import (
	"math"

	"github.com/seed95800270/crdschema/internal/format"
	"github.com/seed95800270/crdschema/structural"
)

// typing is what a node says of types: up to two names, whether null is a
// value, and the format, which the server's type check looks at, too.
type typing struct {
	first, second string // second only for an int-or-string
	format        string // empty if the server ignores it
	nullable      bool
}

// typing reads what s says of types.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/validation,
// ConvertJSONSchemaPropsWithPostProcess.
func (s settings) typing(n *structural.Schema) typing {
	t := typing{first: n.TypeName(), format: n.Format(), nullable: n.Nullable()}
	if s.defaults {
		return t
	}
	if n.IntOrString() {
		t.first, t.second = "integer", "string"
	}
	if t.format != "" && !format.Recognized(t.single(), t.format, s.formatsMinor) {
		t.format = ""
	}
	return t
}

// single is the type name if there is only one.
func (t typing) single() string {
	if t.second != "" {
		return ""
	}
	return t.first
}

// has tells whether a type is among the demanded ones.
func (t typing) has(name string) bool {
	return name != "" && (t.first == name || t.second == name)
}

func (t typing) numeric() bool { return t.has("integer") || t.has("number") }

// demands tells whether types are checked at all, of values but null.
func (t typing) demands() bool { return t.first != "" || t.format != "" }

// verdict is what the type check says of values of a kind.
type verdict uint8

const (
	fits verdict = iota
	notOfType
	notOfFormat // of a kind that the format is not about
)

// judge checks the type of values of a kind. With a format the server checks
// less: any string and any list will do unless the type is a number, and other
// values are told to be of the format where they are not of the type.
//
// Rule: k8s.io/kube-openapi/pkg/validation/validate, typeValidator.
func (t typing) judge(k kinds) verdict {
	switch {
	case k == null && (t.first == "" || t.nullable || t.has("null")):
		return fits
	case k == null:
		return notOfType
	case !t.demands(), t.names(k):
		return fits
	case t.format == "":
		return notOfType
	case k&(text|array) != 0 && !t.numeric():
		return fits
	case k&(text|array) != 0 || goFormat(k) == t.format:
		return notOfType
	default:
		return notOfFormat
	}
}

// names tells whether values of a kind are of a type that t names.
func (t typing) names(k kinds) bool {
	return t.has(k.typeName()) ||
		k == integer && t.has("number") ||
		k&(integral|nearly) != 0 && t.has("integer")
}

// words are what the server says it wanted and got, of values that do not fit.
func (t typing) words(k kinds) (want, got string) {
	switch {
	case t.judge(k) == notOfFormat:
		return t.format, goFormat(k)
	case t.second != "":
		return t.first + "," + t.second, k.typeName()
	default:
		return t.first, k.typeName()
	}
}

// goFormat is the format that the server sees in values of a kind.
func goFormat(k kinds) string {
	switch {
	case k == integer:
		return "int64"
	case k&floats != 0:
		return "float64"
	default:
		return ""
	}
}

// accepts is the set of kinds with the right type. A type integer also bounds
// numbers to what an int64 holds, which rules out all floats but integral ones.
func (t typing) accepts() kinds {
	var set kinds
	for k := null; k < everything; k <<= 1 {
		if t.judge(k) == fits {
			set |= k
		}
	}
	if t.single() == "integer" {
		set &^= nearly
	}
	return set
}

// predicate is what strings must satisfy for the format, nil for anything.
//
// Rule: the same package, formatValidator.
func (s settings) predicate(t typing) func(string) bool {
	if t.format == "" {
		return nil
	}
	minor := s.formatsMinor
	if s.defaults {
		minor = format.Infinite
	}
	holds, _ := format.Lookup(t.format, minor)
	return holds
}

// kinds is a set of kinds of values. The kinds divide all values, floats more
// finely than JSON does, so that what a schema says of types becomes one set.
type kinds uint16

const (
	null kinds = 1 << iota
	boolean
	text
	integer  // an int64
	integral // a float64 that is an integer which JSON holds exactly
	nearly   // a float64 so close to one that the server's type check is fooled
	fraction // any other float64
	array
	object
	alien // a Go value that is no JSON value; see structural.Normalize

	everything kinds = 1<<iota - 1
	floats           = integral | nearly | fraction
	numbers          = integer | floats
)

func kindOf(v any) kinds {
	switch v := v.(type) {
	case string:
		return text
	case map[string]any:
		return object
	case []any:
		return array
	case int64:
		return integer
	case bool:
		return boolean
	case nil:
		return null
	case float64:
		return kindOfFloat(v)
	default:
		return alien
	}
}

const (
	maxExact  = 1<<53 - 1 // the greatest integer of JSON, up and down
	tolerance = 1e-9      // relative, of floats that pass for integers
)

// kindOfFloat follows the function with which the reference asks whether a
// float is an integer.
//
// Rule: github.com/go-openapi/swag/conv, IsFloat64AJSONInteger.
func kindOfFloat(f float64) kinds {
	if !(math.Abs(f) <= maxExact) { // nor NaN
		return fraction
	}
	rounded := math.Round(f)
	switch {
	case f == rounded:
		return integral
	case math.Abs(f-rounded) < tolerance*math.Abs(rounded):
		return nearly
	default:
		return fraction
	}
}

// typeName is what the server calls the type of a value.
func (k kinds) typeName() string {
	switch {
	case k == null:
		return "null"
	case k == boolean:
		return "boolean"
	case k == text:
		return "string"
	case k == integer:
		return "integer"
	case k&floats != 0:
		return "number"
	case k == array:
		return "array"
	case k == object:
		return "object"
	default:
		return ""
	}
}
