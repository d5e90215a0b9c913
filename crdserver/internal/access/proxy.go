package access

import (
	"crypto/x509"
	"net/http"
	"slices"

	"github.com/seed95800270/crdschema/crdserver/internal/user"
)

// Proxies are the front proxies that may name users in headers.
type Proxies struct {
	// CAs are authorities of their certificates, in PEM. Without any, there are no front proxies.
	CAs []byte
	// Names are the common names of their certificates. If there are none, any name is.
	Names []string

	pool *x509.CertPool
}

// user returns the user that a front proxy names, and whether a front proxy names one.
func (p *Proxies) user(r *http.Request) (user.Info, bool) {
	if p.pool == nil || !signedBy(r, p.pool) {
		return user.Info{}, false
	}
	if name := r.TLS.PeerCertificates[0].Subject.CommonName; len(p.Names) > 0 && !slices.Contains(p.Names, name) {
		return user.Info{}, false
	}
	return user.Proxied(r.Header)
}

// signedBy reports whether the certificate of a client is one of the authorities in a pool.
func signedBy(r *http.Request, pool *x509.CertPool) bool {
	if r.TLS == nil || len(r.TLS.PeerCertificates) == 0 {
		return false
	}
	certs, between := r.TLS.PeerCertificates, x509.NewCertPool()
	for _, cert := range certs[1:] {
		between.AddCert(cert)
	}
	_, err := certs[0].Verify(x509.VerifyOptions{Roots: pool, Intermediates: between, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}})
	return err == nil
}
