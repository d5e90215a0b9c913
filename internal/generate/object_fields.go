package generate

import (
	"encoding/json"
	"math"
	"slices"
)

const embeddedKeyword = "x-kubernetes-embedded-resource"

// resourceRoot marks the root of a resource when it is the value of
// x-kubernetes-embedded-resource in the drafter's copy of a schema.
type resourceRoot struct{}

func asResource(s map[string]any) map[string]any {
	out := map[string]any{embeddedKeyword: resourceRoot{}}
	for keyword, v := range s {
		if keyword != embeddedKeyword {
			out[keyword] = v
		}
	}
	return out
}

func isResource(s map[string]any) bool {
	return isTrue(s, embeddedKeyword) || s[embeddedKeyword] == any(resourceRoot{})
}

func (d *drafter) object(s map[string]any) any {
	out := map[string]any{}
	if isResource(s) {
		d.typeMeta(out, s)
	}
	for _, name := range d.neededFields(s) {
		if !has(out, name) {
			out[name] = d.field(s, name)
		}
	}
	lo, hi := count(s, "minProperties", 0), count(s, "maxProperties", 1<<20)
	for _, name := range shuffled(d.random, optionalFields(s)) {
		wanted := len(out) < lo || d.left > 0 && d.percent(d.optional)
		if wanted && len(out) < hi && !has(out, name) {
			out[name] = d.field(s, name)
		}
	}
	d.extraFields(out, s, min(lo, mostFields), hi)
	return out
}

// neededFields returns the names of the fields that must be present: the required ones and, if
// d.full is positive or the number of fields is limited, those with defaults.
func (d *drafter) neededFields(s map[string]any) []string {
	out := words(s, "required")
	if d.full == 0 && !has(s, "maxProperties") {
		return out
	}
	for _, name := range optionalFields(s) {
		if has(object(object(s, "properties"), name), "default") {
			out = append(out, name)
		}
	}
	return out
}

func optionalFields(s map[string]any) []string {
	names := keys(object(s, "properties"))
	if isResource(s) {
		return without(names, typeMeta)
	}
	return names
}

func (d *drafter) field(s map[string]any, name string) any {
	if p := object(object(s, "properties"), name); p != nil {
		return d.value(p)
	}
	if a := object(s, "additionalProperties"); a != nil {
		return d.value(a)
	}
	if has(s, "additionalProperties") {
		return d.benign(0) // fields of objects would be pruned
	}
	return d.benign(2)
}

func (d *drafter) extraFields(out, s map[string]any, lo, hi int) {
	allowed, isBool := s["additionalProperties"].(bool)
	switch {
	case isBool && !allowed:
		return
	case !has(s, "additionalProperties") && !isTrue(s, "x-kubernetes-preserve-unknown-fields"):
		return
	}
	n := max(lo-len(out), 0)
	if d.left > 0 {
		n += d.below(4)
	}
	taken := append(keys(object(s, "properties")), keys(out)...)
	if isResource(s) {
		taken = append(taken, typeMeta...)
	}
	for _, name := range d.names(min(n, hi-len(out)), taken...) {
		out[name] = d.field(s, name)
	}
}

func (d *drafter) typeMeta(out, s map[string]any) {
	if s[embeddedKeyword] == any(resourceRoot{}) {
		out["apiVersion"], out["kind"] = APIVersion, Kind
		out["metadata"] = d.rootMetadata(object(object(s, "properties"), "metadata"))
		return
	}
	out["apiVersion"] = pick(d.random, []string{"v1", "apps/v1", APIVersion})
	out["kind"] = pick(d.random, []string{"Pod", "ConfigMap", Kind})
	if slices.Contains(words(s, "required"), "metadata") || d.percent(70) {
		metadata := d.Metadata(Valid)
		metadata["name"] = pick(d.random, resourceNames)
		out["metadata"] = metadata
	}
}

func (d *drafter) rootMetadata(s map[string]any) map[string]any {
	name := object(object(s, "properties"), "name")
	fits := slices.DeleteFunc(slices.Clone(resourceNames), func(n string) bool { return !satisfies(name, n) })
	if len(fits) == 0 {
		fits = resourceNames
	}
	out := map[string]any{"name": pick(d.random, fits)}
	for _, field := range []string{"labels", "annotations"} {
		if d.percent(25) {
			out[field] = validMetadata(d.Generator, field)
		}
	}
	return out
}

func (d *drafter) list(s map[string]any) any {
	items := object(s, "items")
	lo := min(count(s, "minItems", 0), mostItems)
	hi := min(count(s, "maxItems", mostItems), mostItems)
	n := lo
	if d.left > 0 {
		n = d.between(lo, min(hi, lo+4))
	}
	if text(s, "x-kubernetes-list-type") == "set" {
		d.full++ // elements must differ after defaulting
		defer func() { d.full-- }()
	}
	out, seen := []any{}, map[string]bool{}
	for range n + 4 {
		if len(out) >= n {
			break
		}
		item := d.item(items)
		if id := identity(s, item); id == "" || !seen[id] {
			seen[id] = true
			out = append(out, item)
		}
	}
	return out
}

func (d *drafter) item(items map[string]any) any {
	if items == nil {
		return d.benign(0)
	}
	return d.value(items)
}

func identity(s map[string]any, item any) string {
	switch text(s, "x-kubernetes-list-type") {
	case "set":
		id, _ := json.Marshal(item)
		return string(id)
	case "map":
		m, _ := item.(map[string]any)
		var values []any
		for _, key := range words(s, "x-kubernetes-list-map-keys") {
			v, ok := m[key]
			if !ok || v == nil {
				v = object(object(object(s, "items"), "properties"), key)["default"]
			}
			values = append(values, v)
		}
		id, _ := json.Marshal(values)
		return string(id)
	default:
		return ""
	}
}

// mostRunes, mostItems and mostFields limit values for huge lower bounds.
const (
	mostRunes  = 2000
	mostItems  = 40
	mostFields = 40
)

func (d *drafter) string(s map[string]any) any {
	if d.exact {
		return d.exactString(s)
	}
	if p, ok := find(patterns, text(s, "pattern")); ok {
		return pick(d.random, p.hits)
	}
	if f, ok := find(formats, text(s, "format")); ok {
		return pick(d.random, f.hits)
	}
	lo := min(count(s, "minLength", 0), mostRunes)
	hi := min(count(s, "maxLength", lo+12), lo+12)
	return d.word(d.between(lo, hi))
}

// interval returns the range of a number. An open end is set near the other end.
func (d *drafter) interval(s map[string]any) (lo, hi float64) {
	lo, hasLo := number(s, "minimum")
	hi, hasHi := number(s, "maximum")
	switch {
	case !hasLo && !hasHi:
		lo, hi = -50, 50
	case !hasLo:
		lo = hi - 100
	case !hasHi:
		hi = lo + 100
	}
	const most = 1 << 52
	return min(max(lo, -most), most), min(max(hi, -most), most)
}

var extremeIntegers = []int64{0, -1, 1<<53 + 1, math.MaxInt64, math.MinInt64, math.MaxInt32 + 1}

func (d *drafter) integer(s map[string]any) any {
	free := !has(s, "minimum") && !has(s, "maximum") && !has(s, "multipleOf") && !has(s, "format")
	if free && (!d.exact || d.otherSpellings && isTrue(s, "x-kubernetes-int-or-string")) && d.percent(8) {
		return pick(d.random, extremeIntegers)
	}
	lo, hi := d.interval(s)
	n := d.within(s, int64(math.Ceil(lo)), int64(math.Floor(hi)))
	if !d.plain && !d.exact && d.percent(4) {
		return float64(n)
	}
	return n
}

// within returns a multiple of multipleOf between lo and hi, without the ends if they are
// exclusive.
func (d *drafter) within(s map[string]any, lo, hi int64) int64 {
	if isTrue(s, "exclusiveMinimum") {
		lo++
	}
	if isTrue(s, "exclusiveMaximum") {
		hi--
	}
	step := int64(max(count(s, "multipleOf", 1), 1))
	first := lo + ((-lo)%step+step)%step
	if first > hi {
		return first
	}
	return first + step*int64(d.below(int(min((hi-first)/step+1, 1<<30))))
}

func (d *drafter) number(s map[string]any) any {
	lo, hi := d.interval(s)
	step, ok := number(s, "multipleOf")
	if whole := step == math.Trunc(step); ok && whole || d.percent(15) && !ok {
		return d.within(s, int64(math.Ceil(lo)), int64(math.Floor(hi)))
	}
	if !ok || step < 1e-9 {
		step = 0.125
	}
	n := math.Floor((hi - lo) / step)
	x := math.Ceil(lo/step)*step + step*float64(d.below(int(min(max(n, 0), 1<<20))))
	if x <= lo && isTrue(s, "exclusiveMinimum") {
		x += step
	}
	if d.plain && x == math.Trunc(x) && x+step < hi {
		x += step
	}
	return x
}
