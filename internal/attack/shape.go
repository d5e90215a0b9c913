package attack

import (
	"encoding/json"
	"fmt"
	"strings"
)

// input is a hostile input of some size: a crd, and an object for it.
type input struct {
	crd    obj
	schema obj // of the version v1 of the crd
	object obj
	old    obj    // of updates
	text   string // YAML, if it is not the JSON of the object
	body   string // the body of a patch, if the operation is one
	bytes  int    // as text
	noText bool   // as text it would be exponentially larger
	// isUpdate means that old is not the object itself.
	isUpdate bool
}

// shapes make inputs of about n bytes. growth.yaml says what they are.
var shapes = map[string]func(n int) input{
	"wide":            wide,
	"deep":            deepValues,
	"properties":      wideSchema,
	"errors":          manyErrors,
	"deep errors":     deepErrorsShape,
	"schema errors":   schemaErrors,
	"duplicates":      duplicateItems,
	"sets in sets":    nestedSets,
	"branches":        branches,
	"nested branches": nestedBranches,
	"defaults":        defaultsProduct,
	"shared":          sharedMaps,
	"aliases":         aliases,
	"versions":        manyVersions,
	"empty versions":  emptyVersions,
	"empty parts":     emptyParts,
	"columns":         manyColumns,
	"patterns":        patterns1000,
	"classes":         manyClasses,
	"matched classes": matchedClasses,
	"long strings":    longStrings,
	"managedFields":   manyManagers,
	"ownerReferences": manyOwners,
	"rules":           manyRules,
	"doubling rules":  doublingRules,
	"types of rules":  typesOfRules,
	"open types":      openTypes,
	"lists of rules":  listsOfRules,
	"unsorted":        unsorted,
	"labels":          manyLabels,
	"patch":           manyOperations,
	"merge patch":     mergePatch,
	"unknown fields":  unknownFields,
}

// inputOf returns an input whose size is that of its texts.
func inputOf(schema, fields obj) input {
	in := input{crd: crdOf(schema), schema: schema, object: object(fields)}
	return in.measured()
}

func (in input) measured() input {
	if in.old == nil {
		in.old = in.object
	}
	if in.bytes == 0 {
		in.bytes = size(in.crd, in.object) + len(in.text) + len(in.body)
	}
	return in
}

// doors are the functions that accept any Go maps. Others require values that these
// functions or structural.Normalize have accepted.
var doors = []string{
	"crdschema.Compile", "crdschema.ValidateDefinition", "crdschema.EncodeYAML", "crdschema.Compiler.Compile", "crdschema.Compiler.ValidateDefinition",
	"crdschema.Compiler.AdmitDefinition", "crdschema.Definition.Admit", "crdschema.Definition.Delete", "fragment.Check", "fragment.Compile",
	"fragment.Fragment.Validate", "fragment.Fragment.ValidateUpdate", "structural.Normalize", "structural.FromMap", "openapiv2.Build", "openapiv2.BuildMap",
	"openapiv3.Build", "openapiv3.BuildMap", "conversion.Respond", "apply.Applier.Predict",
}

func plain() obj {
	return properties("spec", obj{"type": "object", "x-kubernetes-preserve-unknown-fields": true})
}

func wide(n int) input {
	item := obj{"type": "object", "properties": obj{"k": obj{"type": "string"}, "v": obj{"type": "integer"}}}
	m := obj{}
	for i := range n / 40 {
		m[fmt.Sprintf("key%d", i)] = "value"
	}
	schema := obj{"type": "object", "properties": obj{"l": listOf(item), "m": obj{"type": "object", "additionalProperties": obj{"type": "string"}}}}
	return inputOf(schema, obj{"l": repeat(n/40, func(i int) any { return obj{"k": "a", "v": int64(i)} }), "m": m})
}

// maxChain is the length of a chain of values, below what is refused as too deep.
const maxChain = 2000

// chains returns a schema and a value of chains of maps of n bytes in all, each level of the
// schema with more keywords.
func chains(n int, keywords obj) (schema, fields obj) {
	length := min(n/100, maxChain)
	chain := nest(length, obj{"type": "object"}, func(inner any) any {
		level := properties("a", inner.(obj))
		for name, v := range keywords {
			level[name] = v
		}
		return level
	})
	count := max(1, n/100/length)
	value := nest(length, obj{}, func(inner any) any { return obj{"a": inner} })
	return properties("l", listOf(chain.(obj))), obj{"l": repeat(count, func(int) any { return value })}
}

func deepValues(n int) input { return inputOf(chains(n, obj{})) }

func deepErrorsShape(n int) input { return inputOf(chains(n, obj{"required": []any{"b"}})) }

func wideSchema(n int) input {
	p, o := obj{}, obj{}
	for i := range n / 130 {
		name := fmt.Sprintf("p%d", i)
		p[name] = obj{"type": "object", "description": "A field.", "default": obj{"a": int64(1)}, "properties": obj{"a": obj{"type": "integer"}}}
		o[name] = obj{}
	}
	return inputOf(properties("spec", obj{"type": "object", "properties": p}), obj{"spec": o})
}

func manyErrors(n int) input {
	item := with(properties("k", obj{"type": "string", "maxLength": int64(0)}), "required", []any{"r"})
	return inputOf(properties("l", listOf(item)), obj{"l": repeat(n/10, func(int) any { return obj{"k": "a"} })})
}

func schemaErrors(n int) input {
	p := obj{}
	for i := range n / 80 {
		p[fmt.Sprintf("p%d", i)] = obj{"uniqueItems": true, "x-kubernetes-list-type": "no", "maxLength": int64(-1)}
	}
	return inputOf(obj{"type": "object", "properties": p}, obj{})
}

func duplicateItems(n int) input {
	set := with(listOf(obj{"type": "string"}), "x-kubernetes-list-type", "set")
	keyed := with(with(listOf(with(properties("k", obj{"type": "string"}), "required", []any{"k"})), "x-kubernetes-list-type", "map"), "x-kubernetes-list-map-keys", []any{"k"})
	in := inputOf(obj{"type": "object", "properties": obj{"s": set, "m": keyed}},
		obj{"s": repeat(n/15, func(i int) any { return fmt.Sprint(i % 10) }), "m": repeat(n/20, func(i int) any { return obj{"k": fmt.Sprint(i % 10)} })})
	in.text = `{"apiVersion":"e.io/v1","kind":"A",` + text("", n/10, `"a":1`, ",", "}")
	return in
}

func nestedSets(n int) input {
	levels := min(n/1000+1, 200)
	list := func(items any, listType string) obj {
		return with(listOf(items.(obj)), "x-kubernetes-list-type", listType)
	}
	schema := properties("l", nest(levels, obj{"type": "integer"}, func(inner any) any { return list(list(inner, "atomic"), "set") }).(obj))
	width := n / levels / 8
	return inputOf(schema, obj{"l": nest(levels, int64(1), func(inner any) any {
		return append(repeat(width, func(i int) any { return []any{int64(i)} }), []any{inner})
	})})
}

// branches returns n/50 branches for n/50 items: a product, as on a server.
func branches(n int) input {
	all := repeat(n/50, func(i int) any { return obj{"required": []any{fmt.Sprint("f", i)}} })
	item := obj{"type": "object", "x-kubernetes-preserve-unknown-fields": true, "anyOf": all}
	return inputOf(properties("l", listOf(item)), obj{"l": repeat(n/20, func(int) any { return obj{"p": int64(1)} })})
}

func nestedBranches(n int) input {
	chain := nest(min(n/100, maxChain), obj{"minimum": int64(1)}, func(inner any) any {
		return obj{"allOf": []any{inner, obj{"maximum": int64(5)}}, "not": obj{"enum": []any{int64(3)}}}
	}).(obj)
	return inputOf(properties("i", with(chain, "type", "integer")), obj{"i": int64(0)})
}

// defaultsProduct returns a default of n/10 integers for n/10 items: a product, as on a server.
func defaultsProduct(n int) input {
	return inputOf(defaultSchema(n/10), obj{"l": repeat(n/10, func(int) any { return obj{} })})
}

// sharedMaps returns n/100 levels of maps with the next one twice. They are no text: a level
// counts as 100 bytes.
func sharedMaps(n int) input {
	value := shared(min(n/100, maxChain))
	in := input{crd: crdOf(with(plain(), "default", obj{"spec": value})), schema: plain(), object: object(obj{"spec": value}), bytes: n, noText: true}
	return in.measured()
}

// aliases returns a YAML text whose aliases refer to maps with aliases.
func aliases(n int) input {
	var b strings.Builder
	b.WriteString("a0: &a0 [x]\n")
	for i := range n / 40 {
		fmt.Fprintf(&b, "a%d: &a%d [*a%d, *a%d]\n", i+1, i+1, i/2, i/3)
	}
	in := inputOf(plain(), obj{})
	in.text, in.bytes = b.String(), b.Len()
	return in
}

func manyVersions(n int) input {
	schema := plain()
	count := max(1, n/150)
	crd := crdOfVersions(repeat(count, func(i int) any {
		return obj{"name": fmt.Sprintf("v%d", i+1), "served": true, "storage": i == 0, "schema": obj{"openAPIV3Schema": schema}}
	})...)
	return input{crd: crd, schema: schema, object: object(nil)}.measured()
}

// emptyVersions returns versions without fields after one with all of them: the smallest ones,
// with errors.
func emptyVersions(n int) input {
	crd := crdOf(plain())
	spec := crd["spec"].(obj)
	spec["versions"] = append(spec["versions"].([]any), repeat(n/3, func(int) any { return obj{} })...)
	return input{crd: crd, schema: plain(), object: object(nil)}.measured()
}

// emptyParts returns columns, selectable fields and rules without fields.
func emptyParts(n int) input {
	empty := func() []any { return repeat(n/9, func(int) any { return obj{} }) }
	in := inputOf(with(plain(), "x-kubernetes-validations", empty()), nil)
	version := in.crd["spec"].(obj)["versions"].([]any)[0].(obj)
	version["additionalPrinterColumns"], version["selectableFields"] = empty(), empty()
	in.bytes = 0
	return in.measured()
}

// manyColumns returns columns for the rows of a table: a product.
func manyColumns(n int) input {
	in := inputOf(plain(), obj{"spec": obj{"a": repeat(n/20, func(i int) any { return obj{"b": int64(i)} })}})
	version := in.crd["spec"].(obj)["versions"].([]any)[0].(obj)
	version["additionalPrinterColumns"] = repeat(n/100, func(i int) any {
		return obj{"name": fmt.Sprintf("c%d", i), "type": "string", "jsonPath": ".spec.a[*].b"}
	})
	in.bytes = 0
	return in.measured()
}

func patterns1000(n int) input {
	p, o := obj{}, obj{}
	for i := range n / 100 {
		name := fmt.Sprintf("p%d", i)
		p[name] = obj{"type": "string", "pattern": []string{"(a{1000}){1000}", "^(a?){20}a{20}$", "(x+x+)+y", fmt.Sprintf("^b?a{500}%d", i)}[i%4]}
		o[name] = strings.Repeat("a", 20)
	}
	return inputOf(properties("spec", obj{"type": "object", "properties": p}), obj{"spec": o})
}

// manyClasses returns patterns of classes with 650 ranges for 3 bytes.
func manyClasses(n int) input {
	p, o := obj{}, obj{}
	for i := range max(1, n/150) {
		name := fmt.Sprintf("p%d", i)
		p[name] = obj{"type": "string", "pattern": text("[", 4, `\pL`, "", fmt.Sprintf("%d]x", i))}
		o[name] = "ax"
	}
	return inputOf(properties("spec", obj{"type": "object", "properties": p}), obj{"spec": o})
}

// matchedClasses returns an object with an expression of such classes, which a rule compiles for
// each element of a list.
func matchedClasses(n int) input {
	spec := obj{"type": "object", "properties": obj{"l": listOf(obj{"type": "string"}), "s": obj{"type": "string"}}}
	spec["x-kubernetes-validations"] = []any{obj{"rule": "self.l.all(x, x.matches(self.s))"}}
	classes := text("[", min(n/10, 900), `\pL`, "", "]")
	return inputOf(properties("spec", spec), obj{"spec": obj{"l": repeat(n/8, func(int) any { return "a" }), "s": classes}})
}

func longStrings(n int) input {
	schema := obj{"type": "object", "properties": obj{
		"s": obj{"type": "string", "pattern": "^(a|b|ab)*$", "maxLength": int64(10_000_000)},
		"d": obj{"type": "string", "format": "date-time"},
		"u": obj{"type": "string", "format": "uri", "enum": []any{"a"}},
	}}
	long := strings.Repeat("ab", n/8)
	return inputOf(schema, obj{"s": long, "d": long, "u": long})
}

func manyManagers(n int) input {
	entries := repeat(n/200, func(i int) any {
		return obj{"manager": fmt.Sprint("m", i), "operation": "Update", "apiVersion": "e.io/v1", "fieldsType": "FieldsV1", "time": "2026-01-01T00:00:00Z", "fieldsV1": obj{"f:spec": obj{fmt.Sprint("f:a", i): obj{}, "f:b": obj{}}}}
	})
	in := inputOf(plain(), obj{"metadata": obj{"name": "a", "managedFields": entries}, "spec": obj{"a1": int64(1), "b": int64(2)}})
	in.old, in.isUpdate = object(obj{"metadata": in.object["metadata"], "spec": obj{"a1": int64(2)}}), true
	return in
}

func manyOwners(n int) input {
	owners := repeat(n/80, func(i int) any {
		return obj{"apiVersion": "v1", "kind": "B", "name": "b", "uid": fmt.Sprint("u", i%50), "controller": i < 2}
	})
	finalizers := repeat(n/40, func(i int) any { return fmt.Sprint("e.io/f", i%50) })
	return inputOf(plain(), obj{"metadata": obj{"name": "a", "ownerReferences": owners, "finalizers": finalizers}})
}

func manyRules(n int) input {
	return rulesOf(n/80, func(i int) string { return fmt.Sprintf("self.size() > %d || self == ''", i%7) })
}

// doublingRules returns rules whose values double, or that loop in loops.
func doublingRules(n int) input {
	rules := []any{
		obj{"rule": "self.all(x, self.all(y, self.all(z, x + y + z >= 0)))"},
		obj{"rule": "self.map(x, self.map(y, self.map(z, [x, y, z]))).size() >= 0"},
		obj{"rule": "self.map(x, string(x)).join('').matches('(0|00)*1')", "messageExpression": "self.map(x, string(x)).join(',')"},
	}
	schema := with(listOf(obj{"type": "integer"}), "x-kubernetes-validations", rules)
	return inputOf(properties("l", schema), obj{"l": repeat(n/4, func(i int) any { return int64(i % 10) })})
}

// typesOfRules returns rules of a few hundred bytes whose types are trees of millions of maps.
func typesOfRules(n int) input {
	return rulesOf(n/400, func(i int) string {
		return fmt.Sprintf("[%d]", i) + strings.Repeat(".map(x, {x: x})", 20) + " == []"
	})
}

// openTypes returns rules whose types double because each element of an empty list is compared
// with a map of the one before.
func openTypes(n int) input {
	return rulesOf(n/700, func(i int) string {
		rule := fmt.Sprintf("%d == 0", i)
		for i := 1; i < 20; i++ {
			rule += fmt.Sprintf(" && x%d == {x%d: x%d}", i, i-1, i-1)
		}
		for i := range 20 {
			rule = fmt.Sprintf("[].all(x%d, %s)", i, rule)
		}
		return rule
	})
}

// listsOfRules returns rules with lists of many types that are not known and of many elements.
func listsOfRules(n int) input {
	const most = 32_000
	return rulesOf(max(1, n/most), func(i int) string {
		length := min(n, most)
		return fmt.Sprintf("[%d", i) + strings.Repeat(", 1", length/6) + "] == [] && [[]" + strings.Repeat(", []", length/10) + "] == []"
	})
}

// rulesOf returns n rules of a string.
func rulesOf(n int, rule func(i int) string) input {
	rules := repeat(n, func(i int) any { return obj{"rule": rule(i)} })
	return inputOf(properties("s", obj{"type": "string", "maxLength": int64(10), "x-kubernetes-validations": rules}), obj{"s": "abc"})
}

// unsorted returns a set whose elements are in the order that takes longest to sort, and as
// many fields.
func unsorted(n int) input {
	set := with(listOf(obj{"type": "string"}), "x-kubernetes-list-type", "set")
	schema := obj{"type": "object", "properties": obj{"s": set, "m": obj{"type": "object", "additionalProperties": obj{"type": "integer"}}}}
	m := obj{}
	for i := range n / 30 {
		m[fmt.Sprintf("key%d", i)] = int64(1)
	}
	return inputOf(schema, obj{"s": repeat(n/30, func(i int) any { return fmt.Sprintf("%09d", n-i) }), "m": m})
}

func manyLabels(n int) input {
	m := obj{}
	for i := range n / 30 {
		m[fmt.Sprintf("e.io/label%d", i)] = "Value-1"
	}
	return inputOf(plain(), obj{"metadata": obj{"name": "a", "labels": m, "annotations": m}})
}

func manyOperations(n int) input {
	operations := repeat(min(n/40, 10_000), func(int) any { return obj{"op": "add", "path": "/spec/l/0", "value": int64(1)} })
	body, _ := json.Marshal(operations)
	in := inputOf(plain(), obj{"spec": obj{"l": repeat(n/4, func(int) any { return int64(1) })}})
	in.body = string(body)
	in.bytes += len(body)
	return in
}

// mergePatch returns an object with a merge patch of as many fields, half of them new.
func mergePatch(n int) input {
	fields := func(from int) obj {
		m := obj{}
		for i := range n / 60 {
			m[fmt.Sprintf("field%d", from+i)] = obj{"a": int64(1), "b": "c"}
		}
		return m
	}
	body, _ := json.Marshal(obj{"spec": fields(n / 120)})
	in := inputOf(plain(), obj{"spec": fields(0)})
	in.body = string(body)
	in.bytes += len(body)
	return in
}

// unknownFields returns objects of one unknown field, an object of many, and embedded resources
// with an unknown field of metadata and nothing else.
func unknownFields(n int) input {
	embedded := obj{"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true}
	schema := obj{"type": "object", "properties": obj{
		"l": listOf(properties("k", obj{"type": "string"})), "m": properties("k", obj{"type": "string"}), "e": listOf(embedded),
	}}
	m := obj{}
	for i := range n / 60 {
		m[fmt.Sprintf("field%d", i)] = int64(0)
	}
	return inputOf(schema, obj{
		"l": repeat(n/24, func(int) any { return obj{"z": int64(0)} }), "m": m,
		"e": repeat(n/66, func(int) any { return obj{"metadata": obj{"z": int64(0)}} }),
	})
}
