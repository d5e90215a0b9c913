package apimachinery

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"

	"github.com/seed95800270/crdschema"
)

const contentType = "application/json"

// ServeHTTP answers the AdmissionReview in the body of a POST request as [Webhook.Review]
// does, with the HTTP status 200 whether it allows the request or not.
//
// It rejects other methods (405), other types than application/json (415), bodies that
// are too large (413), and bodies that are not a review with a request (400), each with a
// line of text that says why.
func (w *Webhook) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		out.Header().Set("Allow", http.MethodPost)
		http.Error(out, "only POST is allowed", http.StatusMethodNotAllowed)
		return
	}
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != contentType {
		http.Error(out, "the content type must be "+contentType, http.StatusUnsupportedMediaType)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(out, r.Body, w.limit))
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		http.Error(out, tooLarge.Error(), http.StatusRequestEntityTooLarge)
		return
	}
	if err != nil {
		http.Error(out, "the body could not be read: "+err.Error(), http.StatusBadRequest)
		return
	}
	answer, status, err := w.answer(r, body)
	if err != nil {
		http.Error(out, err.Error(), status)
		return
	}
	out.Header().Set("Content-Type", contentType)
	out.Write(answer)
}

// answer returns the text of the answer to a body, or an error and its HTTP status.
func (w *Webhook) answer(r *http.Request, body []byte) (answer []byte, status int, err error) {
	document, err := crdschema.DecodeJSON(r.Context(), body)
	if r.Context().Err() != nil {
		return nil, http.StatusServiceUnavailable, r.Context().Err()
	}
	if err != nil {
		return nil, http.StatusBadRequest, fmt.Errorf("the body is not a JSON object: %w", err)
	}
	review, err := w.Review(r.Context(), document.Object)
	if r.Context().Err() != nil {
		return nil, http.StatusServiceUnavailable, r.Context().Err()
	}
	if err != nil {
		return nil, http.StatusBadRequest, err
	}
	answer, err = json.Marshal(review)
	return answer, http.StatusInternalServerError, err
}
