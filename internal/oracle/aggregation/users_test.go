package aggregation

import (
	"crypto/tls"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// testUsers checks who users are behind kube-apiserver, what they may do, and that nobody else can name them.
func testUsers(t *testing.T, c *cluster, s *server) {
	testRights(t, c)
	lines, err := os.ReadFile("audit.log")
	require.NoError(t, err)
	assert.Regexp(t, `"verb":"create","user":\{"username":"jane","uid":"7","groups":\["lighters","system:authenticated"\].*"name":"janes"`, string(lines))
	other := newAuthority(t)
	require.NoError(t, os.Mkdir(filepath.Join(c.dir, "other"), 0o700))
	other.client(t, filepath.Join(c.dir, "other"), "front-proxy-client")
	token, err := c.shell(t, c.dir, "kubectl -n lamps create token apiserver")
	require.NoError(t, err, token)
	checkRequests(t, c, s, []request{
		{"a certificate of another authority", "other/front-proxy-client", "jane", "", http.MethodGet, http.StatusUnauthorized},
		{"a user with a right", "front-proxy-client", "jane", "", http.MethodGet, http.StatusOK},
		{"the user lacks another right", "front-proxy-client", "jane", "", http.MethodDelete, http.StatusForbidden},
		{"a user without rights", "front-proxy-client", "joe", "", http.MethodGet, http.StatusForbidden},
		{"a token of a service account without rights", "", "", strings.TrimSpace(token), http.MethodGet, http.StatusForbidden},
	})
}

// testCrdserverUsers checks the same of crdserver, where every user may do everything.
func testCrdserverUsers(t *testing.T, c *cluster, s *server) {
	testRights(t, c)
	checkRequests(t, c, s, []request{{"a user", "front-proxy-client", "joe", "", http.MethodGet, http.StatusOK}})
}

// testRights gives a user rights in kube-apiserver.
func testRights(t *testing.T, c *cluster) {
	const jane = "--as=jane --as-group=lighters --as-uid=7 "
	output, err := c.shell(t, c.dir, "kubectl get lamps "+jane)
	require.Error(t, err)
	assert.Contains(t, output, `lamps.example.com is forbidden: User "jane" cannot list resource "lamps" in API group "example.com" in the namespace "default"`)
	output, err = c.shell(t, c.dir, "kubectl create clusterrole lamps --verb=get,list,create --resource=lamps.example.com; kubectl create rolebinding lamps --clusterrole=lamps --user=jane")
	require.NoError(t, err, output)
	require.Eventually(t, func() bool {
		output, err = c.shell(t, c.dir, "kubectl create "+jane+"-f - <<END\n{apiVersion: example.com/v1, kind: Lamp, metadata: {name: janes}, spec: {color: red}}\nEND\n")
		return err == nil
	}, patience, 100*time.Millisecond, output)
}

// checkRequests sends requests to the server itself, and those that every server refuses.
func checkRequests(t *testing.T, c *cluster, s *server, requests []request) {
	c.proxies.client(t, c.dir, "stranger")
	for _, r := range append(requests, []request{
		{"no certificate", "", "jane", "", http.MethodGet, http.StatusUnauthorized},
		{"a certificate of another name", "stranger", "jane", "", http.MethodGet, http.StatusUnauthorized},
		{"the front proxy names nobody", "front-proxy-client", "", "", http.MethodGet, http.StatusUnauthorized},
		{"a wrong token", "", "", "wrong", http.MethodGet, http.StatusUnauthorized},
	}...) {
		assert.Equal(t, r.code, r.send(t, c.dir, s.port), r.name)
	}
}

// request is one that is sent to the server behind the cluster itself.
type request struct {
	name        string
	certificate string
	user, token string
	method      string
	code        int
}

// send sends the request and returns the code of the answer.
func (r request) send(t *testing.T, dir, port string) int {
	config := &tls.Config{MinVersion: tls.VersionTLS12, InsecureSkipVerify: true}
	if r.certificate != "" {
		pair, err := tls.LoadX509KeyPair(filepath.Join(dir, r.certificate+".crt"), filepath.Join(dir, r.certificate+".key"))
		require.NoError(t, err)
		config.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return &pair, nil } // also if the server names other authorities
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: config}}
	defer client.CloseIdleConnections()
	sent, err := http.NewRequestWithContext(t.Context(), r.method, "https://127.0.0.1:"+port+"/apis/example.com/v1/namespaces/default/lamps", nil)
	require.NoError(t, err)
	for name, value := range map[string]string{"X-Remote-User": r.user, "Authorization": strings.TrimSuffix("Bearer "+r.token, "Bearer ")} {
		if value != "" {
			sent.Header.Set(name, value)
		}
	}
	answer, err := client.Do(sent)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	return answer.StatusCode
}
