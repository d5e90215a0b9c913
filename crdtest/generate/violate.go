package generate

import (
	"math"
	"slices"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/solve"
	"github.com/seed95800270/crdschema/structural"
)

// violate writes a value that breaks the keyword of a target, and as little else as possible.
func violate(d *generate.Generator, p *solve.Ref, t Target) {
	limit := number(t.node[t.Keyword])
	now, _ := p.Get()
	switch t.Keyword {
	case "type", "x-kubernetes-int-or-string":
		p.Set(d, wrongType(d, t.node))
	case "enum":
		p.Set(d, outside(d, t.node))
	case "format":
		if _, misses := generate.Formatted(text(t.node, "format")); len(misses) > 0 {
			p.Set(d, misses[d.Below(len(misses))])
		} else if text(t.node, "format") == "int32" {
			p.Set(d, int64(math.MaxInt32)+1)
		}
	case "pattern":
		p.Set(d, unmatched(d, t.node, now))
	case "required":
		p.Field(t.name).Remove(d)
	case "minimum", "maximum", "multipleOf":
		p.Set(d, beyond(t.node, t.Keyword, now))
	case "minLength", "minItems", "minProperties":
		p.Resize(d, max(limit-1, 0))
	case "maxLength", "maxItems", "maxProperties":
		if limit < mostSize {
			p.Resize(d, limit+1)
		}
	case "x-kubernetes-list-type":
		if l, ok := now.([]any); ok && len(l) > 0 {
			p.Set(d, append(slices.Clone(l), structural.Clone(l[d.Below(len(l))])))
		} else {
			p.Resize(d, 1)
		}
	case "oneOf", "anyOf":
		list := schemas(t.node, t.Keyword)
		for _, b := range list {
			impose(d, p, b, t.Keyword == "oneOf" && d.Percent(70), 1)
		}
	case "not":
		if b, ok := t.node["not"].(map[string]any); ok {
			impose(d, p, b, true, 1)
		}
	}
}

// mostSize is the largest bound on a size that an object exceeds.
const mostSize = 1 << 16

func text(s map[string]any, keyword string) string {
	out, _ := s[keyword].(string)
	return out
}

func number(v any) int {
	switch v := v.(type) {
	case int64:
		return int(min(max(v, 0), 1<<40))
	case float64:
		return int(min(max(v, 0), 1<<40))
	default:
		return 0
	}
}

func float(v any) float64 {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case float64:
		return v
	default:
		return 0
	}
}

func wrongType(d *generate.Generator, s map[string]any) any {
	list := []any{"x", int64(7), true, map[string]any{}, []any{}}
	own := map[string][]int{"string": {0}, "integer": {1}, "number": {1}, "boolean": {2}, "object": {3}, "array": {4}}[text(s, "type")]
	if s["x-kubernetes-int-or-string"] == true {
		own = []int{0, 1}
	}
	for {
		if i := d.Below(len(list)); !slices.Contains(own, i) {
			return list[i]
		}
	}
}

// outside returns a value of the type of an enum that is not in it.
func outside(d *generate.Generator, s map[string]any) any {
	enum, _ := s["enum"].([]any)
	if len(enum) == 0 {
		return "x"
	}
	v := enum[d.Below(len(enum))]
	for i := range len(enum) + 1 {
		switch w := v.(type) {
		case string:
			v = w + "x"
		case int64:
			v = w + int64(i) + 1
		case float64:
			v = w + float64(i) + 0.5
		case bool:
			v = !w
		}
		if !slices.ContainsFunc(enum, func(e any) bool { return structural.Equal(e, v) }) {
			break
		}
	}
	return v
}

// unmatched returns a string that breaks the pattern only.
func unmatched(d *generate.Generator, s map[string]any, now any) any {
	old, _ := now.(string)
	least, most := number(s["minLength"]), mostSize
	if v, ok := s["maxLength"]; ok {
		most = number(v)
	}
	text := []string{"!", " ", "_", "A", "a", "", "-", "/", "\n", "0", "!!", old + "!", "!" + old, old + " ", old + "_", "é"}[d.Below(16)]
	for len(text) < least && len(text) < mostSize {
		text += "!"
	}
	if len(text) > most {
		text = text[:most]
	}
	return text
}

// beyond returns the number next to a bound that breaks it.
func beyond(s map[string]any, keyword string, now any) any {
	limit := float(s[keyword])
	integer := text(s, "type") == "integer"
	step := 1.0
	if m := float(s["multipleOf"]); m > 0 && keyword != "multipleOf" {
		step = m
	}
	if !integer && keyword != "multipleOf" && step == 1 {
		step = max(math.Abs(limit)*1e-9, 1e-3)
	}
	var v float64
	switch keyword {
	case "minimum":
		v = limit - step
		if s["exclusiveMinimum"] == true {
			v = limit
		}
	case "maximum":
		v = limit + step
		if s["exclusiveMaximum"] == true {
			v = limit
		}
	default:
		v = float(now) + limit/2
		if integer {
			v = math.Trunc(float(now)/limit)*limit + 1
		}
	}
	return whole(v, integer)
}

func whole(v float64, integer bool) any {
	if integer && math.Abs(v) < 1<<62 {
		return int64(v)
	}
	if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
		return int64(v)
	}
	return v
}

// touch writes a value at the bound of a target. It reports whether there is one.
func touch(d *generate.Generator, p *solve.Ref, t Target) bool {
	limit := number(t.node[t.Keyword])
	switch t.Keyword {
	case "minimum", "maximum":
		p.Set(d, atBound(t.node, t.Keyword))
	case "multipleOf":
		return true
	default:
		if limit > mostSize {
			return false
		}
		p.Resize(d, limit)
	}
	return true
}

func atBound(s map[string]any, keyword string) any {
	integer := text(s, "type") == "integer"
	v := float(s[keyword])
	step := 1.0
	if !integer {
		step = max(math.Abs(v)*1e-9, 1e-3)
	}
	switch {
	case keyword == "minimum" && s["exclusiveMinimum"] == true:
		v += step
	case keyword == "maximum" && s["exclusiveMaximum"] == true:
		v -= step
	case integer && keyword == "minimum":
		v = math.Ceil(v)
	case integer:
		v = math.Floor(v)
	}
	if m := float(s["multipleOf"]); m > 0 {
		v = map[bool]float64{true: math.Ceil(v/m) * m, false: math.Floor(v/m) * m}[keyword == "minimum"]
	}
	return whole(v, integer)
}

// touches reports whether the value at p is at the bound.
func touches(p *solve.Ref, t Target) bool {
	v, _ := p.Get()
	switch v := v.(type) {
	case string:
		return len([]rune(v)) == number(t.node[t.Keyword])
	case []any:
		return len(v) == number(t.node[t.Keyword])
	case map[string]any:
		return len(v) == number(t.node[t.Keyword])
	default:
		return t.Keyword == "multipleOf" || float(v) == float(atBound(t.node, t.Keyword))
	}
}
