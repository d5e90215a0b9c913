// Admit reports what a Kubernetes API server would do with objects of custom resources,
// without a server: whether it would accept them, which fields it would drop and default, and
// which object it would keep.
//
//	admit [flags] -crd FILE OBJECT...
//	admit [flags] -crd FILE
//	admit [flags]
//
// A CRD that the server would reject is rejected with all errors of the server, and no
// objects are checked. Without objects there are verdicts on the CRDs themselves. Without
// -crd and objects it checks built-in ones; some of these are rejected on purpose.
//
// # Input
//
// FILE and OBJECT are files of YAML or JSON, directories, or - for standard input. A
// directory is short for all files in and below it whose names end in .yaml, .yml or .json,
// in the order of their names. Files may hold several documents, and lists (`kind: List`, or
// the kind of the object followed by List) are short for their items. Repeated fields of a
// list are not reported to the server, as with kubectl.
//
// FILE holds CustomResourceDefinitions; other objects in it are ignored, and so are CRDs
// among the objects. The flag may be repeated. An object is checked against the CRD of its
// group and kind; without one there is no verdict.
//
// Conversion webhooks are not called. If a CRD has one, an object at a version other than the
// storage version is not carried to storage and back; a note in its verdict says so.
//
// # Flags
//
// -h lists the flags.
//
//	-namespace   sets an empty metadata.namespace, conflicts with a different one, and is
//	             ignored for cluster-scoped kinds
//	-update      an object with the kind, namespace and name of a stored one updates it,
//	             and gets its metadata.resourceVersion if it has none, as with kubectl
//	             replace; others are created
//	-v           also writes the request, the object as the server read it even if it is
//	             invalid, and long values in full
//	-validation  strict as with kubectl apply, warn as the server does if the request
//	             does not say, or ignore
//
// # Output
//
// Fields that the server generates, such as times and uids, are left out; a generated name
// ends in xxxxx.
//
// There is one verdict for each object, in the order of the input, and one for each file or
// document that cannot be read. Verdicts are written as soon as they are known and not kept
// in memory. A terminal shows a line of progress if the run takes longer than a second and
// the output goes elsewhere.
//
// The format json writes one JSON object a line for each verdict, the format yaml the same as
// YAML documents. Empty fields are left out:
//
//	verdict     "accepted", "rejected" or "none"
//	file, line  where the document starts; "-" is standard input
//	item        the object's position in a list: "items[2]"
//	apiVersion, kind, namespace, name
//	            of the object in the file; or its generateName
//	dropped     the unknown fields that were dropped: a list of path, line and column
//	defaulted   the defaults that were filled in: a list of path and value
//	warnings    the warnings of the server: a list of text and, if it is about a
//	            field, line and column
//	refused     why the server rejected the request itself: code (the HTTP
//	            status), reason and message
//	errors      why the object is invalid: a list of field, reason, text, line and
//	            column, where the file has the field or the nearest one around it.
//	            The texts are what kubectl shows after "is invalid:". With path,
//	            if that is not the path in the file: the server holds CRDs in
//	            another form than files; and with hint, if a change is known that
//	            may fix a CRD
//	tolerated   errors that are ignored because they were there before the update
//	decoded     with -v: the object as the server read it, with defaults
//	object      the object that the server keeps, if it is accepted: as it was
//	            validated, if a note says that it is not carried to storage
//	note        a note of this program
//	error       why there is no verdict
//
// # Exit code
//
//	0  all objects, or the built-in ones, are checked and accepted
//	1  at least one object, or CRD, is rejected
//	2  there is no verdict on at least one object, or none at all: a file cannot
//	   be read, a CRD cannot be compiled, an object has no CRD,
//	   no objects, wrong flags
//
// # Examples
//
//	admit
//	admit -crd crd.yaml
//	admit -crd crd.yaml crontab.yaml
//	admit -crd crds/ -validation warn -q manifests/
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

const (
	exitAccepted = iota
	exitRejected
	exitNoVerdict
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	opts, err := parseArgs(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitAccepted
	case err != nil: // package flag has printed it
		return exitNoVerdict
	}
	sum, err := check(context.Background(), opts, stdin, stdout, newProgress(stdout, stderr))
	if err != nil {
		fmt.Fprintln(stderr, "admit:", err)
		return exitNoVerdict
	}
	if opts.demo() {
		sum.rejected = 0 // on purpose
	}
	return sum.exitCode()
}
