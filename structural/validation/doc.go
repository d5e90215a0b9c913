// Package validation checks the values of custom objects against their schema, as a
// Kubernetes API server does on create and update. Other packages check list types, metadata
// and rules.
//
//	v := validation.Compile(schema)
//	errs, err := v.Validate(ctx, obj)
//	errs, ratcheted, err := v.ValidateUpdate(ctx, obj, old)
//
// # Rules
//
// Null is checked only by type, nullable and enum. Any other value is checked by every
// keyword for its own type, regardless of the keyword type: the fields of an object are
// checked even if the type is string.
//
//  1. type. A float is an integer if it is integral and at most 2^53-1; an integer
//     is a number. An int-or-string accepts integers and strings, whatever its
//     type.
//  2. format of strings, and int32, int64 and float of numbers. Unknown formats,
//     and formats that do not belong to the type, are ignored. Where a format of
//     strings applies, a list is accepted like a string. Servers before 1.36 have
//     other rules for formats and ranges ([WithKubernetesVersion]).
//  3. anyOf, oneOf, allOf, not. If no branch of an anyOf or oneOf is satisfied,
//     the errors of the branch with the most matches are reported too.
//  4. maxLength, minLength (in code points, though the error says bytes) and
//     pattern (RE2, not anchored): the first that fails.
//  5. The range of the type or format, multipleOf, minimum, maximum: all that
//     fail. Integers are compared with bounds truncated to integers; a bound that
//     is out of the range of the type makes every number invalid.
//  6. minItems, maxItems, uniqueItems and items.
//  7. enum. The value is converted to the Go type of the element:
//     1.5 equals 1, and 65 equals "A". Null equals nothing.
//  8. minProperties, maxProperties, properties, additionalProperties, required
//     (a field that is null is present).
//
// # Updates
//
// A part of the new value that equals the corresponding part of the old value may be invalid:
// the errors of the part and of everything in it are returned separately, as ratcheted.
// Errors of anyOf, oneOf, allOf and not are tolerated only together with their node, and
// errors of the root's apiVersion and kind only together with the whole object.
//
// # Errors
//
// Path is the location of the value, with a [structural.Key] step for additional fields. The
// server does not always print this path: it prints no location for errors of branches and
// numeric ranges, a dot in front of additional fields, and the location of the object for a
// forbidden field. A type error shows the type of the value instead of the value.
//
// # Defaults
//
// [WithDefaultsMode] and one [Compiler] for a schema check defaults; [Validator.At] locates them.
//
// # Speed
//
// A tree of checks decides whether a value is valid. Only an invalid value is walked again,
// along the schema, to count matches and to report errors. Each part is visited once for each
// applicable branch, in both walks, and once more for the branch with reported errors.
//
// Time is proportional to branches × values and to patterns × texts, as on a server. Both
// count as steps of the budget (structural.WithBudget). The error of a function is about the
// context or the budget.
//
// # Sharing and concurrency
//
// Errors share parts of the value. Everything is safe for concurrent use. A pattern is
// compiled on first use, and kept unless all together are too large.
//
// Values must be normalized (structural.Normalize) and not cyclic.
//
// # Differences from upstream
//
// Rows D15 to D19 of DEVIATIONS.md. Keywords that a server rejects in a CRD ($ref,
// patternProperties and others) are not checked; structural.FromMap reports them.
//
// Rules: Kubernetes documentation, "Validation" under "Extend the Kubernetes API with
// CustomResourceDefinitions" and "Validation ratcheting";
// k8s.io/apiextensions-apiserver/pkg/apiserver/validation;
// k8s.io/kube-openapi/pkg/validation/validate.
package validation
