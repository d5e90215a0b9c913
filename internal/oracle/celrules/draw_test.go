package celrules

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// drawn returns a random schema with random rules at some of its nodes, most of
// which compile.
func drawn(seed uint64) map[string]any {
	d := drawer{Rand: parity.Rand(seed)}
	root := d.object(3)
	root["type"] = "object"
	d.rules(root)
	return root
}

type drawer struct{ *rand.Rand }

func (d drawer) maybe(n int) bool { return d.IntN(n) == 0 }

var propertyNames = []string{"a", "b", "name", "kind", "namespace", "a-b", "x.y", "m__n", "1st", "if", "metadata", "spec"}

func (d drawer) schema(depth int) map[string]any {
	if depth == 0 {
		return d.scalar()
	}
	switch d.IntN(5) {
	case 0:
		out := map[string]any{"type": "array", "items": d.schema(depth - 1)}
		d.bound(out, "maxItems")
		if d.maybe(4) {
			out["x-kubernetes-list-type"] = "atomic"
		}
		return out
	case 1:
		out := map[string]any{"type": "object", "additionalProperties": d.schema(depth - 1)}
		d.bound(out, "maxProperties")
		return out
	case 2, 3:
		return d.object(depth)
	default:
		return d.scalar()
	}
}

func (d drawer) object(depth int) map[string]any {
	properties := map[string]any{}
	required := []any{}
	for range 1 + d.IntN(4) {
		name := one(d.Rand, propertyNames...)
		if depth == 3 && name == "metadata" {
			continue // the root may specify little of its metadata
		}
		properties[name] = d.schema(depth - 1)
		if d.maybe(2) {
			required = append(required, name)
		}
	}
	out := map[string]any{"type": "object", "properties": properties}
	if len(required) > 0 {
		out["required"] = required
	}
	if depth < 3 {
		switch d.IntN(12) {
		case 0:
			out["x-kubernetes-preserve-unknown-fields"] = true
		case 1:
			out["x-kubernetes-embedded-resource"] = true
			delete(properties, "metadata")
		}
	}
	return out
}

func (d drawer) scalar() map[string]any {
	switch d.IntN(10) {
	case 0:
		return map[string]any{"type": "integer"}
	case 1:
		return map[string]any{"type": "number"}
	case 2:
		return map[string]any{"type": "boolean"}
	case 3:
		out := map[string]any{"x-kubernetes-int-or-string": true}
		d.bound(out, "maxLength")
		return out
	case 4:
		return map[string]any{"type": "string", "enum": []any{"a", "bcd", "efghijklmnop"}}
	case 5:
		return map[string]any{"x-kubernetes-preserve-unknown-fields": true}
	default:
		out := map[string]any{"type": "string"}
		d.bound(out, "maxLength")
		if d.maybe(3) {
			out["format"] = one(d.Rand, "byte", "date", "date-time", "datetime", "duration", "uuid")
		}
		return out
	}
}

func (d drawer) bound(node map[string]any, keyword string) {
	if d.maybe(2) {
		node[keyword] = one[int64](d.Rand, 0, 1, 3, 5, 10, 64, 100, 253, 1000, 1<<20, 1<<40)
	}
}

// rules adds rules to the node and to nodes below it.
func (d drawer) rules(v any) {
	node, ok := v.(map[string]any)
	if !ok {
		return
	}
	if d.maybe(2) {
		list := []any{}
		for range 1 + d.IntN(2) {
			rule := map[string]any{"rule": d.condition(node)}
			if d.maybe(3) {
				rule["messageExpression"] = d.text()
			}
			if d.maybe(6) {
				rule["optionalOldSelf"] = true
			}
			list = append(list, rule)
		}
		node[rulesKey] = list
	}
	d.rules(node["items"])
	d.rules(node["additionalProperties"])
	properties, _ := node["properties"].(map[string]any)
	for _, name := range propertyNames {
		d.rules(properties[name])
	}
}

// typedExpr is an expression with the schema of its value.
type typedExpr struct {
	text string
	node map[string]any
}

func (d drawer) condition(node map[string]any) string {
	self := typedExpr{"self", node}
	terms := []string{d.about(self, 3)}
	for d.maybe(3) {
		terms = append(terms, d.about(self, 3))
	}
	if d.maybe(8) {
		terms = append(terms, "self == oldSelf")
	}
	text := strings.Join(terms, one(d.Rand, " && ", " || ", " ? true : "))
	if strings.Count(text, "?") > strings.Count(text, ":") {
		text += " : false"
	}
	return text
}

func (d drawer) text() string {
	return one(d.Rand, "'a'", "'a' + string(size(self))", "'%s'.format([self])", "string(self)", "self + 'b'", "self.map(x, x).join(',')",
		"self.a", "self.name + self.name", "'x' + self.kind + 'y'", "self.metadata.name")
}

// about returns a condition on a value.
func (d drawer) about(p typedExpr, depth int) string {
	if p.node["x-kubernetes-int-or-string"] == true {
		return fmt.Sprintf(one(d.Rand, "type(%[1]s) == int", "%[1]s == 3", "string(%[1]s) == 'a'", "%[1]s.contains('a')", "size(%[1]s) > 2"), p.text)
	}
	switch p.node["type"] {
	case "object":
		return d.aboutObject(p, depth)
	case "array":
		return d.aboutList(p, depth)
	case "string":
		return d.aboutText(p)
	case "integer":
		return fmt.Sprintf(one(d.Rand, "%s > 3", "%s + 1 == 2", "%s in [1, 2, 3]", "string(%s) != ''", "%s < 2.5", "-%s == 1"), p.text)
	case "number":
		return fmt.Sprintf(one(d.Rand, "%s > 3", "%s == 2.0", "int(%s) == 2", "%s >= 1u"), p.text)
	case "boolean":
		return fmt.Sprintf(one(d.Rand, "%s", "!%s", "%s == true"), p.text)
	}
	return fmt.Sprintf("%s == %s", p.text, p.text)
}

func (d drawer) aboutObject(p typedExpr, depth int) string {
	properties, _ := p.node["properties"].(map[string]any)
	if elem, ok := p.node["additionalProperties"].(map[string]any); ok {
		return d.aboutMap(p, elem, depth)
	}
	for range 5 {
		name := one(d.Rand, propertyNames...)
		sub, found := properties[name].(map[string]any)
		if !found {
			continue
		}
		field := p.text + "." + escaped(name)
		switch d.IntN(5) {
		case 0:
			return "has(" + field + ")"
		case 1:
			return "(!has(" + field + ") || " + d.about(typedExpr{field, sub}, depth) + ")"
		case 2:
			return p.text + ".?" + escaped(name) + one(d.Rand, ".hasValue()", ".orValue('a') == 'b'", ".optMap(v, v == v).orValue(true)")
		default:
			return d.about(typedExpr{field, sub}, depth)
		}
	}
	return fmt.Sprintf(one(d.Rand, "%[1]s == %[1]s", "%[1]s.metadata.name == 'a'", "%[1]s.kind.startsWith('a')"), p.text)
}

// escaped returns the name of a property as it is written in rules, if possible.
func escaped(name string) string {
	switch name {
	case "a-b":
		return "a__dash__b"
	case "x.y":
		return "x__dot__y"
	case "m__n":
		return "m__underscores__n"
	case "if":
		return "__if__"
	default:
		return name
	}
}

var loopVariables = []string{"x", "y", "z", "w"}

func (d drawer) aboutList(p typedExpr, depth int) string {
	elem, _ := p.node["items"].(map[string]any)
	if depth == 0 || elem == nil || d.maybe(3) {
		return fmt.Sprintf(one(d.Rand, "size(%[1]s) > 3", "%[1]s == %[1]s", "%[1]s + %[1]s == %[1]s", "%[1]s.isSorted()", "'a' in %[1]s",
			"sets.contains(%[1]s, %[1]s)", "%[1]s.distinct().size() == 2", "%[1]s.sort() == %[1]s", "%[1]s.max() == %[1]s.min()",
			"%[1]s.sum() == 3", "%[1]s.indexOf('a') == 1", "%[1]s.join('-') == 'a'", "%[1]s.slice(0, 2).size() == 2", "%[1]s.flatten().size() > 1",
			"%[1]s.reverse() == %[1]s", "%[1]s.includes('a')", "[%[1]s, %[1]s].flatten().size() > 2", "%[1]s.sortBy(e, e) == %[1]s"), p.text)
	}
	v := loopVariables[depth]
	inner := d.about(typedExpr{v, elem}, depth-1)
	return fmt.Sprintf(one(d.Rand, "%[1]s.all(%[2]s, %[3]s)", "%[1]s.exists(%[2]s, %[3]s)", "%[1]s.exists_one(%[2]s, %[3]s)",
		"%[1]s.filter(%[2]s, %[3]s).size() > 1", "%[1]s.map(%[2]s, %[3]s).size() > 1", "%[1]s.map(%[2]s, %[3]s, %[2]s).size() > 1",
		"%[1]s.all(i, %[2]s, i > 2 || %[3]s)", "%[1]s.transformList(i, %[2]s, %[3]s).size() > 0", "%[1]s.map(%[2]s, %[2]s).all(%[2]s, %[3]s)",
		"%[1]s[0] == %[1]s[1] || %[1]s.all(%[2]s, %[1]s.all(q, q == %[2]s))"), p.text, v, inner)
}

func (d drawer) aboutMap(p typedExpr, elem map[string]any, depth int) string {
	if depth == 0 || d.maybe(4) {
		return fmt.Sprintf(one(d.Rand, "size(%[1]s) > 3", "%[1]s == %[1]s", "'a' in %[1]s", "%[1]s.all(k, k.size() < 4)", "has(%[1]s.a)",
			"%[1]s.transformMap(k, v, v) == %[1]s"), p.text)
	}
	v := loopVariables[depth]
	inner := d.about(typedExpr{v, elem}, depth-1)
	return fmt.Sprintf(one(d.Rand, "%[1]s.all(%[2]s, %[2]s.matches('^a+$'))", "%[1]s.all(k, %[2]s, k == 'b' || %[3]s)",
		"%[1]s.exists(k, %[1]s[k] == %[1]s[k])", "%[1]s.transformMap(k, %[2]s, %[3]s).size() > 1"), p.text, v, inner)
}

func (d drawer) aboutText(p typedExpr) string {
	switch p.node["format"] {
	case "byte":
		return fmt.Sprintf(one(d.Rand, "%[1]s == b'a'", "size(%[1]s) > 1", "string(%[1]s) == 'a'", "%[1]s + %[1]s == %[1]s"), p.text)
	case "date", "date-time":
		return fmt.Sprintf(one(d.Rand, "%[1]s > timestamp('2020-01-01T00:00:00Z')", "%[1]s.getFullYear() > 3", "%[1]s == %[1]s", "string(%[1]s) == 'a'"), p.text)
	case "duration":
		return fmt.Sprintf(one(d.Rand, "%[1]s > duration('1h')", "%[1]s.getHours() > 3", "%[1]s + %[1]s == %[1]s"), p.text)
	}
	return fmt.Sprintf(one(d.Rand, "%[1]s == 'abc'", "size(%[1]s) > 3", "%[1]s.contains('a')", "%[1]s.startsWith(%[1]s)", "%[1]s.endsWith('a')",
		"%[1]s.matches('^[a-z]+$')", "%[1]s.matches(%[1]s)", "%[1]s + 'a' == %[1]s", "%[1]s in ['a', 'b']", "%[1]s < 'b'",
		"%[1]s.split('.').size() > 2", "%[1]s.split('.', 3).all(c, c.size() < 64)", "%[1]s.lowerAscii() == %[1]s", "%[1]s.replace('a', %[1]s) == 'b'",
		"%[1]s.substring(1, 2) == 'b'", "%[1]s.trim() == ''", "%[1]s.find('a+') == 'a'", "%[1]s.findAll('a+', 3).size() > 1",
		"quantity(%[1]s).isGreaterThan(quantity('1'))", "isQuantity(%[1]s)", "url(%[1]s).getHost() == 'a'", "isURL(%[1]s)", "ip(%[1]s).family() == 4",
		"isIP(%[1]s)", "cidr(%[1]s).containsIP('1.1.1.1')", "semver(%[1]s).major() == 1", "isSemver(%[1]s)",
		"!format.dns1123Label().validate(%[1]s).hasValue()", "format.named(%[1]s).hasValue()", "'%%s'.format([%[1]s]) == ''", "strings.quote(%[1]s) == ''",
		"%[1]s.charAt(0) == 'a'", "%[1]s.indexOf('a') == 1", "int(%[1]s) == 1", "duration(%[1]s) > duration('1s')", "bytes(%[1]s) == b'a'",
		"%[1]s.size() > 2 ? %[1]s == 'a' : true"), p.text)
}
