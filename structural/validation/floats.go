package validation

import "math"

const (
	maxExact  = 1<<53 - 1 // the greatest integer that JSON holds exactly
	tolerance = 1e-9      // relative, of floats that count as integers
)

func typeOfFloat(f float64) typeSet {
	switch {
	case !(math.Abs(f) <= maxExact): // nor NaN
		return fractionType
	case f == math.Trunc(f):
		return integralType
	}
	switch now, once := isNearlyIntegral(f), wasNearlyIntegral(f); {
	case now && once:
		return nearlyIntegralType
	case now:
		return newlyIntegralType
	case once:
		return onceIntegralType
	default:
		return fractionType
	}
}

// isNearlyIntegral reports whether a fractional float counts as the nearest integer.
//
// Rule: github.com/go-openapi/swag/conv, IsFloat64AJSONInteger.
func isNearlyIntegral(f float64) bool {
	rounded := math.Round(f)
	return math.Abs(f-rounded) < tolerance*math.Abs(rounded)
}

// wasNearlyIntegral decides for servers before 1.36: only a positive float counted, as the integer
// below it.
//
// Rule: github.com/go-openapi/swag v0.23.0, IsFloat64AJSONInteger.
func wasNearlyIntegral(f float64) bool {
	below := math.Trunc(f)
	return below > 0 && (f-below)/(f+below) < tolerance
}

func (r typeRule) integral() typeSet {
	if r.early {
		return integralType | nearlyIntegralType | onceIntegralType
	}
	return integralType | nearlyIntegralType | newlyIntegralType
}
