// Package validate returns the verdict of a server on a CustomResourceDefinition
// that is written: what is stored, or what is invalid.
//
// [Server.Create], [Server.Update] and [Server.UpdateStatus] take a whole manifest.
// They take these steps:
//
//  1. The manifest is read, with defaults, into the server's internal version
//     (form), which the server's checks see. There, what all versions have in
//     common (schema, subresources, columns, selectable fields) is in the spec,
//     where errors of it are reported, and some fields have other names. A
//     location holds both the path in the manifest and the path that the server
//     prints.
//  2. The object to store is prepared: its metadata, its generation, and its
//     status. A new crd has no status and an update does not change it, except
//     for storedVersions, to which the storage version is added.
//  3. Everything is checked: metadata, group, scope, versions, names, schemas,
//     subresources, columns, selectable fields, conversion, status, approval.
//     All errors are reported, with the server's exceptions: the defaults of a
//     schema are checked only if it is structural, and the expressions of its
//     rules only if the defaults are valid, too.
//  4. An update may keep some of the mistakes that the crd had before, see
//     tolerance, and must not change the names under which objects are stored.
//  5. Package store makes the stored object of the manifest, with the defaults of
//     embedded resources as the check leaves them.
//
// Manifests of v1beta1 are read, too, as old ones and by tests; the server does
// not accept new ones.
//
// Values that the server cannot decode end all this; package decode has the
// server's words for them.
//
// # Sharing
//
// Nothing is written to the arguments. Results share schemas, strings and
// unchanged parts with the manifests. Everything is safe for concurrent use.
//
// # Differences from upstream
//
//   - Selectable fields crash the request if the schema is absent or cannot be
//     converted, or if they continue behind additionalProperties: true; here they
//     do not refer to a valid field.
//   - Warnings of formats come in any order; here in that of the schema.
//   - Errors end at 32 MiB of text, followed by the number of the others.
package validate
