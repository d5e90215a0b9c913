// Package corpus loads custom resource definitions and custom resources from a
// folder of YAML files and decodes them as the server does.
//
// The folder is the one named by the environment variable CRD_CORPUS or, if
// that is unset, the project's own testdata/corpus. A relative name is searched for
// in the working directory and then in its parents, since every test package runs
// in its own directory. Layout:
//
//	<source>/crds/<definition>.yaml             one definition a file
//	<source>/objects/<definition>/<n>.yaml      objects of that definition, valid or not
//	index.json                                  optional: pairs of objects, expected errors
//
// Everything is read once per process, on all cores, and returned in one order:
// by source, definition name and file name (numbers as numbers). All tests share
// the result: copy it before writing to it.
//
// An object without metadata.name gets one, because test suites leave it out and a
// server would reject the object for that alone.
package corpus
