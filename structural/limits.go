package structural

import "github.com/seed95800270/crdschema/internal/keyword"

// limits holds the numeric keywords of a node. set records which of them are present.
type limits struct {
	numbers  [len(numberKeywords)]float64
	integers [len(integerKeywords)]int64
	set      limitSet
}

// limitSet has a bit for each number keyword, followed by the integer keywords.
type limitSet uint16

// numberLimit is a keyword with a limit that may be a fraction.
type numberLimit uint8

const (
	maximum numberLimit = iota
	minimum
	multipleOf
)

// integerLimit is a keyword with a limit that must be written as an integer, not as 3.0.
type integerLimit uint8

const (
	maxLength integerLimit = iota
	minLength
	maxItems
	minItems
	maxProperties
	minProperties
)

// numberKeywords and integerKeywords hold all that the package needs to know of a keyword: its name,
// and where the server's internal type prints it. Reading, hashing, comparing and writing follow
// from a row.
var (
	numberKeywords = [...]struct {
		name  string
		print func(*props) **float64
	}{
		maximum:    {"maximum", func(p *props) **float64 { return &p.Maximum }},
		minimum:    {"minimum", func(p *props) **float64 { return &p.Minimum }},
		multipleOf: {"multipleOf", func(p *props) **float64 { return &p.MultipleOf }},
	}
	integerKeywords = [...]struct {
		name  string
		print func(*props) **int64
	}{
		maxLength:     {"maxLength", func(p *props) **int64 { return &p.MaxLength }},
		minLength:     {"minLength", func(p *props) **int64 { return &p.MinLength }},
		maxItems:      {"maxItems", func(p *props) **int64 { return &p.MaxItems }},
		minItems:      {"minItems", func(p *props) **int64 { return &p.MinItems }},
		maxProperties: {"maxProperties", func(p *props) **int64 { return &p.MaxProperties }},
		minProperties: {"minProperties", func(p *props) **int64 { return &p.MinProperties }},
	}
)

func (n numberLimit) bit() limitSet  { return 1 << n }
func (n integerLimit) bit() limitSet { return 1 << (int(n) + len(numberKeywords)) }

// limit reads a numeric keyword. It reports false if name is not one.
func (p *parser) limit(s *Schema, name string, v any) bool {
	for i := range integerKeywords {
		if integerKeywords[i].name == name {
			p.integer(s, integerLimit(i), v)
			return true
		}
	}
	for i := range numberKeywords {
		if numberKeywords[i].name == name {
			p.number(s, numberLimit(i), v)
			return true
		}
	}
	return false
}

func (p *parser) number(s *Schema, n numberLimit, v any) {
	var limit float64
	switch v := v.(type) {
	case float64:
		limit = v
	case int64:
		limit = float64(v)
	default:
		p.mismatch(v, "float64")
		return
	}
	l := p.limits(s)
	l.numbers[n] = limit
	l.set |= n.bit()
}

func (p *parser) integer(s *Schema, n integerLimit, v any) {
	limit, ok := v.(int64)
	if !ok {
		p.mismatch(v, "int64")
		return
	}
	l := p.limits(s)
	l.integers[n] = limit
	l.set |= n.bit()
}

func (w mapWriter) limits(l *limits) {
	if l == nil {
		return
	}
	for i, k := range numberKeywords {
		if l.set&numberLimit(i).bit() != 0 {
			w[k.name] = keyword.JSONNumber(l.numbers[i])
		}
	}
	for i, k := range integerKeywords {
		if l.set&integerLimit(i).bit() != 0 {
			w[k.name] = l.integers[i]
		}
	}
}

func (p *props) limits(l limits) {
	for i := range numberKeywords {
		if l.set&numberLimit(i).bit() != 0 {
			*numberKeywords[i].print(p) = &l.numbers[i]
		}
	}
	for i := range integerKeywords {
		if l.set&integerLimit(i).bit() != 0 {
			*integerKeywords[i].print(p) = &l.integers[i]
		}
	}
}

// limits returns the numeric keywords of s. The caller must not change them.
func (s *Schema) limits() *limits {
	if s == nil || s.value == nil || s.value.limits == nil {
		return &unlimited
	}
	return s.value.limits
}

var unlimited limits

func (s *Schema) number(n numberLimit) (limit float64, ok bool) {
	l := s.limits()
	return l.numbers[n], l.set&n.bit() != 0
}

func (s *Schema) integer(n integerLimit) (limit int64, ok bool) {
	l := s.limits()
	return l.integers[n], l.set&n.bit() != 0
}

// Maximum returns the upper bound of numbers and whether the bound itself is excluded. ok is false
// without the keyword, as for all functions below.
func (s *Schema) Maximum() (limit float64, exclusive, ok bool) {
	limit, ok = s.number(maximum)
	return limit, s.has(exclusiveMaximum), ok
}

// Minimum returns the lower bound of numbers and whether the bound itself is excluded.
func (s *Schema) Minimum() (limit float64, exclusive, ok bool) {
	limit, ok = s.number(minimum)
	return limit, s.has(exclusiveMinimum), ok
}

// MultipleOf returns the number that values must be multiples of.
func (s *Schema) MultipleOf() (factor float64, ok bool) { return s.number(multipleOf) }

// MaxLength returns the maximum length of strings in Unicode code points.
func (s *Schema) MaxLength() (limit int64, ok bool) { return s.integer(maxLength) }

// MinLength returns the minimum length of strings in Unicode code points.
func (s *Schema) MinLength() (limit int64, ok bool) { return s.integer(minLength) }

// MaxItems returns the maximum number of list elements.
func (s *Schema) MaxItems() (limit int64, ok bool) { return s.integer(maxItems) }

// MinItems returns the minimum number of list elements.
func (s *Schema) MinItems() (limit int64, ok bool) { return s.integer(minItems) }

// MaxProperties returns the maximum number of fields of an object.
func (s *Schema) MaxProperties() (limit int64, ok bool) { return s.integer(maxProperties) }

// MinProperties returns the minimum number of fields of an object.
func (s *Schema) MinProperties() (limit int64, ok bool) { return s.integer(minProperties) }
