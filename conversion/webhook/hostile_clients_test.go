package webhook_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/webhook"
	"github.com/seed95800270/crdschema/internal/hostile"
)

// TestManyObjects sends a review of 10,000 objects.
func TestManyObjects(t *testing.T) {
	one := `{"apiVersion":"example.com/v1beta1","kind":"Thing","metadata":{"name":"a"}}`
	post := func(ctx context.Context, h http.Handler, last string) *httptest.ResponseRecorder {
		body := strings.Replace(asked, `"objects":[`, `"objects":[`+strings.Repeat(one+",", 9_999)+last+",", 1)
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	w := post(ctx, echo, one)
	assert.Equal(t, http.StatusOK, w.Code)
	assert.Equal(t, 10_001, strings.Count(w.Body.String(), `"apiVersion":"example.com/v1"`))
	w = post(ctx, echo, "{}")
	assert.Equal(t, http.StatusBadRequest, w.Code)
	assert.Equal(t, "object 9999: Object 'Kind' is missing in '{}'\n", w.Body.String())

	n := 0
	stopping := webhook.Handler(conversion.Func(func(_ context.Context, obj map[string]any, _ string) (map[string]any, error) {
		if n++; n == 100 {
			cancel()
		}
		return obj, nil
	}))
	w = post(ctx, stopping, one)
	assert.Equal(t, http.StatusServiceUnavailable, w.Code)
	assert.Equal(t, "context canceled\n", w.Body.String())
	assert.Equal(t, 100, n, "no object is converted when the context is done")
}

// TestHostileClients sends requests that no client should send: each gets a clear status, when
// the context ends at the latest, the server reads a bounded number of bytes, and nothing is
// left behind. With ATTACK_FULL=1 it prints how late a handler returned.
func TestHostileClients(t *testing.T) {
	const limit = 1 << 20
	handler := webhook.Handler(conversion.None{}, webhook.WithMaxRequestBytes(limit))
	for _, c := range hostile.Clients(asked) {
		t.Run(c.Name, func(t *testing.T) {
			before := runtime.NumGoroutine()
			got, err := c.Attack(handler)
			require.NoError(t, err)
			assert.True(t, got.Ended, "the handler has not returned")
			assert.Equal(t, c.Status, got.Status, "%s", got.Text)
			assert.Less(t, got.Read, int64(4*limit), "bytes read")
			if os.Getenv("ATTACK_FULL") != "" && got.Late > 0 {
				fmt.Printf("lateness conversion handler: %s %.1f\n", c.Name, float64(got.Late.Microseconds())/1000)
			}
			hostile.RequireGoroutines(t, before)
		})
	}
}
