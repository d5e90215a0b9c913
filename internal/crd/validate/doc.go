// Package validate returns the verdict of the server on a CustomResourceDefinition that a
// request writes: the object to store, or the errors. [Server.Create], [Server.Update] and
// [Server.UpdateStatus] take these steps:
//
// 1. The manifest is read, with defaults, into the server's internal version (form), on
// which the server runs its checks. There, a part that is the same in all versions
// (schema, subresources, columns, selectable fields) is in the spec, and so are its
// errors, and some fields have other names. A location holds both the path in the manifest
// and the path that the server prints. 2. The object to store is prepared: its metadata,
// its generation, and its status. A new CRD has no status, and an update does not change
// it, except for storedVersions, to which the storage version is added. 3. Everything is
// checked, and all errors are reported, with the server's exceptions: the defaults of a
// schema are checked only if it is structural, and the expressions of its rules only if
// the defaults are valid, too. 4. An update may keep some errors that the CRD had before
// (tolerance), and must not change the names under which objects are stored. 5. Package
// crd returns the object to store, with the defaults of embedded resources as the check
// has coerced them.
//
// Manifests of v1beta1 are read as old CRDs and in tests. If the server cannot decode a
// value, nothing else is checked; package decode returns the server's error.
//
// No function writes to its arguments. Results share schemas, strings and unchanged parts
// with the manifests. Everything is safe for concurrent use.
//
// # Differences from upstream
//
//   - The server panics on selectable fields if the schema is absent or cannot be
//     converted, or if their path continues below additionalProperties: true; here
//     such a path does not refer to a valid field.
//   - The server returns warnings about formats in random order; here they are in
//     the order of the schema.
//   - Errors end at 4 MiB, followed by the number of the others.
package validate
