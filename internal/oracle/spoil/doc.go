// Package spoil makes bodies of requests from objects and crds, and spoils them in the
// ways that only bytes can be wrong: repeated fields, names in another letter case,
// numbers in every spelling, text that is not JSON, YAML with anchors and tags, other
// encodings and media types.
//
// A body depends only on its seed:
//
//	body := spoil.Object(seed, object)
//
// About one body in ten is not spoiled, only written in another way.
package spoil
