package structural

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/structural/field"
)

const (
	// MaxDepth is the deepest nesting of maps and lists that [Normalize]
	// accepts, the limit of the server's JSON decoder.
	MaxDepth = 10_000
	// maxNodes is the greatest number of values that [Normalize] accepts, several times
	// what fits into a request of 3 MiB. It leaves room for lists of objects.
	maxNodes = 1 << 24
	// maxRepeated is the greatest number of values that [Normalize] accepts in maps and
	// lists that a Go value holds more than once, counted each time but the first. The
	// server reads each of them from the text of a request, and 3 MiB cannot contain more.
	maxRepeated = 1 << 20
)

// NotJSONError is the error that [Normalize] returns for a value that is not JSON,
// or that the server's decoder would not accept.
type NotJSONError struct {
	// Path is the path of the value. It is empty for values that are nested too
	// deeply or are cyclic.
	Path Path
	// Reason describes what is wrong with it: "the Go type chan int".
	Reason string

	whole bool // about the value as a whole: no path
}

// Error returns the path and the reason.
func (e *NotJSONError) Error() string {
	if len(e.Path) == 0 {
		return codes.NotJSONDetail(e.Reason)
	}
	return e.Path.String() + ": " + codes.NotJSONDetail(e.Reason)
}

// Normalize returns v as a JSON value that consists of nil, bool, string, int64, float64,
// map[string]any and []any only. Pass every value from outside through it once: other
// functions of this package, except [FromMap], do not check values.
//
// Other Go numbers and json.Number become int64 if they are integers that fit, otherwise
// float64, as in the server's decoder. nil maps and lists become nil. A *[NotJSONError] is
// returned for other Go types, NaN, infinities, values nested deeper than [MaxDepth] or
// cyclic, more than 16,777,216 values, and more than 1,048,576 values in maps and lists
// that v holds more than once.
//
// v is not changed, and returned if nothing needs to be converted. Otherwise the maps and
// lists around a converted value are new and the rest is shared with v.
func Normalize(v any) (any, error) {
	return normalize(v, normalScalar)
}

// NormalizeStored returns v, a value from storage, as Normalize does, with an int64 for each
// float64 whose JSON text is an integer: for the server, which stores text, 1.0 is 1 after it has
// been stored. The error is the same as of Normalize.
func NormalizeStored(v any) (any, error) {
	return normalize(v, storedScalar)
}

func normalize(v any, scalar func(v any) (any, bool, *NotJSONError)) (any, error) {
	n := normalizer{left: maxNodes, trusted: maxNodes - trusting, scalar: scalar}
	out, _, err := n.value(v, 0)
	if err != nil {
		slices.Reverse(err.Path)
		return nil, err
	}
	return out, nil
}

// normalizer converts the values in a value. It visits at most left more of them.
type normalizer struct {
	left int
	// trusted is the number left from which on maps and lists are remembered.
	trusted int
	seenBefore
	// scalar converts a value other than nil, bool, string, int64, maps and lists, and
	// reports whether the result differs.
	scalar func(v any) (any, bool, *NotJSONError)
}

// value returns v converted and reports whether the result differs from v. Error paths
// grow backwards.
func (n *normalizer) value(v any, depth int) (any, bool, *NotJSONError) {
	if n.left--; n.left < 0 {
		return nil, false, tooMany()
	}
	switch t := v.(type) {
	case nil, bool, string, int64:
		return v, false, nil
	case map[string]any:
		if n.left < n.trusted {
			return n.remembered(v, depth)
		}
		return n.object(t, depth)
	case []any:
		if n.left < n.trusted {
			return n.remembered(v, depth)
		}
		return n.list(v, t, depth)
	default:
		return n.scalar(v)
	}
}

// normalScalar returns a number as an int64 or float64, and an error for values that
// are not JSON.
func normalScalar(v any) (any, bool, *NotJSONError) {
	f, ok := v.(float64)
	switch {
	case !ok:
		out, err := number(v)
		return out, true, err
	case math.IsNaN(f) || math.IsInf(f, 0):
		return nil, false, &NotJSONError{Reason: fmt.Sprintf("the number %v", f)}
	default:
		return v, false, nil
	}
}

// storedScalar returns what [normalScalar] returns, after it has been written as JSON and read.
func storedScalar(v any) (any, bool, *NotJSONError) {
	normal, changed, err := normalScalar(v)
	if f, ok := normal.(float64); ok && err == nil {
		if n, ok := jsontext.StoredInteger(f); ok {
			return n, true, nil
		}
	}
	return normal, changed, err
}

func (n *normalizer) object(m map[string]any, depth int) (any, bool, *NotJSONError) {
	switch {
	case m == nil:
		return nil, true, nil
	case depth == MaxDepth:
		return nil, false, tooDeep()
	}
	out, copied := m, false
	for k, e := range m {
		normal, changed, err := n.value(e, depth+1)
		if err != nil {
			return nil, false, err.below(Field(k))
		}
		if changed {
			if !copied {
				out, copied = maps.Clone(m), true
			}
			out[k] = normal
		}
	}
	return out, copied, nil
}

func (n *normalizer) list(v any, l []any, depth int) (any, bool, *NotJSONError) {
	switch {
	case l == nil:
		return nil, true, nil
	case depth == MaxDepth:
		return nil, false, tooDeep()
	}
	out, copied := l, false
	for i, e := range l {
		normal, changed, err := n.value(e, depth+1)
		if err != nil {
			return nil, false, err.below(Index(i))
		}
		if changed {
			if !copied {
				out, copied = slices.Clone(l), true
			}
			out[i] = normal
		}
	}
	if !copied {
		return v, false, nil // converting out to any would allocate
	}
	return out, true, nil
}

func tooDeep() *NotJSONError {
	return &NotJSONError{Reason: fmt.Sprintf("nested deeper than %d levels, or cyclic", MaxDepth), whole: true}
}

func (e *NotJSONError) below(s field.Step) *NotJSONError {
	if !e.whole {
		e.Path = append(e.Path, s)
	}
	return e
}

func number(v any) (any, *NotJSONError) {
	switch v := v.(type) {
	case int:
		return int64(v), nil
	case int8:
		return int64(v), nil
	case int16:
		return int64(v), nil
	case int32:
		return int64(v), nil
	case uint:
		return unsigned(uint64(v)), nil
	case uint8:
		return int64(v), nil
	case uint16:
		return int64(v), nil
	case uint32:
		return int64(v), nil
	case uint64:
		return unsigned(v), nil
	case float32:
		return float(strconv.FormatFloat(float64(v), 'g', -1, 32)) // 0.1, not 0.10000000149
	case json.Number:
		if i, err := strconv.ParseInt(string(v), 10, 64); err == nil {
			return i, nil
		}
		return float(string(v))
	default:
		return nil, &NotJSONError{Reason: fmt.Sprintf("the Go type %T", v)}
	}
}

func unsigned(v uint64) any {
	if v <= math.MaxInt64 {
		return int64(v)
	}
	return float64(v)
}

func float(text string) (any, *NotJSONError) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return nil, &NotJSONError{Reason: "the number " + text}
	}
	return f, nil
}
