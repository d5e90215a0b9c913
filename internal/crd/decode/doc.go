// Package decode says what a server's decoder says about the manifest of a
// CustomResourceDefinition, before anything is validated.
//
// The decoder reads the manifest into Go structures. Read follows a table of
// them, with the same rules:
//
//  1. apiVersion and kind are read first. What is missing is taken from the URL;
//     what is no CustomResourceDefinition is refused.
//  2. Names count as they are spelt, upper and lower case apart. A field that no
//     structure has is an unknown field: it is dropped, and reported if the
//     request asks for that.
//  3. A value that does not fit its field makes the manifest undecodable. The
//     first one is told, but one below items, additionalProperties,
//     additionalItems or dependencies, and a time that cannot be read, ends the
//     decoding and is told instead of any before. null fits everywhere.
//  4. Below those four keywords, which have decoders of their own, the server
//     notices neither unknown nor repeated fields: they are lost in silence.
//     [Findings.Silent] has the unknown ones.
//  5. A definition of v1beta1 is decoded and then refused: it is another version
//     than the one in the URL.
//
// A server goes through the text of the request, this package through maps, in
// the order that the text has if its keys are sorted: that is how kubectl sends
// it, and how a server turns YAML into JSON. At most 100 unknown and repeated
// fields are reported, each text once.
//
// Nothing is written to a manifest. Results share its values.
package decode
