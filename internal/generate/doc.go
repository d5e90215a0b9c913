// Package generate generates schemas, objects, metadata and definitions for tests. The same
// seed always gives the same values.
//
//	g := generate.New(42)
//	schema := g.Schema(generate.Valid)         // as under openAPIV3Schema
//	obj := g.Object(schema, generate.Nearly)   // almost an instance of it
//	other := g.Mutate(obj, 3)                  // a damaged deep copy
//	crd := generate.CRD(schema, generate.WithStatus())
//
// # Flavors
//
// Everything comes in three flavors. [Valid] values are accepted by the server: a schema is
// structural and follows all other rules for schemas, and so do its defaults; an object
// satisfies its schema and has only fields that the schema specifies. This is best effort:
// about four schemas and eight objects in a thousand are rejected. [Nearly] valid values
// have one to three flaws. Each flaw breaks one rule or is at its limit (an empty list, a
// null, a keyword that is tolerated there); flaw.go, damage.go and the files named after
// them list the flaws of schemas and of objects. [Hostile] values are any JSON in any
// position.
//
// Schemas that old servers may have stored need an option: [WithUnprunedDefaults].
// [Generator.Undefault] turns a valid object into one that becomes valid when its nulls are
// dropped and its defaults applied.
//
// [Deep], [Wide] and [Long] are not random: they return schemas and objects of a given size
// for tests of limits and of running time.
//
// # Values
//
// All values are of the types nil, bool, string, int64, float64, map[string]any and []any.
// Strings are valid UTF-8, numbers finite. Nothing is shared between two results, between
// two parts of one result, or with an argument. Arguments are only read, and callers may
// write to results.
//
// Objects may hold a float64 without a fraction, such as 2.0, as a server decodes "2.0".
// encoding/json turns it into an integer, so do not encode and decode an object before a
// comparison. Valid schemas contain no such float64.
//
// # Order
//
// A [Generator] draws from one stream of random numbers: a result depends on the seed, the
// options and all calls before. It is not safe for concurrent use; for independent cases
// use one generator each, seeded with the number of the case. Map keys are visited in byte
// order, and numbers are drawn with the package's own arithmetic over a PCG source, so
// neither the map order nor a new Go release changes a result.
package generate
