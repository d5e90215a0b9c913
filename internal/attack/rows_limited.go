package attack

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/webhook"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/budget"
)

// limitedRow is a row whose memory and time are checked in every run. Its limit of time is some
// ten times what a free machine takes.
type limitedRow struct {
	row
	peak uint64 // the largest heap, with its garbage, in bytes
	time time.Duration
	// hasContext means that a context ends the call.
	hasContext bool
}

// sharedLevels makes maps that hold 2^60 values in 60 maps.
const sharedLevels = 60

var limitedRows = []limitedRow{
	{row{"Equal, 2^60 shared", equalShared}, 8 << 20, 5 * time.Second, false},
	{row{"Clone, 2^60 shared", cloneShared}, 64 << 20, 5 * time.Second, false},
	{row{"Handler, most maps", func() trial { return posted(`{"a":0}`, budget.DefaultValues-100) }}, 1 << 30, 15 * time.Second, true},
	{row{"Handler, 16 MiB of {}", func() trial { return posted(`{}`, (16<<20-1000)/3) }}, 64 << 20, time.Second, true},
}

func equalShared() trial {
	a, b := shared(sharedLevels), shared(sharedLevels)
	return trial{size(shared(0)), func(context.Context) (r results) {
		r.values = append(r.values, structural.Equal(a, b))
		return r
	}}
}

func cloneShared() trial {
	a := shared(sharedLevels)
	return trial{size(shared(0)), func(context.Context) (r results) {
		r.values = append(r.values, structural.Clone(a))
		return r
	}}
}

// posted returns a POST of a review with n times the text unit to a handler with its default
// limits. The error is the status of the answer unless it is 200.
func posted(unit string, n int) trial {
	h := webhook.Handler(conversion.None{})
	begin := `{"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","request":{"uid":"u","desiredAPIVersion":"e.io/v2","objects":[` +
		`{"apiVersion":"e.io/v1","kind":"A","metadata":{"name":"a"},"l":[`
	body := []byte(text(begin, n, unit, ",", `]}]}}`))
	return trial{len(body), func(ctx context.Context) (r results) {
		request := httptest.NewRequestWithContext(ctx, http.MethodPost, "/", bytes.NewReader(body))
		request.Header.Set("Content-Type", "application/json")
		answer := httptest.NewRecorder()
		if h.ServeHTTP(answer, request); answer.Code != http.StatusOK {
			r.err = fmt.Errorf("%d %s", answer.Code, answer.Body)
		}
		r.values = append(r.values, answer)
		return r
	}}
}
