// Package decode returns the errors of the server's decoder for the manifest of a
// CustomResourceDefinition, before anything is validated.
//
// The server decodes the manifest into Go structs. [Read] follows the types of
// package crd, by these rules:
//
//  1. apiVersion and kind are read first. If they are missing they are taken from
//     the URL; any other kind is rejected.
//  2. Field names are case-sensitive. A field that the struct does not have is
//     unknown: it is dropped, and reported if the request asks for that.
//  3. A value that does not fit its field makes the manifest undecodable. The
//     first one is reported, with one exception: such a value below items,
//     additionalProperties, additionalItems or dependencies, or a time that cannot
//     be parsed, ends the decoding and is reported instead of any earlier one. null
//     fits all fields.
//  4. Below those four keywords, whose types have custom decoders, the
//     server reports neither unknown nor repeated fields. [Findings.Silent] has
//     the unknown ones.
//  5. A manifest of v1beta1 is decoded and then rejected: its version is not the
//     one in the URL.
//  6. If a field is repeated, structs and maps are merged, the elements of a list are
//     decoded into those that it had, and anything else is replaced. null resets
//     pointers, lists and maps, and leaves other values as they are.
//  7. A value without a type, like a default, is converted after all decoding: a
//     number in it that is too large makes the manifest undecodable.
//
// The server reads the text of the request, and so does [ReadBody]. [Read] reads maps
// in the order of sorted keys, the order in which kubectl sends a manifest and in which
// the server converts YAML to JSON. At most 100 unknown and repeated fields are
// reported, each text once.
//
// No function writes to a manifest. Results share values with it.
package decode
