package selector

import (
	"slices"
	"strconv"
	"strings"
)

// Operator relates a label or field to its values. Its text is a constant of
// k8s.io/apimachinery/pkg/selection.
type Operator string

// The operators. The package comment has their notations and meanings.
const (
	Exists       Operator = "exists"
	DoesNotExist Operator = "!"
	Equals       Operator = "="
	DoubleEquals Operator = "=="
	NotEquals    Operator = "!="
	In           Operator = "in"
	NotIn        Operator = "notin"
	GreaterThan  Operator = "gt"
	LessThan     Operator = "lt"
)

// Requirement is one condition of a selector. All must be met.
type Requirement struct {
	// Key is the key of a label or the name of a field: "metadata.name".
	Key string
	// Operator is Equals or NotEquals in a field selector.
	Operator Operator
	// Values are sorted. Exists and DoesNotExist do not have values, In and NotIn may have
	// several, all others have one.
	Values []string
}

// String returns the requirement as label selectors write it, without escapes.
func (r Requirement) String() string {
	values := strings.Join(r.Values, ",")
	switch r.Operator {
	case Exists:
		return r.Key
	case DoesNotExist:
		return "!" + r.Key
	case In, NotIn:
		return r.Key + " " + string(r.Operator) + " (" + values + ")"
	case GreaterThan:
		return r.Key + ">" + values
	case LessThan:
		return r.Key + "<" + values
	}
	return r.Key + string(r.Operator) + values
}

func (r *Requirement) matches(value string, exists bool) bool {
	switch r.Operator {
	case Exists:
		return exists
	case DoesNotExist:
		return !exists
	case NotIn, NotEquals:
		return !exists || !r.has(value)
	case GreaterThan, LessThan:
		return exists && r.compares(value)
	}
	return exists && r.has(value)
}

func (r *Requirement) has(value string) bool {
	if len(r.Values) == 1 {
		return r.Values[0] == value
	}
	_, found := slices.BinarySearch(r.Values, value)
	return found
}

func (r *Requirement) compares(value string) bool {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || len(r.Values) != 1 {
		return false
	}
	limit, err := strconv.ParseInt(r.Values[0], 10, 64)
	return err == nil && (r.Operator == GreaterThan && n > limit || r.Operator == LessThan && n < limit)
}

func copied(rs []Requirement) []Requirement {
	out := slices.Clone(rs)
	for i := range out {
		out[i].Values = slices.Clone(out[i].Values)
	}
	return out
}

// byKey sorts requirements by key. As in the server, the sort is not stable.
type byKey []Requirement

func (s byKey) Len() int           { return len(s) }
func (s byKey) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
func (s byKey) Less(i, j int) bool { return s[i].Key < s[j].Key }
