// Package strategicpatch merges strategic merge patches into objects of a type of package
// gotype, as the server does with a Go type of its API.
//
//  1. A patch is an object. null deletes a field, and objects merge with objects. Anything
//     else replaces the value, unless the type says that the list merges:
//     metadata.finalizers by value, metadata.ownerReferences by uid.
//  2. $patch in an object is replace or delete. In an element of a list that merges, it
//     replaces the list, or deletes the element with the same key.
//  3. $retainKeys lists the fields of the object that stay.
//  4. $deleteFromPrimitiveList/name lists the scalars to delete from the list called name.
//  5. $setElementOrder/name lists the elements, or their keys, in the order that the list
//     called name gets. Elements that are not listed stay between their neighbors.
//  6. New values lose their nulls and the objects with $patch.
//
// The server looks up a field only where an object merges with an object or a list with a
// list. It fails if the type has no such field, or has a map where a struct is needed: the
// schemas of a CRD are in a list, so that patches replace them.
//
// The server takes the fields of a patch in random order. Package strategicpatch takes them
// in byte order. The server panics if two keys or scalars to compare are objects or lists;
// here they differ from all others.
//
// Rule: k8s.io/apimachinery/pkg/util/strategicpatch, StrategicMergeMapPatch.
package strategicpatch
