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
// The server accepts [Valid] values: a schema is structural and follows all other rules for
// schemas, and so do its defaults; an object satisfies its schema and has only fields that
// the schema specifies. This is best effort: about four schemas and eight objects in a
// thousand are rejected. [Nearly] valid values have one to three flaws. Each flaw breaks one
// rule or is at its limit (an empty list, a null, a keyword that is tolerated there);
// flaw.go, damage.go and the files named after them list the flaws. [Hostile] values are any
// JSON in any position.
//
// # Values
//
// All values are normalized. Strings are valid UTF-8, numbers finite. Nothing is shared
// between two results, between two parts of one result, or with an argument. Arguments are
// only read, and callers may write to results.
//
// Objects may hold a float64 without a fraction, such as 2.0. encoding/json turns it into an
// integer, so do not encode and decode an object before a comparison. Valid schemas contain
// no such float64.
//
// # Order
//
// A [Generator] draws from one stream of random numbers: a result depends on the seed, the
// options and all calls before. It is not safe for concurrent use; for independent cases use
// one generator each, seeded with the number of the case. Neither the map order nor a new Go
// release changes a result.
package generate
