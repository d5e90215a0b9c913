package apimachinery

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/posted"
)

const contentType = "application/json"

// ServeHTTP answers the AdmissionReview in the body of a POST request as [Webhook.Review]
// does, with the HTTP status 200 whether it allows the request or not.
//
// It rejects other methods (405), other types than application/json (415), bodies that are
// too large (413), and bodies that are not a review with a request (400), each with a line of
// text that says why. If the context of the request is done before it has answered, it
// answers 503. How long a client may take to send a request is up to the server: see the
// ReadTimeout of http.Server.
func (w *Webhook) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	body, ok := posted.Read(out, r, w.limit)
	if !ok {
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
