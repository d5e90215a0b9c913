package apimachinery

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural"
)

// Handler is a [Webhook] as an admission.Handler of controller-runtime, if Req is its
// admission.Request and Resp its admission.Response. Create it with [NewHandler].
type Handler[Req, Resp any] struct{ webhook *Webhook }

// NewHandler returns a webhook as a Handler:
//
//	admission.Webhook{Handler: apimachinery.NewHandler[admission.Request, admission.Response](w)}
func NewHandler[Req, Resp any](w *Webhook) Handler[Req, Resp] { return Handler[Req, Resp]{w} }

// Handle calls [Webhook.Review]. If the context is done, it rejects the request with a Status
// of the code 503.
func (h Handler[Req, Resp]) Handle(ctx context.Context, req Req) (resp Resp) {
	response, err := h.respond(ctx, req)
	if err != nil {
		response = map[string]any{"allowed": false}
		reject(response, failure(err))
	}
	text, err := json.Marshal(response)
	if err == nil {
		err = json.Unmarshal(text, &resp)
	}
	if err != nil { // Resp is not a response
		panic(err)
	}
	return resp
}

func (h Handler[Req, Resp]) respond(ctx context.Context, req Req) (map[string]any, error) {
	request, err := ToMap(ctx, req)
	var response map[string]any
	switch {
	case err == nil:
		response, err = h.webhook.respond(ctx, request)
	case !errors.Is(err, structural.ErrTooMuchWork):
		err = &badRequestError{err.Error()}
	}
	if ctx.Err() != nil {
		response = map[string]any{"uid": text(request, "uid")}
		reject(response, &crdschema.Status{Code: http.StatusServiceUnavailable, Reason: "ServiceUnavailable", Message: ctx.Err().Error()})
		return response, nil
	}
	return response, err
}
