// Package listtype finds duplicate elements in lists that a schema declares as
// sets or maps (x-kubernetes-list-type), as a Kubernetes API server does after it
// has validated the values of a custom object.
//
// # Rules
//
// Lists are checked wherever the schema describes them: below properties,
// additionalProperties and items, at any depth, and at the root of a value of any kind
// ([ValidateValue]). A field that both properties and additionalProperties specify is
// checked by both.
//
//  1. In a set no two elements are the same.
//  2. In a map every element is an object or null. The first other element is
//     reported, and nothing else of that list.
//  3. In a map no two elements have the same values under the keys that
//     x-kubernetes-list-map-keys names. An absent key equals another absent one
//     and differs from null. A null element has no keys.
//  4. Lists of other types, atomic ones included, may hold anything; so may values
//     of a type that the schema does not expect.
//
// Every duplicate value is reported once, as a Duplicate at its second element.
// For a map the value reported is an object with the keys only.
//
// # When two values are the same
//
// Scalars that are elements of a set, or the values of the only key of a map, are
// the same if they have the same type and value: 1 and 1.0 differ, because a server
// reads them as an int64 and a float64.
//
// Maps and lists, and the values of one of several keys, are the same if Go's
// encoding/json writes the same text for them. So 1 and 1.0 are the same inside of
// an object, 0.0 and -0.0 are not; the order of fields does not matter; and all
// invalid UTF-8 bytes are the same.
//
// # Updates
//
// An object that was stored with duplicates may keep them, or get others:
// [ValidateUpdate] tolerates every error if the old object has any.
//
// # Sharing, concurrency and cost
//
// No function writes to its arguments. The values in errors are shared with the
// object. The functions are safe for concurrent use.
//
// Values must be normalized (structural.Normalize); the recursion is bounded by the depths of
// object and schema. Values whose schema declares no list type are not visited. Time grows with
// the size of the object, however long its lists are and however deeply sets are nested: a
// value is hashed once, even if a Go value holds it many times, and only elements that are
// equal, or lists of up to four elements, are compared value by value. A field that both
// properties and additionalProperties specify is visited for both, which can multiply: the
// functions take a context with a budget (structural.WithBudget), which they look at while they
// compare.
//
// A valid object needs memory only for long lists, for hashes if it has very many values,
// and for a copy of the key names of each map with two elements or more.
//
// # Differences from upstream
//
// Errors are sorted by their paths. The paths of all errors are limited to 4 MiB,
// counting the names and 16 bytes per step: if very many duplicates are very deep
// in an object, only the first ones are reported.
//
// Rules: Kubernetes documentation, "Merge strategy" under "Server-Side Apply";
// k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype,
// ValidateListSetsAndMaps.
package listtype
