// Package decode returns what the server's decoder reports about the manifest of a
// CustomResourceDefinition, before anything is validated.
//
// The server decodes the manifest into Go structs. [Read] follows the types of
// package crd, by these rules:
//
//  1. apiVersion and kind are read first. What is missing is taken from the URL;
//     any other kind is rejected.
//  2. Field names are case-sensitive. A field that the struct does not have is
//     unknown: it is dropped, and reported if the request asks for that.
//  3. A value that does not fit its field makes the manifest undecodable. The
//     first one is reported. But one below items, additionalProperties,
//     additionalItems or dependencies, and a time that cannot be parsed, ends
//     the decoding and is reported instead of any before. null fits all fields.
//  4. Below those four keywords, whose types have decoders of their own, the
//     server reports neither unknown nor repeated fields. [Findings.Silent] has
//     the unknown ones.
//  5. A manifest of v1beta1 is decoded and then rejected: its version is not the
//     one in the URL.
//
// The server reads the text of the request, this package maps in the order of
// sorted keys: that is the order in which kubectl sends a manifest, and in which
// the server turns YAML into JSON. At most 100 unknown and repeated fields are
// reported, each text once.
//
// Nothing is written to a manifest. Results share its values.
package decode
