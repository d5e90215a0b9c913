package lifecycle

import (
	"cmp"
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

// visited is the order in which a server looks at the keywords of a schema that
// it may give up at, or below.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema, NewStructural.
var visited = map[string]int{
	"id": 1, "$schema": 2, "$ref": 3, "patternProperties": 4, "dependencies": 5, "additionalItems": 6, "definitions": 7,
	"not": 8, "allOf": 9, "anyOf": 10, "oneOf": 11,
	"x-kubernetes-preserve-unknown-fields": 12,
	"items":                                13, "properties": 14, "additionalProperties": 15,
}

// firstMet is the problem at which a server gives up, nil if it reads the schema
// to its end. It goes through properties in no order; here they are in order.
func firstMet(problems structural.Errors) *structural.Error {
	var first *structural.Error
	for _, p := range problems {
		if p.Kind == structural.Forbidden && (first == nil || meets(p.Path, first.Path) < 0) {
			first = p
		}
	}
	return first
}

// meets is negative if a server comes to p before it comes to q.
func meets(p, q structural.Path) int {
	return slices.CompareFunc(p, q, func(a, b structural.Step) int {
		if a.Kind() == structural.FieldStep && b.Kind() == structural.FieldStep {
			return cmp.Compare(visited[a.Name()], visited[b.Name()])
		}
		return a.Compare(b)
	})
}
