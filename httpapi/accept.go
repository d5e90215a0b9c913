package httpapi

import (
	"sort"
	"strconv"
	"strings"
)

type clause struct {
	mainType, subType string
	quality           float64
	parameters        map[string]string
}

// parseAccept returns the well-formed clauses of an Accept header, the preferred ones first. Unlike
// in the standards, the wildcard * alone is */*, text in quotes is not special, and the last value
// of a repeated parameter counts.
//
// Rule: github.com/munnerz/goautoneg, ParseAccept.
func parseAccept(header string) []clause {
	var clauses []clause
	for part := range pieces(header, ',') {
		mediaType, parameters, _ := strings.Cut(trim(part), ";")
		c := clause{quality: 1, parameters: map[string]string{}}
		if !c.setType(mediaType) {
			continue
		}
		for parameter := range pieces(parameters, ';') {
			c.setParameter(parameter)
		}
		clauses = append(clauses, c)
	}
	sort.Sort(byPreference(clauses)) // as upstream: the order of equal clauses depends on it
	return clauses
}

// pieces yields what is between separators, without a last empty piece.
func pieces(text string, separator byte) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for text != "" {
			var piece string
			piece, text, _ = strings.Cut(text, string(separator))
			if !yield(piece) {
				return
			}
		}
	}
}

func trim(text string) string { return strings.Trim(text, " ") }

func (c *clause) setType(text string) bool {
	mainType, rest, _ := strings.Cut(text, "/")
	c.mainType = trim(mainType)
	if rest == "" {
		c.subType = "*"
		return c.mainType == "*"
	}
	subType, more, _ := strings.Cut(rest, "/")
	c.subType = trim(subType)
	return more == ""
}

// setParameter sets name=value, unless it is malformed. A quality that is not a number is 0.
func (c *clause) setParameter(text string) {
	name, rest, _ := strings.Cut(text, "=")
	value, more, _ := strings.Cut(rest, "=")
	switch {
	case rest == "" || more != "":
	case trim(name) == "q":
		c.quality, _ = strconv.ParseFloat(value, 32)
	default:
		c.parameters[trim(name)] = trim(value)
	}
}

// byPreference sorts clauses. The relation is inconsistent, as upstream: a wildcard may
// precede a preferred clause.
//
// Rule: github.com/munnerz/goautoneg, acceptSlice.Less.
type byPreference []clause

// Len makes byPreference a sort.Interface.
func (s byPreference) Len() int { return len(s) }

func (s byPreference) Swap(i, j int) { s[i], s[j] = s[j], s[i] }

// Less reports whether a clause has a higher quality than another one, or is more specific.
func (s byPreference) Less(i, j int) bool {
	a, b := &s[i], &s[j]
	return a.quality > b.quality || a.mainType != "*" && b.mainType == "*" || a.subType != "*" && b.subType == "*"
}
