package celeval

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

type object = map[string]any

// ruleTexts returns the rules for values of each sort.
var ruleTexts = sync.OnceValue(func() map[string][]string { return readRules("rules") })

// readRules returns the lines of a file of testdata by the section that they are in.
func readRules(name string) map[string][]string {
	text, err := os.ReadFile("testdata/" + name + ".txt")
	if err != nil {
		panic(err)
	}
	out := map[string][]string{}
	sort := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[' && strings.HasSuffix(line, "]") && !strings.Contains(line, " "):
			sort = line[1 : len(line)-1]
		default:
			out[sort] = append(out[sort], line)
		}
	}
	return out
}

// drawer generates schemas with rules of all sorts, and values that nearly
// satisfy them.
type drawer struct {
	*rand.Rand
	// perNode is the maximum number of rules of a node.
	perNode int
}

func (d drawer) maybe(n int) bool { return d.IntN(n) == 0 }

func one[T any](d drawer, values ...T) T { return values[d.IntN(len(values))] }

// root returns the schema of a resource.
func (d drawer) root() object {
	properties := object{}
	for i := range 2 + d.IntN(3) {
		properties[fmt.Sprintf("p%d", i)] = d.schema(2)
	}
	if d.maybe(3) {
		properties["metadata"] = object{"type": "object", "properties": object{"name": object{"type": "string"}}}
	}
	out := object{"type": "object", "properties": properties}
	if d.maybe(4) {
		d.rules(out, "resource")
	}
	return out
}

func (d drawer) schema(depth int) object {
	if depth == 0 {
		return d.scalar()
	}
	switch d.IntN(10) {
	case 0:
		return d.list("strings", d.nullable(object{"type": "string"}), "", "atomic", "set")
	case 1:
		return d.list("integers", d.nullable(object{"type": "integer"}), "", "set", "atomic")
	case 2:
		return d.keyed()
	case 3:
		m := object{"type": "object", "additionalProperties": d.nullable(object{"type": "integer"})}
		d.mapType(m)
		return d.rules(m, "map")
	case 4:
		m := object{"type": "object", "additionalProperties": d.schema(depth - 1)}
		d.mapType(m)
		return m
	case 5:
		return object{"type": "array", "items": d.schema(depth - 1)}
	case 6:
		return d.rules(object{"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true}, "resource")
	case 7:
		return d.scalar()
	default:
		return d.object(depth)
	}
}

func (d drawer) mapType(m object) {
	if d.maybe(4) {
		m["x-kubernetes-map-type"] = one(d, "atomic", "granular")
	}
}

func (d drawer) nullable(s object) object {
	if d.maybe(4) {
		s["nullable"] = true
	}
	return s
}

func (d drawer) object(depth int) object {
	properties := object{
		"a": d.nullable(object{"type": "string"}), "b": object{"type": "integer"}, "c": object{"type": "string"},
		"a-b": object{"type": "integer"}, "namespace": object{"type": "string"}, "m__n": object{"type": "boolean"},
		"sub": d.schema(depth - 1), "1st": d.schema(0), "free": object{"x-kubernetes-preserve-unknown-fields": true},
	}
	out := object{"type": "object", "properties": properties}
	if d.maybe(3) {
		out["x-kubernetes-preserve-unknown-fields"] = true
	}
	d.mapType(out)
	return d.rules(d.nullable(out), "object")
}

func (d drawer) list(sort string, items object, types ...string) object {
	out := object{"type": "array", "items": items}
	if t := one(d, types...); t != "" {
		out["x-kubernetes-list-type"] = t
	}
	if d.maybe(5) {
		d.rules(items, strings.TrimSuffix(sort, "s"))
	}
	return d.rules(out, sort)
}

func (d drawer) keyed() object {
	keys := one(d, []any{"k"}, []any{"k", "p"}, []any{"a-b"}, []any{"k", "p", "a-b"}, []any{"k", "p", "a-b", "v"})
	items := object{"type": "object", "properties": object{
		"k": object{"type": "string"}, "p": object{"type": "integer"}, "a-b": object{"type": "string"},
		"v": object{"type": "integer"}, "o": d.schema(0),
	}}
	d.rules(items, "element")
	return d.rules(object{"type": "array", "items": items, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": keys}, "keyed")
}

func (d drawer) scalar() object {
	switch d.IntN(12) {
	case 0:
		return d.rules(object{"type": "integer"}, "integer")
	case 1:
		return d.rules(object{"type": "number"}, "number")
	case 2:
		return d.rules(object{"type": "boolean"}, "boolean")
	case 3:
		return d.rules(object{"type": "string", "format": one(d, "date", "date-time")}, "date")
	case 4:
		return d.rules(object{"type": "string", "format": "duration"}, "duration")
	case 5:
		return d.rules(object{"type": "string", "format": "byte"}, "byte")
	case 6, 7:
		return d.rules(d.nullable(object{"x-kubernetes-int-or-string": true}), "intOrString")
	default:
		return d.rules(d.nullable(object{"type": "string"}), "string")
	}
}

// rules adds some of the rules for its sort to a node.
func (d drawer) rules(s object, sort string) object {
	var list []any
	for range 1 + d.IntN(d.perNode) {
		rule := object{"rule": one(d, ruleTexts()[sort]...)}
		if d.maybe(8) {
			rule["rule"], rule["optionalOldSelf"] = one(d, ruleTexts()["optional"]...), true
		}
		d.words(rule)
		list = append(list, rule)
	}
	s["x-kubernetes-validations"] = list
	return s
}

func (d drawer) words(rule object) {
	if d.maybe(3) {
		rule["message"] = one(d, "no", " trimmed ", "é")
	}
	if d.maybe(3) {
		rule["messageExpression"] = one(d, ruleTexts()["message"]...)
	}
	if d.maybe(3) {
		rule["reason"] = one(d, "FieldValueRequired", "FieldValueForbidden", "FieldValueDuplicate", "FieldValueInvalid")
	}
	if d.maybe(4) {
		rule["fieldPath"] = one(d, ".a", ".sub", "['a-b']", "['a b']", ".k", ".metadata.name", "['1st']")
	}
}

// value returns a value that satisfies a schema in most cases.
func (d drawer) value(s object) any {
	if d.maybe(25) {
		return nil
	}
	if d.maybe(40) {
		return one[any](d, "a", int64(1), 1.5, true, []any{"a"}, object{"a": "x"})
	}
	if s["x-kubernetes-int-or-string"] == true {
		return one[any](d, "a", "5", int64(5), int64(1), "", 1.5)
	}
	switch s["type"] {
	case "object":
		return d.fields(s)
	case "array":
		out := make([]any, d.IntN(5))
		for i := range out {
			out[i] = d.value(s["items"].(object))
		}
		return out
	case "integer":
		return one[any](d, int64(0), int64(1), int64(2), int64(3), int64(5), int64(-1), int64(math.MaxInt64), 1.0)
	case "number":
		return one[any](d, int64(1), 1.5, 5.0, 0.0, -2.5)
	case "boolean":
		return d.maybe(2)
	case "string":
		return d.text(s)
	default:
		return one[any](d, "a", int64(1), object{"x": int64(1)}, object{"x": 1.0}, []any{})
	}
}

func (d drawer) text(s object) string {
	switch s["format"] {
	case "date":
		return one(d, "2020-01-01", "2021-02-03", "2020-13-01", "")
	case "date-time":
		return one(d, "2020-01-01T00:00:00Z", "2020-01-01t00:00:00z", "2020-06-01T00:00:00.123+02:00", "2021-01-01T00:00:00", "", "x")
	case "duration":
		return one(d, "5m", "1h30m", "3 days", "2 weeks and 1 hour", "4 parsecs", "99999999999999999999 s", "")
	case "byte":
		return one(d, "YWI=", "YWI", "a+b/", "a-b_", "")
	default:
		return one(d, "a", "a", "b", "ab", "x", "", "aB", "é日本", "a,b", "5", "1Gi", "v1", "1.2.3", "http://x/y", "10.0.0.1", "10.0.0.0/8",
			"2020-01-01T00:00:00Z", "5s", strings.Repeat("ab", 40))
	}
}

func (d drawer) fields(s object) object {
	out := object{}
	if additional, ok := s["additionalProperties"].(object); ok {
		for _, key := range []string{"a", "b", "k-1", "é"} {
			if d.maybe(2) {
				out[key] = d.value(additional)
			}
		}
		return out
	}
	properties, _ := s["properties"].(object)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if !d.maybe(5) {
			out[name] = d.value(properties[name].(object))
		}
	}
	if s["x-kubernetes-embedded-resource"] == true {
		out["apiVersion"], out["kind"] = one(d, "v1", "a"), one(d, "y", "ab")
		out["metadata"] = one[any](d, object{"name": "x"}, object{"name": "abc", "labels": object{"a": "b"}}, object{}, "m", nil)
	}
	if s["x-kubernetes-preserve-unknown-fields"] == true && d.maybe(2) {
		out["unknown"] = one[any](d, int64(1), 1.0, "a", object{"x": []any{int64(1)}})
	}
	return out
}

// drawn returns a function that generates a new object, or an update, for a
// random schema.
func drawn(perNode int, update bool) func(seed uint64) evalCase {
	return func(seed uint64) evalCase {
		d := drawer{parity.Rand(seed), perNode}
		text := d.root()
		r, ok := compile(text)
		if !ok {
			return evalCase{}
		}
		j := evalCase{rules: r, object: d.fields(text)}
		if update {
			j.old = d.replaced(text, j.object)
		}
		return j
	}
}

// replaced returns a copy of an object with some changes.
func (d drawer) replaced(s object, v any) any {
	if d.maybe(12) {
		return d.value(s)
	}
	switch v := v.(type) {
	case object:
		out := object{}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			sub, ok := s["additionalProperties"].(object)
			if !ok {
				properties, _ := s["properties"].(object)
				sub, _ = properties[name].(object)
			}
			if !d.maybe(30) {
				out[name] = d.replaced(sub, v[name])
			}
		}
		return out
	case []any:
		items, _ := s["items"].(object)
		out := []any{}
		for _, e := range v {
			out = append(out, d.replaced(items, e))
		}
		d.Shuffle(len(out), func(i, j int) {
			if d.maybe(3) {
				out[i], out[j] = out[j], out[i]
			}
		})
		return out
	default:
		return v
	}
}
