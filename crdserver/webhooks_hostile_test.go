package crdserver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/crdserver"
)

var oneLamp = request{Post: "/apis/example.com/v1/namespaces/default/lamps",
	Body: map[string]any{"apiVersion": "example.com/v1", "kind": "Lamp", "metadata": map[string]any{"generateName": "a"}}}

func configure(t *testing.T, server *crdserver.Server, hooks *hookServer, hook map[string]any) {
	c := hookConfiguration{Kind: "Validating", Name: "a", Webhooks: []map[string]any{hook}}
	request{Post: "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", Body: c.object(hooks), Code: 201}.send(t, client(t, server), server)
}

// TestHostileWebhooks answers with a redirect and with too many bytes.
func TestHostileWebhooks(t *testing.T) {
	server := start(t, "lamps.yaml")
	hooks := newHookServer(t, map[string]hookAnswer{})
	calls := 0
	hooks.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if calls++; r.URL.Path == "/away" {
			http.Redirect(w, r, "/other", http.StatusTemporaryRedirect)
			return
		}
		_, _ = io.Copy(w, io.LimitReader(spaces{}, 20<<20))
	})
	c := client(t, server)
	denied := oneLamp
	denied.Code = 500
	configure(t, server, hooks, map[string]any{"name": "a.example.com", "path": "/away"})
	denied.Message = `Internal error occurred: failed calling webhook "a.example.com": failed to call webhook: the server responded with the status code 307 but did not return more information`
	denied.send(t, c, server)
	assert.Equal(t, 1, calls)
	request{Delete: "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/a", Code: 200}.send(t, c, server)
	configure(t, server, hooks, map[string]any{"name": "a.example.com", "path": "/much"})
	denied.Message = `Internal error occurred: failed calling webhook "a.example.com": failed to call webhook: the response is longer than 16777216 bytes`
	denied.send(t, c, server)
}

// TestPatchThatGrows answers with a patch that doubles a field many times.
func TestPatchThatGrows(t *testing.T) {
	server := start(t, "lamps.yaml")
	patch := []any{map[string]any{"op": "add", "path": "/metadata/annotations", "value": map[string]any{"a": strings.Repeat("x", 1000)}}}
	for i := range 4000 {
		patch = append(patch, map[string]any{"op": "copy", "from": "/metadata/annotations/a", "path": fmt.Sprint("/metadata/annotations/b", i)})
	}
	hooks := newHookServer(t, map[string]hookAnswer{"/grow": {Patch: patch}})
	hook := map[string]any{"name": "a.example.com", "path": "/grow"}
	c := hookConfiguration{Kind: "Mutating", Name: "a", Webhooks: []map[string]any{hook}}
	request{Post: "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations", Body: c.object(hooks), Code: 201}.send(t, client(t, server), server)
	denied := oneLamp
	denied.Code = 500
	denied.Message = "Internal error occurred: operation 3141 of the patch (copy /metadata/annotations/a /metadata/annotations/b3139) does not apply: too much is copied: 3 MiB are allowed"
	denied.send(t, client(t, server), server)
}

type spaces struct{}

func (spaces) Read(p []byte) (int, error) { return copy(p, bytes.Repeat([]byte(" "), len(p))), nil }

// TestWebhooksEnd ends a server while a webhook does not answer, and after others have: no goroutine is left.
func TestWebhooksEnd(t *testing.T) {
	before := runtime.NumGoroutine()
	server, err := crdserver.Start(t.Context(), crdserver.WithCRDs(read(t, "lamps.yaml")))
	require.NoError(t, err)
	hooks := &hookServer{answers: map[string]hookAnswer{"/slow": {Delay: "1m"}}}
	hooks.Server = httptest.NewTLSServer(hooks)
	configure(t, server, hooks, map[string]any{"name": "a.example.com", "path": "/fast"})
	accepted := oneLamp
	accepted.Code = 201
	c := client(t, server)
	accepted.send(t, c, server)
	request{Delete: "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/a", Code: 200}.send(t, c, server)
	configure(t, server, hooks, map[string]any{"name": "b.example.com", "path": "/slow", "timeoutSeconds": 30})
	ended := make(chan error, 1)
	go func() {
		req, err := http.NewRequestWithContext(context.Background(), http.MethodPost, server.URL+oneLamp.Post, bytes.NewReader(asText(t, oneLamp.Body)))
		if err == nil {
			req.Header.Set("Authorization", "Bearer "+server.Token)
			req.Header.Set("Content-Type", "application/json")
			var answer *http.Response
			if answer, err = c.Do(req); err == nil {
				answer.Body.Close()
			}
		}
		ended <- err
	}()
	require.Eventually(t, func() bool { return len(hooks.reviews()) == 2 }, 5*time.Second, time.Millisecond)
	begin := time.Now()
	require.NoError(t, server.Close())
	assert.Less(t, time.Since(begin), 5*time.Second)
	<-ended
	hooks.Close()
	c.CloseIdleConnections()
	assert.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+1 }, 5*time.Second, 10*time.Millisecond)
	stacks := make([]byte, 1<<20)
	assert.NotContains(t, string(stacks[:runtime.Stack(stacks, true)]), "crdserver/internal/admission")
}

// reviews returns what the webhooks have seen.
func (s *hookServer) reviews() []map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen
}

func asText(t *testing.T, v any) []byte {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return text
}

// TestUserOfCertificate sends a request with the client certificate: a webhook sees its names.
func TestUserOfCertificate(t *testing.T) {
	server := start(t, "lamps.yaml")
	hooks := newHookServer(t, map[string]hookAnswer{})
	configure(t, server, hooks, map[string]any{"name": "a.example.com", "path": "/a"})
	answer, err := clientOf(server, server).Post(server.URL+oneLamp.Post, "application/json", strings.NewReader(string(asText(t, oneLamp.Body))))
	require.NoError(t, err)
	defer answer.Body.Close()
	require.Equal(t, 201, answer.StatusCode)
	info := hooks.reviews()[0]["request"].(map[string]any)["userInfo"].(map[string]any)
	assert.Equal(t, "admin", info["username"])
	assert.Equal(t, []any{"system:masters", "system:authenticated"}, info["groups"])
	assert.Regexp(t, "^X509SHA256=[0-9a-f]{64}$", info["extra"].(map[string]any)["authentication.kubernetes.io/credential-id"].([]any)[0])
}
