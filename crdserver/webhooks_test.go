package crdserver_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/seed95800270/crdschema/crdserver"
)

// hookAnswer is what a webhook answers: HTTP and Text, or a response.
type hookAnswer struct {
	Delay                 string
	HTTP                  int
	Text, UID, APIVersion string
	Patch                 any // base64 if it is a text
	Response              map[string]any
}

// hookServer is a server of webhooks that remembers the reviews it has seen.
type hookServer struct {
	*httptest.Server
	answers map[string]hookAnswer
	mu      sync.Mutex
	seen    []map[string]any
}

func newHookServer(t *testing.T, answers map[string]hookAnswer) *hookServer {
	s := &hookServer{answers: answers}
	s.Server = httptest.NewUnstartedServer(s)
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

func (s *hookServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var review map[string]any
	if err := json.NewDecoder(r.Body).Decode(&review); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	request, _ := review["request"].(map[string]any)
	s.mu.Lock()
	s.seen = append(s.seen, map[string]any{"path": r.URL.Path, "timeout": r.URL.Query().Get("timeout"), "request": request, "apiVersion": review["apiVersion"]})
	s.mu.Unlock()
	answer := s.answers[r.URL.Path]
	if delay, err := time.ParseDuration(answer.Delay); err == nil {
		select {
		case <-time.After(delay):
		case <-r.Context().Done():
		}
	}
	if answer.HTTP != 0 {
		http.Error(w, answer.Text, answer.HTTP)
		return
	}
	if answer.Text != "" {
		fmt.Fprint(w, answer.Text)
		return
	}
	_ = json.NewEncoder(w).Encode(answer.review(review, request["uid"]))
}

func (a hookAnswer) review(review map[string]any, uid any) map[string]any {
	response := map[string]any{"allowed": true, "uid": uid}
	for name, value := range a.Response {
		response[name] = value
	}
	switch patch := a.Patch.(type) {
	case string:
		response["patch"], response["patchType"] = base64.StdEncoding.EncodeToString([]byte(patch)), "JSONPatch"
	case []any:
		text, _ := json.Marshal(patch)
		response["patch"], response["patchType"] = base64.StdEncoding.EncodeToString(text), "JSONPatch"
	}
	if a.UID != "" {
		response["uid"] = a.UID
	}
	out := map[string]any{"apiVersion": review["apiVersion"], "kind": "AdmissionReview", "response": response}
	if a.APIVersion != "" {
		out["apiVersion"] = a.APIVersion
	}
	return out
}

// hookConfiguration is a configuration of webhooks. What is not given is the most common.
type hookConfiguration struct {
	Kind, Name string
	Webhooks   []map[string]any
}

func (c hookConfiguration) object(s *hookServer) map[string]any {
	hooks := []any{}
	for _, hook := range c.Webhooks {
		if path, ok := hook["path"].(string); ok {
			delete(hook, "path")
			bundle := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
			hook["clientConfig"] = map[string]any{"url": s.URL + path, "caBundle": base64.StdEncoding.EncodeToString(bundle)}
		}
		for name, value := range map[string]any{"sideEffects": "None", "admissionReviewVersions": []any{"v1"},
			"rules": []any{map[string]any{"apiGroups": []any{"example.com"}, "apiVersions": []any{"*"}, "resources": []any{"*/*"}, "operations": []any{"*"}}}} {
			if hook[name] == nil {
				hook[name] = value
			}
		}
		hooks = append(hooks, hook)
	}
	return map[string]any{"apiVersion": "admissionregistration.k8s.io/v1", "kind": c.Kind + "WebhookConfiguration",
		"metadata": map[string]any{"name": c.Name}, "webhooks": hooks}
}

// TestWebhooks runs the scenarios of testdata/webhooks.yaml.
func TestWebhooks(t *testing.T) {
	var scenarios []struct {
		Name           string
		Before         []request
		Configurations []hookConfiguration
		Answers        map[string]hookAnswer
		Requests       []request
		Reviews        []map[string]any
	}
	require.NoError(t, yaml.UnmarshalStrict(read(t, "webhooks.yaml"), &scenarios))
	for _, s := range scenarios {
		t.Run(s.Name, func(t *testing.T) {
			server := start(t, "lamps.yaml")
			hooks := newHookServer(t, s.Answers)
			c := client(t, server)
			for _, r := range s.Before {
				r.send(t, c, server)
			}
			for _, configuration := range s.Configurations {
				path := map[string]string{"Mutating": "mutating", "Validating": "validating"}[configuration.Kind] + "webhookconfigurations"
				request{Post: "/apis/admissionregistration.k8s.io/v1/" + path, Body: configuration.object(hooks), Code: 201}.send(t, c, server)
			}
			for _, r := range s.Requests {
				r.send(t, c, server)
			}
			got := []any{}
			for i, seen := range hooks.seen {
				if i < len(s.Reviews) {
					seen = part(seen, asJSON(t, s.Reviews[i])).(map[string]any)
				}
				got = append(got, seen)
			}
			want := []any{}
			for _, review := range s.Reviews {
				want = append(want, asJSON(t, review))
			}
			assert.Equal(t, want, got)
		})
	}
}

// part returns the fields of a value that another one has.
func part(v, of any) any {
	m, isMap := v.(map[string]any)
	other, areMaps := of.(map[string]any)
	if !isMap || !areMaps {
		return v
	}
	out := map[string]any{}
	for name, value := range other {
		if got, found := m[name]; found {
			out[name] = part(got, value)
		}
	}
	return out
}

// send sends a request and compares the answer.
func (r request) send(t *testing.T, c *http.Client, server *crdserver.Server) {
	t.Helper()
	method, path := r.methodAndPath()
	var body []byte
	if r.Body != nil {
		var err error
		body, err = json.Marshal(r.Body)
		require.NoError(t, err)
	}
	req, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, bytes.NewReader(body))
	require.NoError(t, err)
	req.Header.Set("Authorization", "Bearer "+server.Token)
	req.Header.Set("Content-Type", "application/json")
	if r.Type != "" {
		req.Header.Set("Content-Type", r.Type)
	}
	if r.As != "" {
		req.Header.Set("Impersonate-User", r.As)
	}
	answer, err := c.Do(req)
	require.NoError(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	r.compare(t, answer, bytes.ReplaceAll(text, []byte(server.URL), nil))
}
