package attack

import "fmt"

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

func schemaErrors(n int) input {
	p := obj{}
	for i := range n / 80 {
		p[fmt.Sprintf("p%d", i)] = obj{"uniqueItems": true, "x-kubernetes-list-type": "no", "maxLength": int64(-1)}
	}
	return inputOf(obj{"type": "object", "properties": p}, obj{})
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

func manyVersions(n int) input {
	schema := plain()
	count := max(1, n/150)
	crd := crdOfVersions(repeat(count, func(i int) any {
		return obj{"name": fmt.Sprintf("v%d", i+1), "served": true, "storage": i == 0, "schema": obj{"openAPIV3Schema": schema}}
	})...)
	crd["status"] = obj{"storedVersions": repeat(count, func(i int) any { return fmt.Sprintf("v%d", i+1) })}
	return input{crd: crd, schema: schema, object: object(nil)}.measured()
}

// v1beta1 returns versions that share many columns, selectable fields and properties.
func v1beta1(n int) input {
	p := obj{}
	for i := range n / 160 {
		p[fmt.Sprint("a", i)] = obj{"type": "string", "maxLength": int64(5)}
	}
	schema := properties("spec", obj{"type": "object", "properties": p})
	crd := crdOfVersions(repeat(max(1, n/160), func(i int) any { return obj{"name": fmt.Sprintf("v%d", i+1), "served": true, "storage": i == 0} })...)
	crd["apiVersion"] = "apiextensions.k8s.io/v1beta1"
	spec := crd["spec"].(obj)
	spec["validation"], spec["preserveUnknownFields"] = obj{"openAPIV3Schema": schema}, false
	spec["additionalPrinterColumns"] = repeat(n/160, func(i int) any { return obj{"name": "a", "type": "string", "JSONPath": fmt.Sprint(".a", i)} })
	spec["selectableFields"] = repeat(n/160, func(i int) any { return obj{"jsonPath": fmt.Sprint(".spec.a", i)} })
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

// manyNames returns a CRD with many short names, categories, conditions and versions of
// ConversionReview.
func manyNames(n int) input {
	crd := crdOf(plain())
	names := func(format string) []any { return repeat(n/60, func(i int) any { return fmt.Sprintf(format, i) }) }
	spec := crd["spec"].(obj)
	accepted := obj{"plural": "as", "singular": "a", "kind": "A", "listKind": "AList", "shortNames": names("s%d"), "categories": names("c%d")}
	spec["names"] = accepted
	spec["conversion"] = obj{"strategy": "Webhook", "webhook": obj{"conversionReviewVersions": names("v%d"), "clientConfig": obj{"url": "https://a.example/"}}}
	conditions := repeat(n/100, func(i int) any { return obj{"type": fmt.Sprint("T", i), "status": "True"} })
	crd["status"] = obj{"acceptedNames": accepted, "conditions": conditions, "storedVersions": []any{"v1"}}
	return input{crd: crd, schema: plain(), object: object(nil)}.measured()
}

// manyKeywords returns items that have none of many required fields, and values that are none of
// many in an enum: two products.
func manyKeywords(n int) input {
	names := func(format string) []any { return repeat(n/40, func(i int) any { return fmt.Sprintf(format, i) }) }
	item := obj{"type": "object", "required": names("r%d"), "x-kubernetes-preserve-unknown-fields": true}
	schema := obj{"type": "object", "properties": obj{"l": listOf(item), "e": listOf(obj{"type": "string", "enum": names("e%d")})}}
	return inputOf(schema, obj{"l": repeat(n/20, func(int) any { return obj{} }), "e": names("x%d")})
}
