// Crdserver runs a Kubernetes API server for tests until it is interrupted. It prints a kubeconfig:
//
//	crdserver -crd DIR >kubeconfig &
//	KUBECONFIG=kubeconfig kubectl api-resources
//
// DIR is a file or a folder: the CRDs in its .yaml, .yml and .json files are created. Other objects in these
// files are ignored, and named on standard error. The flag may be repeated.
//
// -data FILE keeps the objects between runs, also if the program is killed. The file is created if it does not
// exist.
//
// -faults FILE makes requests go wrong. The file is a list of faults in YAML: the fields of crdserver.Fault,
// with lower case:
//
//   - {verbs: [update, patch], resources: [lamps.example.com/status], rate: 0.2, code: 409}
//   - {verbs: [watch], delay: 10s, disconnect: before-answer}
//
// The flags of kube-apiserver -tls-cert-file, -tls-private-key-file, -requestheader-client-ca-file and
// -requestheader-allowed-names put the server behind another one: README.md.
//
// -seed makes other choices. -trace FILE writes each request with its answer, as a line of JSON. Bodies that
// are not UTF-8 are in base64.
package main

import (
	"context"
	"errors"
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
	data := flags.String("data", "", "the file that keeps the objects between runs")
	faults := flags.String("faults", "", "a YAML file with faults")
	seed := flags.Uint64("seed", 0, "the seed for faults with a rate")
	behind := addBehindFlags(flags)
	trace := flags.String("trace", "", "the file for requests and answers, a line of JSON each")
	if err := flags.Parse(args); err != nil {
		return err
	}
	crds, err := readCRDs(ctx, paths, diagnostics)
	if err != nil {
		return err
	}
	list, err := readFaults(*faults)
	if err != nil {
		return err
	}
	more, err := behind.options()
	if err != nil {
		return err
	}
	log, err := openTrace(*trace)
	if err != nil {
		return err
	}
	opts := append(more, crdserver.WithAddress(*address), crdserver.WithData(*data), crdserver.WithCRDObjects(crds...), crdserver.WithFaults(*seed, list...))
	if log.file != nil {
		opts = append(opts, crdserver.WithTrace(log.write))
	}
	server, err := crdserver.Start(ctx, opts...)
	if err != nil {
		return errors.Join(err, log.close())
	}
	if _, err := out.Write(server.Kubeconfig); err != nil {
		return errors.Join(err, server.Close(), log.close())
	}
	fmt.Fprintf(diagnostics, "%d CRDs at %s; the values of built-in kinds are not validated\n", len(crds), server.URL)
	<-ctx.Done()
	return errors.Join(server.Close(), log.close())
}
