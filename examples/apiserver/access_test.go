package main

import (
	"crypto/tls"
	"crypto/x509"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/examples/apiserver/internal/access"
	"github.com/seed95800270/crdschema/examples/apiserver/internal/server"
)

const auditPolicy = `{"apiVersion": "audit.k8s.io/v1", "kind": "Policy", "rules": [{"level": "Metadata"}]}`

// TestFrontProxy names users in headers, with and without the certificate of a front proxy.
func TestFrontProxy(t *testing.T) {
	dir := t.TempDir()
	policy, audit := filepath.Join(dir, "policy.json"), filepath.Join(dir, "audit.log")
	require.NoError(t, os.WriteFile(policy, []byte(auditPolicy), 0o600))
	proxies, err := access.NewAuthority("proxies")
	require.NoError(t, err)
	proxy, err := proxies.Client("front-proxy")
	require.NoError(t, err)
	stranger, err := proxies.Client("stranger")
	require.NoError(t, err)
	paths, err := access.Files(dir, map[string][]byte{"proxies.crt": proxies.PEM})
	require.NoError(t, err)
	s := start(t, func(o *server.Options) {
		o.Authentication.RequestHeader.ClientCAFile = paths["proxies.crt"]
		o.Authentication.RequestHeader.AllowedNames = []string{"front-proxy"}
		o.Audit.PolicyFile, o.Audit.LogOptions.Path = policy, audit
	})
	user, err := s.Authority.Client("jane", "system:masters")
	require.NoError(t, err)
	for _, c := range []struct {
		name  string
		cert  access.Pair
		user  string
		group string
		path  string
		code  int
	}{
		{"headers without a certificate are forged", access.Pair{}, "joe", "system:masters", "/apis", http.StatusUnauthorized},
		{"health is open", access.Pair{}, "", "", "/readyz", http.StatusOK},
		{"the proxy names a user without rights", proxy, "joe", "", "/apis", http.StatusForbidden},
		{"and one of the group of administrators", proxy, "joe", "system:masters", "/apis", http.StatusOK},
		{"a proxy with another name", stranger, "joe", "system:masters", "/apis", http.StatusUnauthorized},
		{"the proxy names nobody", proxy, "", "", "/apis", http.StatusUnauthorized},
		{"a user with a certificate", user, "", "", "/apis", http.StatusOK},
		{"headers of a user do not count", user, "joe", "", "/apis", http.StatusOK},
	} {
		code, body := ask(t, s, c.cert, c.path, map[string]string{"X-Remote-User": c.user, "X-Remote-Group": c.group})
		assert.Equal(t, c.code, code, "%s: %s", c.name, body)
	}
	lines, err := os.ReadFile(audit)
	require.NoError(t, err)
	assert.Contains(t, string(lines), `"user":{"username":"joe","groups":["system:masters","system:authenticated"]}`)
	assert.Contains(t, string(lines), `"user":{"username":"jane","groups":["system:masters","system:authenticated"]`)
}

// ask sends one request with a certificate, unless it is empty.
func ask(t *testing.T, s *server.Server, cert access.Pair, path string, headers map[string]string) (int, string) {
	t.Helper()
	config := &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: x509.NewCertPool()}
	require.True(t, config.RootCAs.AppendCertsFromPEM(s.Authority.PEM))
	if cert.Cert != nil {
		pair, err := tls.X509KeyPair(cert.Cert, cert.Key)
		require.NoError(t, err)
		config.Certificates = []tls.Certificate{pair}
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: config}}
	defer client.CloseIdleConnections()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path, nil)
	require.NoError(t, err)
	for name, value := range headers {
		if value != "" {
			r.Header.Set(name, value)
		}
	}
	response, err := client.Do(r)
	require.NoError(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, string(text)
}

func tlsConfig(t *testing.T, pair access.Pair) *tls.Config {
	t.Helper()
	cert, err := tls.X509KeyPair(pair.Cert, pair.Key)
	require.NoError(t, err)
	return &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{cert}}
}
