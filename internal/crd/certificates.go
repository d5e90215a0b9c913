package crd

import (
	"crypto/x509"
	"encoding/pem"
)

// WrongCertificates returns why the server cannot use a bundle, or "".
//
// Rule: k8s.io/client-go/transport, TLSConfigFor.
func WrongCertificates(bundle []byte) string {
	if x509.NewCertPool().AppendCertsFromPEM(bundle) {
		return ""
	}
	const failed = "unable to load root certificates: "
	for rest := bundle; len(rest) > 0; {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			return failed + "unable to parse bytes as PEM block"
		}
		if block.Type != "CERTIFICATE" || len(block.Headers) != 0 {
			continue
		}
		if _, err := x509.ParseCertificate(block.Bytes); err != nil {
			return failed + "failed to parse certificate: " + err.Error()
		}
	}
	return failed + "no valid certificate authority data seen"
}
