// Package generate makes objects for tests of a CRD: valid ones, objects at every bound, and
// objects that break exactly one keyword or rule. The definition itself judges each of them, so
// an object is what it claims to be for a Kubernetes API server too.
//
//	version, _ := definition.Version("v1")
//	g := generate.New(version)
//	obj, err := g.Valid(ctx, 0)      // a server accepts it
//	for _, target := range g.Targets() {
//		c, err := g.NearMiss(ctx, target) // a server refuses it, for this one reason: c.Error
//	}
//
// # How it finds objects
//
// Objects are drafted from the schema: types, formats, enums, patterns, bounds and required
// fields hold by construction, and one branch is chosen from each anyOf and oneOf. The
// definition then validates the draft. For every error, one value is changed: a broken rule is
// read for the fields, constants and functions that it names, and values are written there. A
// change that leaves more errors is undone, except a few at random. See [WithAttempts] for the bound.
//
// Where nothing is found, the error is an [*UnsatisfiedError]: the target, how many objects
// were tried, and what was still wrong with the best one.
//
// # Values
//
// Integers are int64. Strings are what Go types of Kubernetes can read: RFC 3339 times,
// durations of time.ParseDuration, base64 for bytes. [WithOtherSpellings] adds others. All objects have a name.
//
// # Determinism
//
// A result depends on the version, the seed ([WithSeed]) and the arguments of the call, not on
// calls before, and not on the release of Go. It may change with the release of this module.
//
// A Generator is safe for concurrent use.
//
// This package may still change.
package generate
