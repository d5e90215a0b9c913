package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/pflag"
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

// TestGivenAuthorities gives an aggregated server authorities of users and front proxies. Those of the server stay
// valid: its kubeconfig and its aggregator need them.
func TestGivenAuthorities(t *testing.T) {
	users, err := access.NewAuthority("users")
	require.NoError(t, err)
	proxies, err := access.NewAuthority("proxies")
	require.NoError(t, err)
	user, err := users.Client("jane", "system:masters")
	require.NoError(t, err)
	proxy, err := proxies.Client("their-proxy")
	require.NoError(t, err)
	stranger, err := proxies.Client("stranger")
	require.NoError(t, err)
	options := server.NewOptions()
	options.Dir, options.CRDs = t.TempDir(), "testdata/crds"
	paths, err := access.Files(t.TempDir(), map[string][]byte{"users.crt": users.PEM, "proxies.crt": proxies.PEM})
	require.NoError(t, err)
	options.Authentication.ClientCert.ClientCA = paths["users.crt"]
	options.Authentication.RequestHeader.ClientCAFile = paths["proxies.crt"]
	options.Authentication.RequestHeader.AllowedNames = []string{"their-proxy"}
	ctx, stop := context.WithCancel(context.Background())
	s, err := server.StartAggregated(ctx, options) // it returns when the aggregator reaches the server
	t.Cleanup(func() {
		stop()
		require.NoError(t, s.Wait())
	})
	require.NoError(t, err)
	own, err := s.Authority.Client("john", "system:masters")
	require.NoError(t, err)
	joe := map[string]string{"X-Remote-User": "joe", "X-Remote-Group": "system:masters"}
	for _, c := range []struct {
		name    string
		cert    access.Pair
		headers map[string]string
		code    int
	}{
		{"a user of the given authority", user, nil, http.StatusOK},
		{"a user of the server's authority", own, nil, http.StatusOK},
		{"a given front proxy", proxy, joe, http.StatusOK},
		{"another name", stranger, joe, http.StatusUnauthorized},
	} {
		code, body := ask(t, s, c.cert, "/apis/example.com/v1/lamps", c.headers)
		assert.Equal(t, c.code, code, "%s: %s", c.name, body)
	}
}

// TestFlags parses flags. Those without an effect are refused.
func TestFlags(t *testing.T) {
	flags := pflag.NewFlagSet("apiserver", pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	options := server.NewOptions()
	options.AddFlags(flags)
	require.NoError(t, flags.Parse([]string{"--etcd-prefix=/other", "--client-ca-file=x", "--audit-log-path=-", "--kubeconfig=y"}))
	assert.Equal(t, "y", options.Core.CoreAPIKubeconfigPath)
	for _, name := range []string{"storage-media-type", "etcd-servers-overrides", "cert-dir", "permit-port-sharing", "authentication-skip-lookup"} {
		assert.ErrorContains(t, flags.Parse([]string{"--" + name + "=x"}), "unknown flag", name)
	}
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
