package crdserver_test

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/seed95800270/crdschema/crdserver"
	"github.com/seed95800270/crdschema/httpapi"
)

// request is a request with its answer.
type request struct {
	Name, As                      string
	Get, Post, Put, Patch, Delete string
	Type, Accept                  string
	Body                          any
	Code                          int
	Answer                        map[string]any
	Message                       string
	Warnings                      []string
	Names                         []string
}

func (r request) methodAndPath() (method, path string) {
	for method, path := range map[string]string{"GET": r.Get, "POST": r.Post, "PUT": r.Put, "PATCH": r.Patch, "DELETE": r.Delete} {
		if path != "" {
			return method, path
		}
	}
	return "", ""
}

// start starts a server with the CRDs in a file below testdata.
func start(t *testing.T, crds string, opts ...crdserver.Option) *crdserver.Server {
	t.Helper()
	server, err := crdserver.Start(t.Context(), append(opts, crdserver.WithCRDs(read(t, crds)))...)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, server.Close()) })
	return server
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	require.NoError(t, err)
	return text
}

// client returns a client that trusts a server.
func client(t *testing.T, server *crdserver.Server) *http.Client {
	t.Helper()
	pool := x509.NewCertPool()
	require.True(t, pool.AppendCertsFromPEM(server.CA))
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// TestRequests sends the requests of testdata/requests.yaml.
func TestRequests(t *testing.T) { sendAll(t, "requests.yaml") }

// TestActions sends requests for subresources and reviews.
func TestActions(t *testing.T) { sendAll(t, "actions.yaml") }

// TestStrategies sends requests whose answers depend on the resource.
func TestStrategies(t *testing.T) { sendAll(t, "strategies.yaml") }

// sendAll sends the requests of a file below testdata to a new server.
func sendAll(t *testing.T, file string) {
	server := start(t, "lamps.yaml")
	c := client(t, server)
	var requests []request
	require.NoError(t, yaml.UnmarshalStrict(read(t, file), &requests))
	for _, r := range requests {
		t.Run(r.Name, func(t *testing.T) {
			method, path := r.methodAndPath()
			var body []byte
			if r.Body != nil {
				var err error
				body, err = json.Marshal(r.Body)
				require.NoError(t, err)
			}
			req, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, bytes.NewReader(body))
			require.NoError(t, err)
			if r.As != "nobody" {
				req.Header.Set("Authorization", "Bearer "+server.Token)
			}
			req.Header.Set("Content-Type", r.Type)
			req.Header.Set("Accept", r.Accept)
			if r.Type == "" {
				req.Header.Set("Content-Type", "application/json")
			}
			answer, err := c.Do(req)
			require.NoError(t, err)
			defer answer.Body.Close()
			text, err := io.ReadAll(answer.Body)
			require.NoError(t, err)
			r.compare(t, answer, text)
		})
	}
}

func (r request) compare(t *testing.T, answer *http.Response, text []byte) {
	require.Equal(t, r.Code, answer.StatusCode, "%s", text)
	warnings, errs := httpapi.ParseWarnings(answer.Header.Values("Warning"))
	require.Empty(t, errs)
	var texts []string
	for _, w := range warnings {
		texts = append(texts, w.Text)
	}
	assert.Equal(t, r.Warnings, texts)
	var got map[string]any
	if r.Answer != nil || r.Message != "" || r.Names != nil {
		require.NoError(t, json.Unmarshal(text, &got), "%s", text)
	}
	if r.Answer != nil {
		assert.Equal(t, asJSON(t, r.Answer), lasting(got))
	}
	if r.Message != "" {
		assert.Equal(t, r.Message, got["message"])
	}
	if r.Names != nil {
		names := []string{}
		for _, item := range got["items"].([]any) {
			names = append(names, item.(map[string]any)["metadata"].(map[string]any)["name"].(string))
		}
		assert.Equal(t, r.Names, names)
	}
}

// asJSON returns a value as encoding/json decodes it.
func asJSON(t *testing.T, v map[string]any) (out map[string]any) {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &out))
	return out
}

// lasting removes what differs each time.
func lasting(obj map[string]any) map[string]any {
	meta, _ := obj["metadata"].(map[string]any)
	for _, field := range []string{"uid", "creationTimestamp", "deletionTimestamp", "managedFields", "resourceVersion"} {
		delete(meta, field)
	}
	withoutTimes(obj)
	return obj
}

// withoutTimes removes the times of conditions and tokens.
func withoutTimes(v any) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			withoutTimes(e)
		}
	case map[string]any:
		for name, e := range v {
			switch name {
			case "lastTransitionTime", "lastUpdateTime", "expirationTimestamp", "token", "disruptedPods":
				delete(v, name)
			}
			withoutTimes(e)
		}
	}
}
