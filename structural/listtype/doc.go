// Package listtype finds duplicate elements in lists that a schema declares as
// sets or maps (x-kubernetes-list-type), as a Kubernetes API server does after it
// has validated the values of a custom object.
//
// # Rules
//
// Lists are checked wherever the schema describes them: below properties,
// additionalProperties and items, at any depth, and at the root of a value of any kind. A
// field under both properties and additionalProperties is checked by both.
//
//  1. In a set no two elements are the same.
//
// 2. In a map every element is an object or null. Only the first other element of a list
// is
//
//		reported.
//	 3. In a map no two elements have the same values under the keys in
//	    x-kubernetes-list-map-keys. An absent key equals another absent one
//	    and differs from null. A null element is without keys.
//	 4. Lists of other types, including atomic ones, may hold anything; so may values
//	    of a type that the schema does not expect.
//
// Every duplicate value is reported once, as a Duplicate at its second element. In a map
// the value in the error is an object with only the keys.
//
// # When two values are the same
//
// Scalars that are elements of a set, or the values of the only key of a map, are the same
// if they have the same type and value: 1 and 1.0 differ, because a server reads them as an
// int64 and a float64.
//
// Maps and lists, and the values of one of several keys, are the same if Go's encoding/json
// writes the same text for them. So inside an object 1 and 1.0 are the same, 0.0 and -0.0
// are not; the order of fields does not matter; and all invalid UTF-8 bytes are the same.
//
// # Updates
//
// An object stored with duplicates may keep them, or get others: [ValidateUpdate] tolerates
// every error if the old object has any.
//
// # Sharing, concurrency and cost
//
// The values in errors are shared with the object. The functions are safe for concurrent
// use.
//
// Values must be normalized (structural.Normalize); the recursion is bounded by the depths
// of object and schema. Time grows with the size of the object, however long its lists are
// and however deeply sets are nested: a value is hashed once, even if a Go value holds it
// many times. Only equal elements and lists of up to four elements are compared value by
// value. A field under both properties and additionalProperties is visited for both, and
// nesting multiplies such visits. Errors are about the context or its budget
// (structural.WithBudget).
//
// A valid object needs memory only for long lists, for hashes if it has very many values,
// and for a copy of the key names of each map with two elements or more.
//
// # Differences from upstream
//
// Errors are sorted by their paths. The paths of all errors are limited to 4 MiB, counting
// the names and 16 bytes per step; further errors are dropped.
//
// Rules: Kubernetes documentation, "Merge strategy" under "Server-Side Apply";
// k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype,
// ValidateListSetsAndMaps.
package listtype
