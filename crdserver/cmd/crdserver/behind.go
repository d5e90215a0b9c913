package main

import (
	"flag"
	"os"
	"strings"

	"github.com/seed95800270/crdschema/crdserver"
)

// behindFlags are the flags of a server behind another one. They have the names of kube-apiserver.
type behindFlags struct{ cert, key, proxies, names string }

func addBehindFlags(flags *flag.FlagSet) *behindFlags {
	b := &behindFlags{}
	flags.StringVar(&b.cert, "tls-cert-file", "", "the certificate of the server, in PEM, for 127.0.0.1 and the names of its service")
	flags.StringVar(&b.key, "tls-private-key-file", "", "the key of that certificate, in PEM")
	flags.StringVar(&b.proxies, "requestheader-client-ca-file", "", "the authorities of front proxies, in PEM: they name users in headers")
	flags.StringVar(&b.names, "requestheader-allowed-names", "", "the common names of front proxies, separated by commas; any if empty")
	return b
}

// options returns the options of the flags.
func (b *behindFlags) options() (opts []crdserver.Option, err error) {
	if b.cert != "" || b.key != "" {
		cert, err := os.ReadFile(b.cert)
		if err != nil {
			return nil, err
		}
		key, err := os.ReadFile(b.key)
		if err != nil {
			return nil, err
		}
		opts = append(opts, crdserver.WithServingCertificate(cert, key))
	}
	if b.proxies != "" {
		cas, err := os.ReadFile(b.proxies)
		if err != nil {
			return nil, err
		}
		names := strings.FieldsFunc(b.names, func(r rune) bool { return r == ',' })
		opts = append(opts, crdserver.WithFrontProxy(cas, names...))
	}
	return opts, nil
}
