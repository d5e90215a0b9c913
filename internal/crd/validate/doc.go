// Package validate is about CustomResourceDefinition objects: what the rest of
// the module needs to know of one that is served (Read), and what a server says
// when one is written (Server).
//
// # Serving
//
// Read takes a definition as a server serves it, one that passed all checks
// when it was written. It understands apiextensions.k8s.io/v1 and, as servers
// still hold such objects, v1beta1 with its shared schema, subresources and
// defaults. It looks at nothing that serving objects does not need.
//
// # Writing
//
// Server.Create, Server.Update and Server.UpdateStatus take a whole manifest and
// give what is stored, or what is wrong with it, in these steps:
//
//  1. The manifest is read, defaulted, into the form that the server's checks
//     see. In that form what is the same in all versions (schema, subresources,
//     columns, selectable fields) stands beside them, so that errors about it
//     are reported there; and some fields have other names. A place knows both
//     where something is in the manifest and what the server calls it.
//  2. The object to store is prepared: metadata, generation, and the status,
//     which a new definition does not have and an update does not change, but
//     for storedVersions, which get the storage version.
//  3. Everything is checked: metadata, group, scope, versions, names, schemas,
//     subresources, columns, selectable fields, conversion, status, approval.
//     All problems are told, with these exceptions, which are the server's:
//     the defaults of a schema are looked at only if it is structural, and the
//     expressions of its rules only if the defaults are right, too.
//  4. An update is tolerated some of what was there before, see tolerance, and
//     must not change the names that objects are stored under.
//  5. What is stored is written from the manifest: without unknown and empty
//     fields, with numbers as JSON has them, and with the defaults of embedded
//     resources as the check left them.
//
// Manifests of v1beta1 are read as well, as old ones and by tests; a server
// refuses to take one.
//
// Values of another type than a server decodes end all this: see package fields
// for the words.
//
// # Sharing
//
// Nothing is written to. What is returned shares schemas, strings and unchanged
// parts with the manifests. Everything is safe for concurrent use.
//
// # Differences from upstream
//
//   - Selectable fields crash the request if the schema is absent or cannot be
//     converted, or if they go on behind additionalProperties: true; here they
//     do not refer to a valid field.
//   - Warnings of formats come in any order; here in that of the schema.
//   - Errors end at 32 MiB of text and say how many more there are.
package validate
