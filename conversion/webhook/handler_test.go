package webhook_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/webhook"
	"github.com/seed95800270/crdschema/structural"
)

type replacing struct {
	http.ResponseWriter
	old, new string
}

func (r *replacing) Write(text []byte) (int, error) {
	n := len(text)
	_, err := r.ResponseWriter.Write(bytes.ReplaceAll(text, []byte(r.old), []byte(r.new)))
	return n, err
}

const asked = `{"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","request":{"uid":"u","desiredAPIVersion":"example.com/v1",
	"objects":[{"apiVersion":"example.com/v1beta1","kind":"Thing","metadata":{"name":"a"},"n":1.0,"i":1}]}}`

func TestHandler(t *testing.T) {
	failing := conversion.Func(func(context.Context, map[string]any, string) (map[string]any, error) {
		return nil, errors.New("no such host")
	})
	panicking := conversion.Func(func(context.Context, map[string]any, string) (map[string]any, error) { panic("oh") })
	for name, c := range map[string]struct {
		converter           conversion.Converter
		method, media, body string
		code                int
		want                string
	}{
		"well": {body: asked, code: 200, want: `{"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","response":{"convertedObjects":` +
			`[{"apiVersion":"example.com/v1","i":1,"kind":"Thing","metadata":{"name":"a"},"n":1}],"result":{"status":"Success"},"uid":"u"}}`},
		"v1beta1": {body: strings.Replace(asked, "io/v1", "io/v1beta1", 1), code: 200, want: `{"apiVersion":"apiextensions.k8s.io/v1beta1"`},
		"charset": {media: "application/json; charset=utf-8", body: asked, code: 200, want: "Success"},
		"failing": {converter: failing, body: asked, code: 200,
			want: `"response":{"result":{"message":"Thing a: no such host","status":"Failed"},"uid":"u"}`},
		"panicking":  {converter: panicking, body: asked, code: 200, want: `"message":"Thing a: the conversion panicked: oh","status":"Failed"`},
		"GET":        {method: http.MethodGet, code: 405, want: "only POST is allowed"},
		"YAML":       {media: "application/yaml", body: "a: b", code: 415, want: "the content type must be application/json"},
		"no type":    {media: ";", body: asked, code: 415, want: "the content type must be application/json"},
		"too large":  {body: strings.Repeat(" ", 2000) + asked, code: 413, want: "request body too large"},
		"empty":      {body: "", code: 400, want: "unexpected end of JSON input"},
		"no JSON":    {body: "<html>", code: 400, want: "invalid character '<'"},
		"no review":  {body: "[]", code: 400, want: "a ConversionReview is needed"},
		"admission":  {body: `{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview"}`, code: 400, want: "not a admission.k8s.io/v1, Kind=AdmissionReview"},
		"no request": {body: `{"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview"}`, code: 400, want: "the ConversionReview has no request"},
	} {
		if c.converter == nil {
			c.converter = conversion.None{}
		}
		if c.method == "" {
			c.method = http.MethodPost
		}
		if c.media == "" {
			c.media = "application/json"
		}
		r := httptest.NewRequest(c.method, "/", strings.NewReader(c.body))
		r.Header.Set("Content-Type", c.media)
		w := httptest.NewRecorder()
		webhook.Handler(c.converter, webhook.WithMaxRequestBytes(2000)).ServeHTTP(w, r)
		assert.Equal(t, c.code, w.Code, name)
		assert.Contains(t, w.Body.String(), c.want, name)
	}
}

// A client that has disconnected gets no answer.
func TestHandlerStopsWithTheRequest(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/", strings.NewReader(asked))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	echo.ServeHTTP(w, r)
	assert.Equal(t, http.StatusServiceUnavailable, w.Code)
}

func TestHandlerWithinBudget(t *testing.T) {
	codes := map[int]bool{}
	for steps := int64(1); steps < 1<<12; steps *= 2 {
		ctx := structural.WithBudget(t.Context(), structural.Budget{Steps: steps})
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/", strings.NewReader(asked))
		r.Header.Set("Content-Type", "application/json")
		out := httptest.NewRecorder()
		webhook.Handler(conversion.None{}).ServeHTTP(out, r)
		if codes[out.Code] = true; out.Code != http.StatusOK {
			assert.Contains(t, out.Body.String(), "too much work: ")
		}
	}
	assert.Equal(t, map[int]bool{http.StatusServiceUnavailable: true, http.StatusOK: true}, codes)
}
