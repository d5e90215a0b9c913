// Package fragment checks the schemas of parts of custom resources, and validates values with
// them: variables of a template, parameters of a policy, settings of a plugin, one field of
// an object. A fragment may be an object, a list, a string or any other value.
//
//	f, err := fragment.Compile(ctx, schema)              // a schema that is in use
//	checked, err := fragment.Check(ctx, schema)          // a schema that is new
//	decoded, err := f.Decode(ctx, value)                 // prune, default
//	verdict, err := f.Validate(ctx, decoded.Value)       // a new value
//	verdict, err = f.ValidateUpdate(ctx, newer, older)   // a changed one
//
// A fragment behaves as a property of a custom resource, whatever its name. Most functions of
// k8s.io/apiextensions-apiserver do the same with isResourceRoot false.
//
// # The root
//
//   - apiVersion, kind and metadata are fields like any other, pruned unless the schema
//     declares them, and rules see them only then. An embedded resource
//     (x-kubernetes-embedded-resource) has them as everywhere else.
//   - Its type may be any, and it may be an int-or-string, be nullable, have
//     additionalProperties or x-kubernetes-preserve-unknown-fields.
//   - Null is a valid value only of a nullable schema, and rules do not see it.
//   - The default of the schema itself is for an absent value. [Fragment.Default] does not
//     use it, because the value is present; [Fragment.Absent] returns it.
//   - A nil schema specifies nothing: every field is pruned, every value is valid. So does
//     an empty one, but the missing type is an error in a new schema.
//
// # Checking a schema
//
// [Check] makes these checks in this order:
//
//  1. Keywords with a value of a wrong type: the server cannot decode the schema, and
//     there are no other errors.
//  2. The structural rules (structural.Check with structural.Property).
//  3. If there are no errors so far, the defaults, including the default of the schema
//     itself: they have no unknown fields, their embedded metadata is valid, and they are
//     valid values by schema and rules.
//  4. The other keywords, and the fields of rules (structural.CheckKeywords,
//     celrules.CheckFields).
//  5. If 2 and 3 found no errors, the rules: they compile, and their estimated costs are
//     within the limits (celrules.Compiler.Check).
//  6. If there are no errors at all, keywords that cannot be converted into a structural
//     schema: they prevent 2, 3 and 5.
//
// # Validating a value
//
// [Fragment.Validate] checks
//
//  1. types, formats, bounds and all other keywords (structural/validation);
//  2. the metadata of embedded resources;
//  3. list types, at the root and below it (structural/listtype);
//  4. the rules (celrules), unless there is an error so far that a value is missing, too
//     long, of a wrong type or not in an enum. Then one more error says that they were
//     not checked.
//
// [Fragment.ValidateUpdate] tolerates the errors of parts that have not changed, except in 2;
// see the packages.
//
// # Incomplete CRDs
//
// Package crdschema admits whole objects, with metadata and status, given a whole CRD. [CRD]
// returns the CRD around a schema of whole objects, and [CompleteCRD] adds what a CRD lacks:
// both are for tests.
//
// # Limits
//
// The limits on rules are the server's, unless a [LimitOption] or [CheckOption] sets others.
//
// # Errors
//
// [WithPath] puts a path of the caller in front, in Path and in the text. A call without a
// verdict returns the cause of the context or structural.ErrTooMuchWork.
//
// # Values
//
// Values must be normalized (structural.Normalize), but not schemas. Decode objects with
// package document, and other values with a json.Decoder that uses json.Number, converted by
// Normalize. structural.IntegersFromFloats repairs what json.Unmarshal has decoded.
//
// # Sharing and concurrency
//
// Results share the unchanged parts of the input and not the schema: treat both as read-only,
// or clone them. Everything compiled is safe for concurrent use.
//
// # Differences from upstream
//
// The rows of the packages that are called, and D64 and D65 of DEVIATIONS.md. The error that
// rules were not checked is located at the value, not at the root of the object.
//
// Rules: Kubernetes documentation, "Extend the Kubernetes API with CustomResourceDefinitions";
// k8s.io/apiextensions-apiserver, the packages named above.
package fragment
