// Crdserver runs a Kubernetes API server for tests until it is interrupted. It prints a kubeconfig:
//
//	crdserver -crd DIR >kubeconfig &
//	KUBECONFIG=kubeconfig kubectl api-resources
//
// DIR is a file or a folder: the CRDs in its .yaml, .yml and .json files are created. Other objects in these
// files are ignored, and named on standard error. The flag may be repeated.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/seed95800270/crdschema/crdserver"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run starts a server, prints its kubeconfig, and waits for the end of ctx.
func run(ctx context.Context, args []string, out, diagnostics io.Writer) error {
	flags := flag.NewFlagSet("crdserver", flag.ContinueOnError)
	flags.SetOutput(diagnostics)
	var paths []string
	flags.Func("crd", "a file or folder with CRDs (may be repeated)", func(path string) error {
		paths = append(paths, path)
		return nil
	})
	address := flags.String("address", "127.0.0.1:0", "the address to listen on")
	if err := flags.Parse(args); err != nil {
		return err
	}
	crds, err := readCRDs(ctx, paths, diagnostics)
	if err != nil {
		return err
	}
	server, err := crdserver.Start(ctx, crdserver.WithAddress(*address), crdserver.WithCRDObjects(crds...))
	if err != nil {
		return err
	}
	if _, err := out.Write(server.Kubeconfig); err != nil {
		return err
	}
	fmt.Fprintf(diagnostics, "%d CRDs at %s; the values of built-in kinds are not validated\n", len(crds), server.URL)
	<-ctx.Done()
	return server.Close()
}
