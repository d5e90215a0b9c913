package celrules

import "github.com/seed95800270/crdschema/structural"

// What a value takes at least, as JSON, in bytes.
//
// Rule: k8s.io/apiserver/pkg/cel, limits.go; k8s.io/apiserver/pkg/cel/common,
// SchemaDeclType.
const (
	anyWeight       = 1 // 0
	numberWeight    = 1
	stringWeight    = 2 // ""
	listWeight      = 2
	objectWeight    = 2
	boolWeight      = 4
	durationWeight  = 3
	dateWeight      = 12
	timestampWeight = 21
	memberWeight    = 4 // the quotes, colon and comma of a field
)

const (
	// maxRequest is the size of the largest request, in bytes.
	maxRequest = 3 << 20
	// maxText is the longest string: a request less its quotes.
	maxText = maxRequest - 2
	// maxDuration, maxDate and maxTimestamp are the longest strings of these
	// formats.
	maxDuration, maxDate, maxTimestamp = 32, 12, 32
	// maxName and maxGenerateName bound the names of resources.
	maxName, maxGenerateName = 253, 252
	// maxRune is how many bytes a code point may take.
	maxRune = 4
)

// textSize is the greatest size of a string of no special format, in bytes.
func textSize(s *structural.Schema) int64 {
	if limit, ok := s.MaxLength(); ok {
		return max(limit, 0) * maxRune
	}
	longest := int64(maxText)
	for i, v := range s.Enum() {
		if i == 0 {
			longest = 0
		}
		if text, ok := v.(string); ok {
			longest = max(longest, int64(len(text)))
		}
	}
	return longest
}

// untypedSize is the greatest size of an int-or-string.
func untypedSize(s *structural.Schema) int64 {
	if limit, ok := s.MaxLength(); ok {
		return max(limit, 0) * maxRune
	}
	return maxText
}

func bytesSize(s *structural.Schema) int64 {
	if limit, ok := s.MaxLength(); ok {
		return max(limit, 0)
	}
	return maxText
}

// listSize is the greatest number of elements: as many as go into a request if
// the schema does not say.
func listSize(s *structural.Schema, elem *shape) int64 {
	if limit, ok := s.MaxItems(); ok {
		return max(limit, 0)
	}
	return maxText / (elem.weight + 1)
}

func mapSize(s *structural.Schema, elem *shape) int64 {
	if limit, ok := s.MaxProperties(); ok {
		return max(limit, 0)
	}
	return maxText / (elem.weight + memberWeight + 2)
}
