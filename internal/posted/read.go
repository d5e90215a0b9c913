// Package posted reads the bodies of requests to webhooks, JSON texts that are posted by
// somebody who may send anything, and answers them.
package posted

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/budget"
)

const contentType = "application/json"

// Read returns the body of a POST request. It reads no more than limit bytes and returns when the
// context of the request is done. If it returns false, it has answered the request: other methods
// with 405, other types than application/json with 415, larger bodies with 413, bodies that
// cannot be read with 400, and those that did not arrive in time with 503, each with a line of
// text that says why.
func Read(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, bool) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return refuse(w, "only POST is allowed", http.StatusMethodNotAllowed)
	}
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != contentType {
		return refuse(w, "the content type must be "+contentType, http.StatusUnsupportedMediaType)
	}
	if r.ContentLength > limit {
		return refuse(w, (&http.MaxBytesError{Limit: limit}).Error(), http.StatusRequestEntityTooLarge)
	}
	body, err := readAll(w, r, limit)
	tooLarge := (*http.MaxBytesError)(nil)
	switch {
	case r.Context().Err() != nil:
		return refuse(w, context.Cause(r.Context()).Error(), http.StatusServiceUnavailable)
	case errors.As(err, &tooLarge):
		return refuse(w, tooLarge.Error(), http.StatusRequestEntityTooLarge)
	case err != nil:
		return refuse(w, "the body could not be read: "+err.Error(), http.StatusBadRequest)
	}
	return body, true
}

// readAll reads the body until the context is done: net/http does not end a read for that.
func readAll(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	stop := context.AfterFunc(r.Context(), func() {
		// Writers other than net/http's may not support it.
		_ = http.NewResponseController(w).SetReadDeadline(time.Unix(1, 0))
	})
	defer stop()
	return io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
}

// Answer answers a request with a JSON value, or with a line of text that says why it cannot:
// with 503 if the context is done or the budget of work is spent, and else with 400. The text of
// the answer counts as made values before it is written.
func Answer(ctx context.Context, w http.ResponseWriter, answer map[string]any, err error) {
	switch {
	case ctx.Err() != nil:
		http.Error(w, ctx.Err().Error(), http.StatusServiceUnavailable)
		return
	case errors.Is(err, budget.ErrTooMuchWork):
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	case err != nil:
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	text, err := jsontext.Marshal(work.Start(ctx, "encoding"), answer)
	switch {
	case err != nil && ctx.Err() != nil, errors.Is(err, budget.ErrTooMuchWork):
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	case err != nil:
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", contentType)
	w.Write(text)
}

func refuse(w http.ResponseWriter, why string, status int) ([]byte, bool) {
	http.Error(w, why, status)
	return nil, false
}
