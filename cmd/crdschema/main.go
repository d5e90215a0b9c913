// Crdschema says what a Kubernetes API server would do with custom resources and their
// CustomResourceDefinitions, without a server: for CI and the terminal.
//
//	go install github.com/seed95800270/crdschema/cmd/crdschema@latest
//	crdschema help
//
// docs/CI.md is its page. As kubectl-crdschema in the PATH, it is the command `kubectl crdschema`.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"

	"github.com/seed95800270/crdschema/cmd/crdschema/internal/command"
)

// gcPercent lets the garbage collector run less often: most of the memory is for one document and soon
// free again.
const gcPercent = 400

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	ignoreClosedPipes()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt ends a program that waits for its input
	os.Exit(command.Run(ctx, os.Args, command.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
