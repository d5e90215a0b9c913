// Command apiserver is an API server on k8s.io/apiserver that serves CustomResourceDefinitions. README.md describes
// it.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/pflag"
	"k8s.io/klog/v2"

	"github.com/seed95800270/crdschema/examples/apiserver/internal/server"
)

func main() {
	options := server.NewOptions()
	flags := pflag.NewFlagSet("apiserver", pflag.ExitOnError)
	options.AddFlags(flags)
	aggregated := flags.Bool("aggregated", false, "put kube-aggregator in front, in the same process")
	_ = flags.Parse(os.Args[1:]) // it exits
	klog.LogToStderr(true)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	start := server.Start
	if *aggregated {
		start = server.StartAggregated
	}
	if err := run(ctx, start, options); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

type starter func(context.Context, *server.Options) (*server.Server, error)

func run(ctx context.Context, start starter, options *server.Options) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s, err := start(ctx, options)
	if err != nil {
		stop() // what runs already
		return errors.Join(err, s.Wait())
	}
	fmt.Printf("serving at %s\nkubectl --kubeconfig=%s api-resources\n", s.URL, s.Kubeconfig)
	return s.Wait()
}
