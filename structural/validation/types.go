package validation

import (
	"github.com/seed95800270/crdschema/internal/format"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/structural"
)

// typeSet is a set of types of values. Every value has exactly one type. Floats have several,
// so that the types that a schema accepts are one set.
type typeSet uint16

const (
	nullType typeSet = 1 << iota
	booleanType
	stringType
	integerType        // an int64
	integralType       // a float64 that is an integer and exact in JSON
	nearlyIntegralType // a float64 so close to an integer that the server's type check accepts it
	newlyIntegralType  // the same, but not before Kubernetes 1.36
	onceIntegralType   // the same, but only before Kubernetes 1.36
	fractionType       // any other float64
	arrayType
	objectType
	unknownType // a Go value that is not a JSON value; see structural.Normalize

	allTypes    typeSet = 1<<iota - 1
	floatTypes          = integralType | nearlyIntegralType | newlyIntegralType | onceIntegralType | fractionType
	numberTypes         = integerType | floatTypes
)

func typeOf(v any) typeSet {
	switch v := v.(type) {
	case string:
		return stringType
	case map[string]any:
		return objectType
	case []any:
		return arrayType
	case int64:
		return integerType
	case bool:
		return booleanType
	case nil:
		return nullType
	case float64:
		return typeOfFloat(v)
	default:
		return unknownType
	}
}

func (t typeSet) name() string {
	switch {
	case t == nullType:
		return "null"
	case t == booleanType:
		return "boolean"
	case t == stringType:
		return "string"
	case t == integerType:
		return "integer"
	case t&floatTypes != 0:
		return "number"
	case t == arrayType:
		return "array"
	case t == objectType:
		return "object"
	default:
		return ""
	}
}

func (t typeSet) goFormat() string {
	switch {
	case t == integerType:
		return "int64"
	case t&floatTypes != 0:
		return "float64"
	default:
		return ""
	}
}

// typeRule holds the keywords that restrict types, and the format, a part of the server's type
// check.
type typeRule struct {
	first, second string // second only for an int-or-string
	format        string // empty if the server ignores it
	nullable      bool
	early         bool // of a server before 1.36, without ranges of numbers
}

// typeRule applies the settings to n.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/validation,
// ConvertJSONSchemaPropsWithPostProcess.
func (s settings) typeRule(n *structural.Schema) typeRule {
	r := typeRule{first: n.TypeName(), format: n.Format(), nullable: n.Nullable(), early: s.formatsMinor < format.NumbersSince}
	if s.defaults {
		return r
	}
	if n.IntOrString() {
		r.first, r.second = "integer", "string"
	}
	if r.format != "" && !format.Recognized(r.single(), r.format, s.formatsMinor) {
		r.format = ""
	}
	return r
}

func (r typeRule) single() string {
	if r.second != "" {
		return ""
	}
	return r.first
}

func (r typeRule) has(name string) bool {
	return name != "" && (r.first == name || r.second == name)
}

func (r typeRule) numeric() bool { return r.has("integer") || r.has("number") }

func (r typeRule) restricts() bool { return r.first != "" || r.format != "" }

type typeResult uint8

const (
	rightType typeResult = iota
	wrongType
	wrongTypeForFormat
)

// check checks a type. With a format the server checks less: any string and any list is
// accepted unless the type is a number, and for other values of the wrong type the error is
// about the format.
//
// Rule: k8s.io/kube-openapi/pkg/validation/validate, typeValidator.
func (r typeRule) check(t typeSet) typeResult {
	switch {
	case t == nullType && (r.first == "" || r.nullable || r.has("null")):
		return rightType
	case t == nullType:
		return wrongType
	case !r.restricts(), r.names(t):
		return rightType
	case r.format == "":
		return wrongType
	case t&(stringType|arrayType) != 0 && !r.numeric():
		return rightType
	case t&(stringType|arrayType) != 0 || t.goFormat() == r.format:
		return wrongType
	default:
		return wrongTypeForFormat
	}
}

func (r typeRule) names(t typeSet) bool {
	return r.has(t.name()) ||
		t == integerType && r.has("number") ||
		t&r.integral() != 0 && r.has("integer")
}

func (r typeRule) mismatch(t typeSet) (want, got string) {
	switch {
	case r.check(t) == wrongTypeForFormat:
		return r.format, t.goFormat()
	case r.second != "":
		return r.first + "," + r.second, t.name()
	default:
		return r.first, t.name()
	}
}

func (r typeRule) remarkOn(value any) string {
	if !r.has("integer") {
		return ""
	}
	return jsontext.RemarkOn(value)
}

// accepts returns the right types. The type integer also restricts numbers to the range of
// int64, so it accepts only integral floats, except on early servers.
func (r typeRule) accepts() typeSet {
	var set typeSet
	for t := nullType; t < allTypes; t <<= 1 {
		if r.check(t) == rightType {
			set |= t
		}
	}
	if r.single() == "integer" && !r.early {
		set &^= floatTypes &^ integralType
	}
	return set
}

// formatCheck returns nil if every string is in the format.
//
// Rule: k8s.io/kube-openapi/pkg/validation/validate, formatValidator.
func (s settings) formatCheck(r typeRule) func(string) bool {
	if r.format == "" {
		return nil
	}
	minor := s.formatsMinor
	if s.defaults {
		minor = format.Infinite
	}
	check, _ := format.Lookup(r.format, minor)
	return check
}
