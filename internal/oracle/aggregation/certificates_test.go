package aggregation

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/client-go/util/cert"
	"k8s.io/client-go/util/keyutil"
)

// authority signs certificates of front proxies.
type authority struct {
	cert *x509.Certificate
	key  crypto.Signer
}

func newAuthority(t *testing.T) *authority {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	own, err := cert.NewSelfSignedCACert(cert.Config{CommonName: "front-proxies"}, key)
	require.NoError(t, err)
	return &authority{own, key}
}

// file writes the certificate of the authority and returns its path.
func (a *authority) file(t *testing.T, dir string) string {
	path := filepath.Join(dir, "proxies.crt")
	require.NoError(t, os.WriteFile(path, encoded(a.cert.Raw), 0o600))
	return path
}

// client writes a certificate for a name, NAME.crt, and its key, NAME.key.
func (a *authority) client(t *testing.T, dir, name string) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name}, NotBefore: a.cert.NotBefore, NotAfter: a.cert.NotAfter,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.cert, key.Public(), a.key)
	require.NoError(t, err)
	text, err := keyutil.MarshalPrivateKeyToPEM(key)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, name+".crt"), encoded(der), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, name+".key"), text, 0o600))
}

func encoded(der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: cert.CertificateBlockType, Bytes: der})
}
