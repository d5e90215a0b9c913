package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"
)

// errHelp ends a program without an error.
var errHelp = flag.ErrHelp

// runEtcd answers that etcd is healthy until ctx ends.
func runEtcd(ctx context.Context, args []string, out, diagnostics io.Writer) error {
	flags := newFlags("etcd", out)
	listen := flags.StringSlice("listen-client-urls", []string{"http://127.0.0.1:2379"}, "the URLs to answer at")
	if err := parse(flags, args, diagnostics); err != nil {
		return err
	}
	server := &http.Server{Handler: http.HandlerFunc(serveHealth), ReadHeaderTimeout: 10 * time.Second}
	defer server.Close()
	ended := make(chan error, len(*listen))
	for _, text := range *listen {
		listener, err := listenAt(ctx, text)
		if err != nil {
			return err
		}
		go func() { ended <- server.Serve(listener) }() // ends with Close
	}
	select {
	case <-ctx.Done():
		return nil
	case err := <-ended:
		return err
	}
}

func listenAt(ctx context.Context, text string) (net.Listener, error) {
	at, err := url.Parse(text)
	if err != nil {
		return nil, err
	}
	if at.Scheme != "http" {
		return nil, fmt.Errorf("etcd: %s: only http is served", text)
	}
	return (&net.ListenConfig{}).Listen(ctx, "tcp", at.Host)
}

func serveHealth(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/health" || r.URL.Path == "/readyz" || r.URL.Path == "/livez" {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"health":"true","reason":""}`) // a client that has gone away
		return
	}
	http.Error(w, "this is not etcd: kube-apiserver keeps the objects itself", http.StatusNotImplemented)
}
