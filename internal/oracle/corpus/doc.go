// Package corpus loads custom resource definitions and custom resources from a
// folder of YAML files, as the server would read them.
//
// The folder is the one named by the environment variable CRD_CORPUS or, if
// that is unset, the project's own testdata/corpus. A relative name is looked
// for in the working directory and then in its parents, since every test
// package runs in a directory of its own. Layout:
//
//	<source>/crds/<definition>.yaml             one definition a file
//	<source>/objects/<definition>/<n>.yaml      objects of that definition, valid or not
//	index.json                                  optional: pairs of objects, expected errors
//
// Everything is read once per process, on all cores, and returned in one order:
// by source, definition name and file name (numbers as numbers). What is
// returned is shared by all tests: copy it before writing to it.
//
// An object without metadata.name gets one, because test suites leave it out
// and a server would refuse the object for that alone.
package corpus
