// Package generate makes schemas, objects, metadata and definitions for tests,
// the same ones forever for the same seed.
//
//	g := generate.New(42)
//	schema := g.Schema(generate.Valid)         // as under openAPIV3Schema
//	obj := g.Object(schema, generate.Nearly)   // almost an instance of it
//	other := g.Mutate(obj, 3)                  // a damaged deep copy
//	crd := generate.CRD(schema, generate.WithStatus())
//
// # What is made
//
// Everything comes in three flavours. What is [Valid] is accepted by a server:
// a schema is structural and keeps every other rule for schemas, its defaults
// included; an object has only fields that the schema knows and satisfies it.
// This is best effort: of a thousand schemas about four are refused, of a
// thousand objects about eight. [Nearly] valid is valid but for one to three
// flaws, each of which breaks one rule or sits on the edge of one (an empty
// list, a null, a keyword that is tolerated there); flaw.go and damage.go and the
// files named after them list the flaws of schemas and of objects. [Hostile] is
// any JSON in any position.
//
// A valid schema never has a flaw that a server would refuse, so what storage
// may hold from earlier days needs an option: [WithUnprunedDefaults].
// [Generator.Undefault] turns a valid object into one that becomes valid when
// its nulls are dropped and its defaults filled in.
//
// [Deep], [Wide] and [Long] are not random: they make schemas and objects of a
// given size for tests of limits and of running time.
//
// # Values
//
// All values are of the kinds nil, bool, string, int64, float64, map[string]any
// and []any. Strings are valid UTF-8, numbers finite. Nothing is shared between
// two results, between two parts of one result, or with an argument: arguments
// are only read, so a result may be written to.
//
// Objects may hold a float64 without a fraction, such as 2.0, where a server
// has read "2.0". JSON written by Go turns it into an integer, so do not send an
// object through encoding/json before comparing. Valid schemas hold none.
//
// # Order
//
// A [Generator] draws from one stream: what a call returns depends on the seed,
// the options and all calls before. It is not safe for concurrent use; for
// independent cases use one generator each, seeded with the number of the case.
// Map keys are visited in byte order and draws are made with the package's own
// arithmetic over a PCG source, so neither the map order nor a new Go release
// changes an outcome. A change of this package does.
package generate
