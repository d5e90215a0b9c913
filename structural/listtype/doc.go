// Package listtype finds duplicate elements in lists that a schema declares as sets or
// maps (x-kubernetes-list-type), as a Kubernetes API server does after it has validated
// values.
//
// # Rules
//
// Lists are checked wherever the schema describes them: below properties,
// additionalProperties and items, at any depth, and at the root of a value of any kind. A
// field under both properties and additionalProperties is checked by both.
//
//  1. In a set no two elements are the same.
//  2. In a map every element is an object or null. Only the first other element of a list
//     is reported.
//  3. In a map no two elements have the same values under the keys in
//     x-kubernetes-list-map-keys. An absent key equals another absent one and differs from
//     null. A null element is without keys.
//  4. Lists of other types, including atomic ones, may hold anything; so may values of a
//     type that the schema does not expect.
//
// Every duplicate is reported once, at its second element. In a map the value in the error
// is an object with only the keys.
//
// # When two values are the same
//
// Scalars that are elements of a set, or the values of the only key of a map, are the same
// if they have the same type and value: 1 and 1.0 differ. Maps and lists, and the values
// of one of several keys, are the same if Go's encoding/json writes the same text for
// them. So inside an object 1 and 1.0 are the same, 0.0 and -0.0 are not; the order of
// fields does not matter; and all invalid UTF-8 bytes are the same.
//
// # Sharing, concurrency and cost
//
// The values in errors are shared with the object. The functions are safe for concurrent
// use.
//
// Values must be normalized (structural.Normalize). Time grows with the size of the
// object; a field under both properties and additionalProperties is visited for both, and
// nesting multiplies such visits. An error of a call is about the context or its budget
// (structural.WithBudget).
//
// # Differences from upstream
//
// Rows D11 and D18 of DEVIATIONS.md.
//
// Rules: Kubernetes documentation, "Merge strategy" under "Server-Side Apply";
// k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype, ValidateListSetsAndMaps.
package listtype
