// Package crdtest tests CRDs and their objects against a server's answers, in milliseconds and
// without a cluster. It may still change.
//
// # Definitions
//
// [Load] reads the CRDs of a file or folder of any fs.FS, such as an embed.FS or os.DirFS, and
// [Parse] those of a text. A CRD that a server would not accept is an error with file, line and column, and so is
// a field that it would drop, such as a misspelled keyword. [MustLoad] and [MustLoadOne] are Load for a test.
// [Definition.Compiled] returns the definition for the other packages of this module.
//
// # Objects
//
// [Accept], [Reject] and [RejectOnly] test requests: creations, or with options updates ([WithOld]), updates of the status
// ([WithStatus]) and scale ([WithScale]), and applies ([WithApply]). An [Object] is a [Map], a [YAML] text, a
// [File], a [Typed] Go object, or a [Generated] one. Unknown fields are errors, unless
// [WithFieldValidation] says otherwise. [Try] returns the answers as values, for programs; it says
// which metadata is filled in.
//
// # Tables
//
// [Run] runs tables in YAML, and [ReadSuite] and [Suite.Check] do so for programs. A table
// has the fields crd (a file or folder relative to the table, a list of them, or a CRD), base (an object
// for patches), fieldValidation and cases. A case has
//
//	name             the name, unique in the table
//	crd, base        instead of the table's
//	object           the object of the request
//	patch            instead of object: a merge patch (an object) or a JSON patch (a list) of
//	                 old, as a server applies it, at the version of the request; for a new object
//	                 and with as: apply, of base
//	old              for an update: the stored object, or the name of an earlier case whose
//	                 object is stored
//	oldIsInvalid     true for an old object that a server would reject today
//	as               status, scale or apply; without it the object is created or updated. The
//	                 object of a scale is a Scale of autoscaling/v1
//	fieldValidation  Strict (the default, as of kubectl), Warn or Ignore
//	version          the version in the URL
//	expect           accepted, or an object with
//	    errors       all errors of the server, in any order: code, path and message, each optional;
//	                 path is the path of the value, or the path that the message begins with
//	    warnings     the texts of all warnings
//	    stored       the stored object; generated metadata, name and namespace are compared only
//	                 if they are here
//
// A mistake in a table is an error with file, line and column: an unknown field, a missing file,
// a name used twice. So is an old case that the server rejects, and a request of a mistaken test: an
// unknown version, a missing subresource. A file of a folder is a table if it has one of the fields of a table, or
// nearly one, and not both apiVersion and kind. The code of a request that is
// rejected with a Status is its reason: Conflict. docs/ERRORS.md lists the other codes.
//
// Suites of github.com/openshift/api are tables, too: files with the fields crdName and tests,
// with onCreate and onUpdate. Their CRDs are in ../../zz_generated.crd-manifests, or in the file that
// the field crd names. A suite with feature gates runs with the CRDs of the feature set
// CustomNoUpgrade, or with the others if a gate must be disabled. Texts of errors are those of
// Kubernetes 1.37, which prints fewer values than older servers. Differences of server
// versions in tables of codes and paths do not matter.
//
// # Upgrades
//
// [CompareUpgrade] says what a new CRD does to stored objects, also at their next write, and [Upgrade] is a test
// that it does no harm. The objects are stored objects of answers, or have all defaults.
//
// # Coverage
//
// [NewCoverage], passed with [WithCoverage], counts the rules, bounds, enum values, defaults, lists and branches
// of a definition that tests have seen true and false. [Coverage.Require] is a floor. A table reads its CRD
// again; its requests count, because the CRD is the same.
//
// # Concurrency
//
// Everything but tests and options is safe for concurrent use.
package crdtest
