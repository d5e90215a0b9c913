// Package access makes the credentials of a server and of its user, and says who a client is: by the
// certificate, or by the bearer token.
package access

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/seed95800270/crdschema/crdserver/internal/user"
)

// Credentials are the certificates and keys of a server, in PEM.
type Credentials struct {
	CA, ClientCert, ClientKey []byte
	Token                     string

	server  tls.Certificate
	users   *x509.CertPool
	proxies Proxies
	clients *x509.CertPool // users and front proxies
}

// Serving are certificates of the caller, in PEM. Each may be empty.
type Serving struct {
	// Cert and Key are the certificate of the server and its key.
	Cert, Key []byte
	// ClientCAs are authorities of clients.
	ClientCAs []byte
	// Proxies are front proxies.
	Proxies Proxies
}

// New returns credentials for the host of a server. They are valid for ten years, apart from the given
// ones.
func New(host string, given Serving) (*Credentials, error) {
	ca, err := newAuthority()
	if err != nil {
		return nil, err
	}
	c := &Credentials{CA: encode("CERTIFICATE", ca.cert.Raw), users: x509.NewCertPool(), proxies: given.Proxies, Token: newToken()}
	if err := c.trust(ca, given); err != nil {
		return nil, err
	}
	if len(given.Cert) > 0 || len(given.Key) > 0 {
		c.CA = given.Cert
	} else if given.Cert, given.Key, err = ca.sign(serverTemplate(host)); err != nil {
		return nil, err
	}
	if c.server, err = tls.X509KeyPair(given.Cert, given.Key); err != nil {
		return nil, err
	}
	client := template(admin, x509.ExtKeyUsageClientAuth)
	client.Subject.Organization = []string{masters}
	c.ClientCert, c.ClientKey, err = ca.sign(client)
	return c, err
}

// trust sets the authorities of clients.
func (c *Credentials) trust(own *authority, given Serving) error {
	c.users.AddCert(own.cert)
	if len(given.ClientCAs) > 0 && !c.users.AppendCertsFromPEM(given.ClientCAs) {
		return errors.New("the authorities of clients are not certificates in PEM")
	}
	c.clients = c.users
	if len(given.Proxies.CAs) == 0 {
		return nil
	}
	c.clients, c.proxies.pool = c.users.Clone(), x509.NewCertPool()
	if !c.proxies.pool.AppendCertsFromPEM(given.Proxies.CAs) {
		return errors.New("the authorities of front proxies are not certificates in PEM")
	}
	c.clients.AppendCertsFromPEM(given.Proxies.CAs)
	return nil
}

func serverTemplate(host string) *x509.Certificate {
	server := template("crdserver", x509.ExtKeyUsageServerAuth)
	server.DNSNames = []string{"localhost", "kubernetes.default.svc"}
	if ip := net.ParseIP(host); ip != nil {
		server.IPAddresses = []net.IP{ip}
	} else {
		server.DNSNames = append(server.DNSNames, host)
	}
	return server
}

// TLS returns the configuration of the server's connections. A client may do without a certificate.
func (c *Credentials) TLS() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{c.server},
		ClientAuth: tls.VerifyClientCertIfGiven, ClientCAs: c.clients, NextProtos: []string{"h2", "http/1.1"},
	}
}

// User returns the user who sends a request, and whether there is one: a front proxy names the user, the name and the
// organizations of the certificate are the name and the groups, or the server's user has sent the token.
//
// Rule: k8s.io/apiserver/pkg/authentication/request/x509, CommonNameUserConversion.
func (c *Credentials) User(r *http.Request) (user.Info, bool) {
	if u, found := c.proxies.user(r); found {
		return u, true
	}
	if r.TLS != nil && len(r.TLS.VerifiedChains) > 0 && (c.proxies.pool == nil || signedBy(r, c.users)) {
		if cert := r.TLS.VerifiedChains[0][0]; cert.Subject.CommonName != "" {
			id := fmt.Sprintf("X509SHA256=%x", sha256.Sum256(cert.Raw))
			u := user.Info{Name: cert.Subject.CommonName, Groups: cert.Subject.Organization, Extra: map[string][]string{credentialID: {id}}}
			return u.InGroup(user.Authenticated), true
		}
	}
	token, found := Bearer(r.Header)
	if !found || subtle.ConstantTimeCompare([]byte(token), []byte(c.Token)) != 1 {
		return user.Info{}, false
	}
	return user.Info{Name: admin, Groups: []string{masters, user.Authenticated}}, true
}

// Bearer returns the bearer token of a request.
//
// Rule: k8s.io/apiserver/pkg/authentication/request/bearertoken, Authenticator.AuthenticateRequest.
func Bearer(h http.Header) (string, bool) {
	scheme, token, _ := strings.Cut(strings.TrimSpace(h.Get("Authorization")), " ")
	token, _, _ = strings.Cut(token, " ")
	return token, strings.EqualFold(scheme, "bearer") && token != ""
}

// The user of a new server, and the key under which certificates are named.
const (
	admin        = "admin"
	masters      = "system:masters"
	credentialID = "authentication.kubernetes.io/credential-id"
)

func newToken() string {
	token := make([]byte, 24)
	_, _ = rand.Read(token) // it never fails
	return hex.EncodeToString(token)
}

type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority() (*authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	t := template("crdserver-ca")
	t.IsCA, t.BasicConstraintsValid, t.KeyUsage = true, true, x509.KeyUsageCertSign|x509.KeyUsageDigitalSignature
	der, err := x509.CreateCertificate(rand.Reader, t, t, key.Public(), key)
	if err != nil {
		return nil, err
	}
	cert, err := x509.ParseCertificate(der)
	return &authority{cert, key}, err
}

// sign returns a new certificate and its key.
func (a *authority) sign(t *x509.Certificate) (cert, key []byte, err error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	der, err := x509.CreateCertificate(rand.Reader, t, a.cert, private.Public(), a.key)
	if err != nil {
		return nil, nil, err
	}
	text, err := x509.MarshalECPrivateKey(private)
	return encode("CERTIFICATE", der), encode("EC PRIVATE KEY", text), err
}

func template(name string, usage ...x509.ExtKeyUsage) *x509.Certificate {
	serial, _ := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127)) // it never fails
	return &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().AddDate(10, 0, 0), KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: usage,
	}
}

func encode(kind string, der []byte) []byte {
	var b bytes.Buffer
	_ = pem.Encode(&b, &pem.Block{Type: kind, Bytes: der}) // a buffer takes everything
	return b.Bytes()
}
