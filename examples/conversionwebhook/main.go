// Conversionwebhook is the conversion webhook of the Kubernetes documentation: CronTabs
// have a hostPort in v1beta1, and a host and a port in v1.
//
//	conversionwebhook [-listen 127.0.0.1:0] [-url https://HOST:PORT] [-declared]
//
// It creates a certificate, listens with it, and prints the CRD of CronTabs with this
// webhook, to be applied with kubectl:
//
//	conversionwebhook -listen :9443 -url https://192.0.2.1:9443 | kubectl apply -f -
//
// code.go has the conversion as functions; declared.go has it as data, for -declared.
// Both return the same objects.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/webhook"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("conversionwebhook", flag.ContinueOnError)
	listen := flags.String("listen", "127.0.0.1:0", "`address` to listen on")
	public := flags.String("url", "", "`URL` under which the server finds this; the address if it is not given")
	declared := flags.Bool("declared", false, "convert as declared, not with the functions")
	if err := flags.Parse(args); err != nil {
		return err
	}
	converter, err := codeConverter()
	if *declared {
		converter, err = declaredConverter(ctx)
	}
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		return err
	}
	defer listener.Close()
	if *public == "" {
		*public = "https://" + listener.Addr().String()
	}
	return serve(ctx, listener, *public, converter, out)
}

func serve(ctx context.Context, listener net.Listener, public string, c conversion.Converter, out io.Writer) error {
	at, err := url.Parse(public)
	if err != nil {
		return err
	}
	cert, bundle, err := newCertificate(at.Hostname(), time.Now())
	if err != nil {
		return err
	}
	text, err := definition(at.JoinPath("crdconvert").String(), bundle)
	if err != nil {
		return err
	}
	if _, err := out.Write(text); err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("/crdconvert", webhook.Handler(c))
	server := &http.Server{Handler: mux, TLSConfig: cert, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second}
	stopped := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stopped()
	if err := server.ServeTLS(listener, "", ""); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
