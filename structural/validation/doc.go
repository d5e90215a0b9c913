// Package validation checks the values of custom objects against their schema,
// as a Kubernetes API server does on create and update: types, formats, bounds,
// patterns, enums, required and forbidden fields, and allOf, anyOf, oneOf and
// not. List types, object metadata and validation rules are not its business.
//
//	v := validation.Compile(schema)
//	errs := v.Validate(obj)
//	errs, ratcheted := v.ValidateUpdate(obj, old)
//
// # Rules
//
// Null is checked by type, nullable and enum, and by nothing else. Any other
// value is checked by every keyword that is about its kind, whatever the type
// says: an object where a string is wanted is still looked into.
//
//  1. type. A float is an integer if it is integral and at most 2^53-1; an
//     integer is a number. An int-or-string takes both, whatever its type.
//  2. format of strings, and int32, int64 and float of numbers. Other formats
//     and formats that do not go with the type are ignored ([WithKubernetesVersion]). Where
//     a format of strings counts, a list is as good as a string.
//  3. anyOf, oneOf, allOf, not. Of an anyOf or oneOf that no branch satisfies,
//     the errors of the branch that had most to agree with are reported, too.
//  4. maxLength, minLength (in code points, though the error speaks of bytes)
//     and pattern (RE2, anchored nowhere): the first that fails.
//  5. The range of the type or format, multipleOf, minimum, maximum: all that
//     fail. Integers are compared with bounds cut down to integers; a bound that
//     does not fit the type makes every number invalid.
//  6. minItems, maxItems, uniqueItems and items.
//  7. enum. The value is converted to the Go type of what it is compared with:
//     1.5 equals 1, and 65 equals "A". Null equals nothing.
//  8. minProperties, maxProperties, properties, additionalProperties, required
//     (presence counts, null or not).
//
// # Updates
//
// A part of the new value that is the same as the part of the old value that
// belongs to it (internal/correlate says which and when) may be invalid: its
// errors are returned as ratcheted, separately. That goes for the errors of the
// part itself and of all within it. Branches of anyOf, oneOf, allOf and not are
// tolerated with the node that has them only, and the fields apiVersion and
// kind of the root only together with the whole object.
//
// # Errors
//
// Path is where the value is, a step with [structural.Key] for additional
// fields. What the server prints is not always that: it does not know the
// location of errors of branches and numeric ranges, it writes additional fields
// with a dot, and it reports a forbidden field at the object that has it. The
// words of a type error show the type of the value instead of the value.
//
// No two errors of a result have the same words in the server's own
// intermediate result, which leaves one of several equal errors.
//
// # Defaults
//
// The defaults that stand in a schema are checked with [WithDefaultsMode], located
// by [Validator.At]. Use one [Compiler] for all defaults of a schema.
//
// # Speed
//
// Compile makes a tree that answers yes or no without allocating anything but
// for uniqueItems and enums with many lists or objects. Most nodes shrink to a
// set of accepted kinds; a subtree in which nothing can be wrong is not entered.
// Only a value that is not valid is walked again, by the schema this time, to
// count matches and find words. Each part of a value is looked at once for each
// branch that applies to it, in both walks; nothing grows with a square.
//
// # Sharing and concurrency
//
// Nothing is written to. Errors refer to parts of the value. Everything is safe
// for concurrent use; a pattern is compiled when it is first needed.
//
// Values must be normalised (structural.Normalize). Others do not panic but
// may get another answer than from a server, and cyclic ones do not end.
//
// # Differences from upstream
//
//   - A message that begins with "IMPORTANT!", which takes a root property of
//     that name, has no special meaning; upstream strips the mark and invents
//     errors from it.
//   - Two fields whose places are spelled alike (a.b and a with b inside) share
//     their error messages, of which upstream reports one by chance. Here it is
//     the one that comes first in byte order of the names.
//   - The text of the errors of one call is bounded by 32 MiB. A last error of
//     the kind Internal counts what is left out.
//   - Numbers beyond all int64 are cut down as on amd64, whatever the platform.
//   - Keywords that a server refuses in definitions ($ref, patternProperties and
//     others) are not there; structural.FromMap reports them.
//
// Rules: Kubernetes documentation, "Validation" under "Extend the Kubernetes API
// with CustomResourceDefinitions" and "Validation ratcheting"; k8s.io/
// apiextensions-apiserver/pkg/apiserver/validation; k8s.io/kube-openapi/pkg/
// validation/validate.
package validation
