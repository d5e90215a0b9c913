// Package access makes certificates at the start of a server: an authority for the server and its users, one for
// front proxies, and a kubeconfig for an administrator.
package access

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"

	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// Pair is a certificate and its key, in PEM.
type Pair struct{ Cert, Key []byte }

// Authority signs certificates.
type Authority struct {
	PEM  []byte
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// NewAuthority returns a new authority.
func NewAuthority(name string) (*Authority, error) {
	t := template(name)
	t.IsCA, t.BasicConstraintsValid, t.KeyUsage = true, true, x509.KeyUsageCertSign|x509.KeyUsageDigitalSignature
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	der, err := x509.CreateCertificate(rand.Reader, t, t, key.Public(), key)
	if err != nil {
		return nil, err
	}
	cert, err := x509.ParseCertificate(der)
	return &Authority{encode("CERTIFICATE", der), cert, key}, err
}

// Server returns a certificate for a server with these names, at 127.0.0.1.
func (a *Authority) Server(names ...string) (Pair, error) {
	t := template(names[0])
	t.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	t.DNSNames, t.IPAddresses = names, []net.IP{net.IPv4(127, 0, 0, 1)}
	return a.sign(t)
}

// Client returns a certificate for a user with groups.
func (a *Authority) Client(name string, groups ...string) (Pair, error) {
	t := template(name)
	t.ExtKeyUsage, t.Subject.Organization = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}, groups
	return a.sign(t)
}

func (a *Authority) sign(t *x509.Certificate) (Pair, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return Pair{}, err
	}
	der, err := x509.CreateCertificate(rand.Reader, t, a.cert, key.Public(), a.key)
	if err != nil {
		return Pair{}, err
	}
	text, err := x509.MarshalECPrivateKey(key)
	return Pair{encode("CERTIFICATE", der), encode("EC PRIVATE KEY", text)}, err
}

func template(name string) *x509.Certificate {
	serial, _ := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127)) // it never fails
	return &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().AddDate(1, 0, 0), KeyUsage: x509.KeyUsageDigitalSignature,
	}
}

func encode(kind string, der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
}

// Files writes texts to files of a folder with the permissions 0600, and returns their paths.
func Files(dir string, texts map[string][]byte) (paths map[string]string, err error) {
	paths = map[string]string{}
	for name, text := range texts {
		paths[name] = filepath.Join(dir, name)
		if err := os.WriteFile(paths[name], text, 0o600); err != nil {
			return nil, err
		}
	}
	return paths, nil
}

// Kubeconfig writes a kubeconfig for a user of a server.
func Kubeconfig(path, url string, ca []byte, user Pair) error {
	const name = "apiserver"
	config := clientcmdapi.NewConfig()
	config.Clusters[name] = &clientcmdapi.Cluster{Server: url, CertificateAuthorityData: ca}
	config.AuthInfos[name] = &clientcmdapi.AuthInfo{ClientCertificateData: user.Cert, ClientKeyData: user.Key}
	config.Contexts[name] = &clientcmdapi.Context{Cluster: name, AuthInfo: name, Namespace: "default"}
	config.CurrentContext = name
	return clientcmd.WriteToFile(*config, path)
}
