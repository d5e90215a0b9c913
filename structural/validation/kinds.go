package validation

import "math"

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
