// Admit says what a Kubernetes API server would do with objects of custom
// resources, without a server: would it accept them, what would it drop, what
// would it fill in, and what would it keep.
//
//	admit [flags] -crd FILE OBJECT...
//	admit [flags] -crd FILE
//	admit [flags]
//
// A definition that a server would refuse is rejected with all that the server
// says about it, and no objects are judged. Without objects there are verdicts on
// the definitions themselves.
//
// Without -crd and objects it shows what it can do on a definition and objects
// that are built in.
//
// # Input
//
// FILE and OBJECT are files of YAML or JSON, directories, or - for standard
// input. A directory stands for all files in and below it whose names end in
// .yaml, .yml or .json, in order of their names. Files may hold several
// documents, and lists (`kind: List`, or the kind of the object with List
// behind it) stand for their items. Repeated fields of a list are not told to
// the server, as with kubectl.
//
// FILE holds CustomResourceDefinitions; other objects in it are left out. The
// flag may be given more than once. An object is judged by the definition of
// its group and kind, and there is no verdict on one that has none. Definitions
// among the objects are left out, so that both may stand in one file.
//
// # Flags
//
//	-crd FILE         the definitions
//	-namespace NS     the namespace of the request: fills in an empty
//	                  metadata.namespace and does not go with another one.
//	                  Default: that of the object, or else default, as with
//	                  kubectl. It does not matter to kinds without namespaces
//	-o FORMAT         text (default), yaml or json
//	-q                text without the objects
//	-update FILE      objects as they are stored. One with the same kind,
//	                  namespace and name as a stored one updates it, and takes
//	                  over its metadata.resourceVersion if it has none, as with
//	                  kubectl replace; others are created
//	-v                more: the request, the object as the server read it even
//	                  if it is invalid, and long values in full
//	-validation MODE  what becomes of unknown and repeated fields: warn (default,
//	                  as on a server), ignore, or strict (as with kubectl)
//	-version V        the version of the request; default: that of the object
//
// # Output
//
// What a server makes up itself, like times and uids, is left out; a generated
// name ends in xxxxx.
//
// There is one verdict for each object, in the order of the input, and one for
// each file or document that cannot be read. Verdicts are written as soon as
// they are reached and none are kept, so that a directory may be of any size.
// A line about the progress shows on a terminal if it takes longer than a
// second and the output goes somewhere else.
//
// The format json writes one JSON object a line for each verdict, the format
// yaml the same as YAML documents. Fields that would be empty are left out:
//
//	verdict     "accepted", "rejected" or "none"
//	file, line  where the document starts; "-" is standard input
//	item        the object's place in the document if it is part of a list,
//	            "items[2]"
//	apiVersion, kind, namespace, name
//	            of the object as it was read from the file; an object without
//	            a name may have a generateName instead
//	dropped     the paths of unknown fields that were dropped
//	defaulted   the defaults that were filled in: a list of path and value
//	warnings    the warnings of the server
//	refused     why the server did not understand the request: code (the HTTP
//	            status), reason and message
//	errors      why the object is invalid: a list of field, reason and text.
//	            The texts are what kubectl shows after "is invalid:". With path,
//	            if that is not where it is in the file: a server has definitions
//	            in another form than files have; and with hint, if something is
//	            known that a definition may be mended with
//	tolerated   errors that count no longer since they were there before the
//	            update, in the form of errors
//	decoded     with -v: the object as the server read it, with defaults
//	object      the object that the server keeps, if it is accepted
//	note        what this program has to say besides
//	error       why there is no verdict
//
// # Exit code
//
//	0  all objects are accepted
//	1  at least one object, or definition, is rejected
//	2  there is no verdict on at least one object, or none at all: a file cannot
//	   be read, a definition cannot be compiled, an object has no definition,
//	   there are no objects, the flags are wrong
//
// # Examples
//
//	admit
//	admit -crd crd.yaml
//	admit -crd crd.yaml crontab.yaml
//	admit -crd crds/ -validation strict -q manifests/
//	admit -crd crd.yaml -o json manifests/ | jq -r 'select(.verdict != "accepted") | .file'
//	kubectl get crontabs -A -o yaml | admit -crd new-crd.yaml -
//	admit -crd crd.yaml -update stored.yaml changed.yaml
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

// The exit codes.
const (
	exitAccepted = iota
	exitRejected
	exitNoVerdict
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the program: it returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	opts, err := parseArgs(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitAccepted
	case err != nil: // which package flag has printed
		return exitNoVerdict
	}
	sum, err := check(context.Background(), opts, stdin, stdout, newProgress(stdout, stderr))
	if err != nil {
		fmt.Fprintln(stderr, "admit:", err)
		return exitNoVerdict
	}
	return sum.exitCode()
}
