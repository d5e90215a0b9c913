package apimachinery

import (
	"context"
	"fmt"
	"net/http"

	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/posted"
	"github.com/seed95800270/crdschema/internal/work"
)

// ServeHTTP answers the AdmissionReview in the body of a POST request as [Webhook.Review]
// does, with the HTTP status 200 whether it allows the request or not.
//
// It rejects other methods (405), other types than application/json (415), too large bodies
// (413), and bodies that are not a review with a request (400), with a line of text. It
// answers 503 if the context of the request is done or reading the body exceeds the budget of
// work, for which each map and list of it counts as a made value. To limit the time for sending a request, set the ReadTimeout of http.Server.
func (w *Webhook) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	body, ok := posted.Read(out, r, w.limit)
	if !ok {
		return
	}
	answer, err := w.answer(r.Context(), body)
	posted.Answer(r.Context(), out, answer, err)
}

func (w *Webhook) answer(ctx context.Context, body []byte) (map[string]any, error) {
	if t := work.Start(ctx, "reading an AdmissionReview"); !posted.Count(t, body) {
		return nil, t.Err()
	}
	doc, err := document.DecodeJSON(ctx, body)
	if err != nil {
		return nil, fmt.Errorf("the body is not a JSON object: %w", err)
	}
	return w.Review(ctx, doc.Object)
}
