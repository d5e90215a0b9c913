package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/seed95800270/crdschema/crdserver"
)

// runAPIServer runs a crdserver with the flags of kube-apiserver until ctx ends.
func runAPIServer(ctx context.Context, args []string, out, diagnostics io.Writer) error {
	flags := newFlags("kube-apiserver", out)
	address := flags.String("bind-address", "127.0.0.1", "the address to listen on")
	port := flags.String("secure-port", "6443", "the port to listen on")
	dir := flags.String("cert-dir", "", "the folder of apiserver.crt and apiserver.key, unless --tls-cert-file names others")
	cert := flags.String("tls-cert-file", "", "the certificate of the server, in PEM")
	key := flags.String("tls-private-key-file", "", "the key of that certificate, in PEM")
	clients := flags.String("client-ca-file", "", "the authorities of client certificates, in PEM: their clients may do everything")
	if err := parse(flags, args, diagnostics); err != nil {
		return err
	}
	if *cert == "" && *key == "" && *dir != "" {
		*cert, *key = filepath.Join(*dir, "apiserver.crt"), filepath.Join(*dir, "apiserver.key")
	}
	opts := []crdserver.Option{crdserver.WithAddress(net.JoinHostPort(*address, *port))}
	if *cert != "" || *key != "" {
		texts, err := read(*cert, *key)
		if err != nil {
			return err
		}
		opts = append(opts, crdserver.WithServingCertificate(texts[0], texts[1]))
	}
	if *clients != "" {
		texts, err := read(*clients)
		if err != nil {
			return err
		}
		opts = append(opts, crdserver.WithClientCAs(texts[0]))
	}
	server, err := crdserver.Start(ctx, opts...)
	if err != nil {
		return err
	}
	fmt.Fprintf(diagnostics, "crdserver at %s: the values of built-in kinds are not validated; users may do everything\n", server.URL)
	<-ctx.Done()
	return server.Close()
}

func read(files ...string) (texts [][]byte, err error) {
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// newFlags returns flags among which unknown ones are allowed. Help is printed on out.
func newFlags(name string, out io.Writer) *pflag.FlagSet {
	flags := pflag.NewFlagSet(name, pflag.ContinueOnError)
	flags.ParseErrorsWhitelist.UnknownFlags = true
	flags.SetOutput(out)
	return flags
}

// parse parses the flags, and names those without an effect.
func parse(flags *pflag.FlagSet, args []string, diagnostics io.Writer) error {
	var ignored []string
	for _, arg := range args {
		name, _, _ := strings.Cut(arg, "=")
		if flag := strings.TrimPrefix(name, "--"); flag != name && flag != "help" && flags.Lookup(flag) == nil {
			ignored = append(ignored, name)
		}
	}
	if len(ignored) > 0 {
		fmt.Fprintf(diagnostics, "flags without an effect: %s\n", strings.Join(ignored, " "))
	}
	err := flags.Parse(args)
	if errors.Is(err, pflag.ErrHelp) {
		return errHelp
	}
	return err
}
