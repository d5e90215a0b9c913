package webhook_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/webhook"
)

type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(t *testing.T) authority {
	a := authority{}
	a.cert, a.key = a.sign(t, &x509.Certificate{IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign})
	return a
}

// sign returns a certificate signed by the authority, or by itself before the authority
// has a certificate.
func (a authority) sign(t *testing.T, template *x509.Certificate) (*x509.Certificate, *ecdsa.PrivateKey) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template.SerialNumber = big.NewInt(time.Now().UnixNano())
	template.Subject = pkix.Name{CommonName: "webhook test"}
	if template.NotAfter.IsZero() {
		template.NotAfter = time.Now().Add(time.Hour)
	}
	parent, signer := a.cert, a.key
	if parent == nil {
		parent, signer = template, key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, signer)
	require.NoError(t, err)
	cert, err := x509.ParseCertificate(der)
	require.NoError(t, err)
	return cert, key
}

func (a authority) bundle() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.cert.Raw})
}

// serve runs a webhook with a certificate of the authority, by default for 127.0.0.1
// and the service hook.default.
func (a authority) serve(t *testing.T, handler http.Handler, template *x509.Certificate) *httptest.Server {
	if template.DNSNames == nil {
		template.DNSNames, template.IPAddresses = []string{"hook.default.svc"}, []net.IP{net.IPv4(127, 0, 0, 1)}
	}
	cert, key := a.sign(t, template)
	server := httptest.NewUnstartedServer(handler)
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{cert.Raw}, PrivateKey: key}}}
	server.StartTLS()
	t.Cleanup(server.Close)
	return server
}

func (a authority) client(t *testing.T, url string, opts ...webhook.Option) *webhook.Client {
	client, err := webhook.New(webhook.Config{URL: url, CABundle: a.bundle(), ReviewVersions: []string{"v1"}}, opts...)
	require.NoError(t, err)
	t.Cleanup(client.Close)
	return client
}

const older, newer = "example.com/v1beta1", "example.com/v1"

func thing(apiVersion, name string) map[string]any {
	return map[string]any{"apiVersion": apiVersion, "kind": "Thing", "metadata": map[string]any{"name": name}, "spec": map[string]any{"a": "b"}}
}

func things(apiVersion string, n int) []map[string]any {
	out := make([]map[string]any, n)
	for i := range out {
		out[i] = thing(apiVersion, "thing")
	}
	return out
}

var echo = webhook.Handler(conversion.None{})
