package webhook_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/webhook"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/budget"
)

func postTo(ctx context.Context, h http.Handler, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// askedWith returns a review whose object has a list with n times the text unit.
func askedWith(unit string, n int) string {
	return strings.Replace(asked, `"n":1.0`, `"n":[`+strings.TrimSuffix(strings.Repeat(unit+",", n), ",")+`]`, 1)
}

// By default a body has at most 16 MiB.
func TestHandlerRequestBytes(t *testing.T) {
	h := webhook.Handler(conversion.None{})
	space := strings.Repeat(" ", 16<<20-len(asked))
	assert.Equal(t, http.StatusOK, postTo(t.Context(), h, asked+space).Code)
	assert.Equal(t, http.StatusRequestEntityTooLarge, postTo(t.Context(), h, asked+space+" ").Code)
}

// A body with more maps and lists than the budget has values is not decoded: decoding this
// one takes 40 bytes for each byte.
func TestHandlerCountsMaps(t *testing.T) {
	const n = 100_000
	ctx := structural.WithBudget(t.Context(), structural.Budget{Values: n})
	for _, unit := range []string{`{"a":0}`, `[0]`, `{}`} {
		h, body := webhook.Handler(conversion.None{}), askedWith(unit, n)
		var w *httptest.ResponseRecorder
		bytes := worktest.Allocated(func() { w = postTo(ctx, h, body) })
		assert.Equal(t, http.StatusServiceUnavailable, w.Code)
		assert.Equal(t, "too much work: more than 100000 values made reading a ConversionReview\n", w.Body.String())
		assert.Less(t, bytes, uint64(8*len(body)+1<<16), unit)
	}
	assert.Equal(t, http.StatusOK, postTo(ctx, webhook.Handler(conversion.None{}), askedWith(`"[{"`, n)).Code)
}

// The default budget refuses what takes more than some 400 MB.
func TestHandlerCountsMapsByDefault(t *testing.T) {
	body := askedWith(`{}`, budget.DefaultValues)
	assert.Equal(t, http.StatusServiceUnavailable, postTo(t.Context(), webhook.Handler(conversion.None{}), body).Code)
}
