package webhook_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"testing"

	"github.com/seed95800270/crdschema/conversion/webhook"
	"github.com/seed95800270/crdschema/structural"
)

type canned struct {
	status      int
	contentType string
	body        []byte
}

func (c canned) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: c.status, Header: http.Header{"Content-Type": {c.contentType}}, Body: io.NopCloser(bytes.NewReader(c.body))}, nil
}

// FuzzAnswer reads arbitrary answers: the client returns as many objects as requested,
// at the requested version, or an error.
func FuzzAnswer(f *testing.F) {
	const good = `{"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","response":{"uid":"u","result":{"status":"Success"},"convertedObjects":` +
		`[{"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"a"}},{"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"b","labels":{"a":"b"}}}]}}`
	f.Add(200, "application/json", []byte(good))
	f.Add(200, "", []byte(good[:len(good)/2]))
	f.Add(500, "text/plain", []byte("it broke"))
	f.Add(500, "application/json", []byte(`{"kind":"Status","status":"Failure","message":"x"}`))
	f.Add(200, "a;=", []byte("k8s\x00"))
	f.Add(200, "application/yaml", []byte("kind: [ConversionReview]\nresponse: {result: {code: 1.5}}"))
	f.Add(503, "", []byte(nil))
	f.Fuzz(func(t *testing.T, status int, contentType string, body []byte) {
		client, err := webhook.New(webhook.Config{URL: "https://example.com", ReviewVersions: []string{"v1"}},
			webhook.WithTransport(canned{status, contentType, body}), webhook.WithUIDs(func() string { return "u" }))
		if err != nil {
			t.Fatal(err)
		}
		objs := []map[string]any{thing(older, "a"), thing(older, "b")}
		before := structural.Clone[any]([]any{objs[0], objs[1]})
		got, err := client.Convert(context.Background(), objs, newer)
		if !structural.Equal(before, []any{objs[0], objs[1]}) {
			t.Fatal("the input was written to")
		}
		if err != nil {
			if got != nil {
				t.Fatal("objects beside an error")
			}
			return
		}
		for i, obj := range got {
			meta := obj["metadata"].(map[string]any)
			if obj["apiVersion"] != newer || meta["name"] != objs[i]["metadata"].(map[string]any)["name"] || len(got) != 2 {
				t.Fatalf("accepted %v", got)
			}
		}
	})
}
