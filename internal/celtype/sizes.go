package celtype

import "github.com/seed95800270/crdschema/structural"

// The smallest number of bytes that values take as JSON.
//
// Rule: k8s.io/apiserver/pkg/cel, limits.go; k8s.io/apiserver/pkg/cel/common,
// SchemaDeclType.
const (
	dynBytes       = 1 // 0
	numberBytes    = 1
	stringBytes    = 2
	listBytes      = 2
	objectBytes    = 2
	boolBytes      = 4
	durationBytes  = 3
	dateBytes      = 12
	timestampBytes = 21
	fieldBytes     = 4 // the quotes, colon and comma of a field
)

const (
	// maxRequestSize is in bytes.
	maxRequestSize = 3 << 20
	// maxTextSize is the longest string: a request without its quotes.
	maxTextSize = maxRequestSize - 2
	// The longest strings of formats that have a CEL type.
	maxDurationSize, maxDateSize, maxTimestampSize = 32, 12, 32
	// The longest names of resources, in characters.
	maxName, maxGenerateName = 253, 252
	// maxRuneBytes is the greatest size of a code point.
	maxRuneBytes = 4
)

func maxStringSize(s *structural.Schema) int64 {
	if limit, ok := s.MaxLength(); ok {
		return max(limit, 0) * maxRuneBytes
	}
	longest := int64(maxTextSize)
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

func maxIntOrStringSize(s *structural.Schema) int64 {
	if limit, ok := s.MaxLength(); ok {
		return max(limit, 0) * maxRuneBytes
	}
	return maxTextSize
}

func maxBytesSize(s *structural.Schema) int64 {
	if limit, ok := s.MaxLength(); ok {
		return max(limit, 0)
	}
	return maxTextSize
}

// maxItems returns the limit or, if absent, how many fit into a request.
func maxItems(s *structural.Schema, elem *DeclType) int64 {
	if limit, ok := s.MaxItems(); ok {
		return max(limit, 0)
	}
	return maxTextSize / (elem.minBytes + 1)
}

func maxProperties(s *structural.Schema, elem *DeclType) int64 {
	if limit, ok := s.MaxProperties(); ok {
		return max(limit, 0)
	}
	return maxTextSize / (elem.minBytes + fieldBytes + 2)
}

// Limit returns the keyword that limits the sizes of the values of s, with its value, or "" if
// no keyword does: the longest value of an enum counts, and formats of times have a size.
func Limit(s *structural.Schema) (keyword string, limit int64, declared bool) {
	switch {
	case s.IntOrString():
		limit, declared = s.MaxLength()
		return "maxLength", limit, declared
	case s.Type() == structural.Array:
		limit, declared = s.MaxItems()
		return "maxItems", limit, declared
	case s.Type() == structural.Object && s.AdditionalProperties() != nil:
		limit, declared = s.MaxProperties()
		return "maxProperties", limit, declared
	case s.Type() == structural.String && !hasFixedSize(s):
		limit, declared = s.MaxLength()
		return "maxLength", limit, declared
	}
	return "", 0, false
}

func hasFixedSize(s *structural.Schema) bool {
	switch s.Format() {
	case "duration", "date", "date-time":
		return true
	}
	_, limited := s.MaxLength()
	return !limited && len(s.Enum()) > 0
}

// SizeWith returns the greatest size of the values of s if the keyword of [Limit] had the
// value limit.
func SizeWith(s *structural.Schema, limit int64) uint64 {
	isText := s.IntOrString() || s.Type() == structural.String && s.Format() != "byte"
	if isText {
		limit *= maxRuneBytes
	}
	return uint64(limit)
}

// MinBytes returns the smallest number of bytes that a value of t takes as JSON.
func (t *DeclType) MinBytes() uint64 {
	if t == nil {
		return 0
	}
	return uint64(t.minBytes)
}

// MaxCardinality returns how many values of t fit into a request.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// MaxCardinality.
func (t *DeclType) MaxCardinality() uint64 { return uint64(maxRequestSize / (t.minBytes + 1)) }

// MaxSize returns the greatest size of the value at a path of the cost estimator: the name
// of a variable of type t, then fields, @items, @keys and @values. It reports false for an
// unknown path.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel, sizeEstimator.
func (t *DeclType) MaxSize(path []string) (size uint64, known bool) {
	if t = t.At(path[1:]); t == nil {
		return 0, false
	}
	return uint64(t.maxSize), true
}

// At returns the declared type at a path below t as [DeclType.MaxSize] takes it, or nil.
func (t *DeclType) At(path []string) *DeclType {
	for _, name := range path {
		if t = t.step(name); t == nil {
			return nil
		}
	}
	return t
}

func (t *DeclType) step(name string) *DeclType {
	switch name {
	case "@items", "@values":
		return t.elem
	case "@keys":
		if t.kind == mapKind {
			return &keyType
		}
		return nil
	}
	field, _ := t.Field(name)
	return field
}

// keyType has an unknown size, and the server counts it as 0.
var keyType = DeclType{kind: stringKind, minBytes: stringBytes}
