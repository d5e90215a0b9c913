package generate

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

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
		p.Resize(d, limit+1)
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

// mostSize bounds the strings that are derived from a pattern.
const mostSize = 1 << 16

// largest is the size of the largest object that is made, in bytes: a server reads no larger body.
const largest = 3 << 20

// manyElements is the number of elements from which on objects are few: each takes long.
const manyElements = 1 << 10

// tooLarge returns why no object is made for a bound on a size, or "".
func tooLarge(t Target, n int) string {
	switch {
	case strings.HasSuffix(t.Keyword, "Length") && n > largest-1<<10:
		return fmt.Sprintf("an object with a string of %d characters is larger than the 3 MiB that a server reads", n)
	case (strings.HasSuffix(t.Keyword, "Items") || strings.HasSuffix(t.Keyword, "Properties")) && n > solve.MostElements:
		return fmt.Sprintf("objects have at most %d elements or fields in a place, and this one needs %d", solve.MostElements, n)
	default:
		return ""
	}
}

// oversized returns why an object for a large bound is useless, or "".
func oversized(t Target, obj map[string]any) string {
	if !t.IsBound() || number(t.node[t.Keyword]) < manyElements {
		return ""
	}
	text, err := json.Marshal(obj)
	if err != nil || len(text) <= largest {
		return ""
	}
	return fmt.Sprintf("the object has %d bytes, more than the 3 MiB that a server reads", len(text))
}

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

// touch writes a value at the bound of a target.
func touch(d *generate.Generator, p *solve.Ref, t Target) {
	switch t.Keyword {
	case "minimum", "maximum":
		p.Set(d, atBound(t.node, t.Keyword))
	case "multipleOf":
	default:
		p.Resize(d, number(t.node[t.Keyword]))
	}
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
