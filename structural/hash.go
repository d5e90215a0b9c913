package structural

import "math"

// hash mixes what tells most nodes apart.
func (sh *sharing) hash(s *Schema) uint64 {
	m := mixer(sh.children)
	m.number(uint64(s.flags)<<8 | uint64(s.typ))
	for i := range s.properties {
		m.text(s.properties[i].name)
	}
	if s.def != nil {
		m.scalar(s.def)
	}
	if s.value != nil {
		m.validation(s.value)
	}
	if s.more != nil {
		for i := range s.more.rules {
			m.text(s.more.rules[i].Rule)
		}
	}
	if s.doc != nil {
		m.text(s.doc.description)
	}
	return uint64(m)
}

// mixer is a running hash. It need not resist anybody: few nodes are compared,
// see maxAlike, and a comparison looks at no more than the node itself.
type mixer uint64

func (m *mixer) number(n uint64) {
	sum := (uint64(*m) ^ n) * 0x9E3779B97F4A7C15
	*m = mixer(sum ^ sum>>29)
}

// text looks at the length and at both ends of a text, not to fetch all of it
// into the processor's cache: descriptions are half of a definition.
func (m *mixer) text(s string) {
	if len(s) >= 8 {
		m.number(word(s) ^ uint64(len(s))<<48)
		m.number(word(s[len(s)-8:]))
		return
	}
	n := uint64(len(s))
	for i := range len(s) {
		n = n<<8 | uint64(s[i])
	}
	m.number(n)
}

// word is the first eight bytes of a text as a number.
func word(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func (m *mixer) scalar(v any) {
	switch v := v.(type) {
	case string:
		m.text(v)
	case int64:
		m.number(uint64(v))
	case float64:
		m.number(math.Float64bits(v))
	}
}

func (m *mixer) validation(v *valueValidation) {
	if v.format != "" || v.pattern != "" {
		m.text(v.format)
		m.text(v.pattern)
	}
	for _, name := range v.required {
		m.text(name)
	}
	for _, e := range v.enum {
		m.scalar(e)
	}
	if b := v.bounds; b != nil {
		m.bounds(b)
	}
}

func (m *mixer) bounds(b *bounds) {
	for _, n := range [...]float64{b.maximum, b.minimum, b.multipleOf} {
		m.number(math.Float64bits(n))
	}
	for _, n := range [...]int64{b.maxLength, b.minLength, b.maxItems, b.minItems, b.maxProperties, b.minProperties} {
		m.number(uint64(n))
	}
}
