package crdserver_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/crdserver"
)

// TestFrontProxy names users in headers, with the certificate of a front proxy and with others. The front proxy is
// the user of another server.
func TestFrontProxy(t *testing.T) {
	proxy := start(t, "lamps.yaml")
	trusting := start(t, "lamps.yaml", crdserver.WithFrontProxy(proxy.CA, "admin"))
	strict := start(t, "lamps.yaml", crdserver.WithFrontProxy(proxy.CA, "front-proxy"))
	anyName := start(t, "lamps.yaml", crdserver.WithFrontProxy(proxy.CA))
	for _, c := range []struct {
		name         string
		server, from *crdserver.Server // from has the certificate
		user         string
		code         int
		found        string
	}{
		{"a front proxy", trusting, proxy, "jane", http.StatusCreated, `"groups":["dev","system:authenticated"],"username":"jane"`},
		{"a front proxy of any name", anyName, proxy, "jane", http.StatusCreated, `"username":"jane"`},
		{"another name", strict, proxy, "jane", http.StatusUnauthorized, "Unauthorized"},
		{"nobody is named", trusting, proxy, "", http.StatusUnauthorized, "Unauthorized"},
		{"headers of a user do not count", trusting, trusting, "jane", http.StatusCreated, `"username":"admin"`},
		{"no certificate", trusting, nil, "jane", http.StatusUnauthorized, "Unauthorized"},
		{"a server without front proxies", proxy, proxy, "jane", http.StatusCreated, `"username":"admin"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, body := reviewSelf(t, c.server, c.from, c.user)
			assert.Equal(t, c.code, code, body)
			assert.Contains(t, body, c.found)
		})
	}
	_, err := crdserver.Start(t.Context(), crdserver.WithFrontProxy([]byte("no certificate")))
	assert.ErrorContains(t, err, "the authorities of front proxies are not certificates in PEM")
}

// reviewSelf asks a server who the user is, with the certificate of the user of a server and a header that names
// another user.
func reviewSelf(t *testing.T, server, from *crdserver.Server, user string) (code int, body string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/apis/authentication.k8s.io/v1/selfsubjectreviews",
		strings.NewReader(`{"apiVersion": "authentication.k8s.io/v1", "kind": "SelfSubjectReview"}`))
	require.NoError(t, err)
	r.Header = http.Header{"Content-Type": {"application/json"}, "X-Remote-User": {user}, "X-Remote-Group": {"dev"}}
	answer, err := clientOf(server, from).Do(r)
	require.NoError(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return answer.StatusCode, string(text)
}
