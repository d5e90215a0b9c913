package conditions

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"math/big"
)

// certificate is a bundle with one certificate. trailing has one after other
// text.
var certificate, trailing = func() (string, string) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		panic(err)
	}
	good := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	bad := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der[:20]})
	return base64.StdEncoding.EncodeToString(good), base64.StdEncoding.EncodeToString(append(bad, good...))
}()
