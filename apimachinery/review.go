package apimachinery

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"net/http"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

const (
	reviewVersion = "admission.k8s.io/v1"
	reviewKind    = "AdmissionReview"
)

// Review returns the answer to an AdmissionReview of admission.k8s.io/v1, both of JSON
// values: a review with a response that has the uid of the request.
//
// A validating webhook allows a request to create or update an object, or its status, if a
// server with this definition would accept it; else the response has the server's Status. A
// mutating one responds with a JSON patch that keeps the metadata of the root. Both return
// the server's warnings, and reject fields that the definition does not specify if the
// request has the option fieldValidation=Strict. Requests of other operations and for other
// subresources, among them scale, are allowed. A request for a kind without a definition is
// rejected: the configuration of the webhook matches too much.
//
// Review returns an error if review is not such a review with a request, or if the context is
// done. A request without a verdict for another reason is rejected with a Status: code 503 if
// the budget of work is spent (structural.ErrTooMuchWork), else 400 or 500.
//
// Rules: Kubernetes documentation, "Dynamic Admission Control"; k8s.io/api/admission/v1.
func (w *Webhook) Review(ctx context.Context, review map[string]any) (map[string]any, error) {
	review, err := ToMap(ctx, review)
	if err != nil {
		return nil, err
	}
	if review["apiVersion"] != reviewVersion || review["kind"] != reviewKind {
		return nil, fmt.Errorf("an %s of %s is needed", reviewKind, reviewVersion)
	}
	request, ok := review["request"].(map[string]any)
	if !ok {
		return nil, errors.New("the " + reviewKind + " has no request")
	}
	response, err := w.respond(ctx, request)
	if err != nil {
		return nil, err
	}
	return map[string]any{"apiVersion": reviewVersion, "kind": reviewKind, "response": response}, nil
}

func (w *Webhook) respond(ctx context.Context, request map[string]any) (map[string]any, error) {
	result, err := w.result(ctx, request)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	response := map[string]any{"uid": text(request, "uid"), "allowed": true}
	if err != nil {
		reject(response, failure(err))
		return response, nil
	}
	if len(result.Warnings) > 0 {
		response["warnings"] = anyList(result.Warnings)
	}
	if rejection := w.rejection(&result); rejection != nil {
		reject(response, rejection)
	} else if w.mutating && result.Decoded != nil {
		if err := addPatch(ctx, response, request["object"], result.Decoded); err != nil {
			reject(response, failure(err))
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return response, nil
}

func (w *Webhook) rejection(r *crdschema.Result) *crdschema.Status {
	if w.mutating && len(r.Errors) > 0 {
		return nil
	}
	return r.Status()
}

func reject(response map[string]any, why *crdschema.Status) {
	response["allowed"], response["status"] = false, why.Object()
}

func failure(err error) *crdschema.Status {
	switch {
	case errors.As(err, new(*badRequestError)):
		return &crdschema.Status{Code: http.StatusBadRequest, Reason: "BadRequest", Message: err.Error()}
	case errors.Is(err, structural.ErrTooMuchWork):
		return &crdschema.Status{Code: http.StatusServiceUnavailable, Reason: "ServiceUnavailable", Message: err.Error()}
	default:
		return &crdschema.Status{Code: http.StatusInternalServerError, Reason: "InternalError", Message: err.Error()}
	}
}

type badRequestError struct{ text string }

func (e *badRequestError) Error() string { return e.text }

func text(m map[string]any, field string) string {
	s, _ := m[field].(string)
	return s
}

func anyList(texts []string) []any {
	list := make([]any, len(texts))
	for i, t := range texts {
		list[i] = t
	}
	return list
}

// addPatch adds the patch that makes out of obj. It keeps the metadata of the root. Defaults
// share their strings, and each operation has its own in the text: the text counts as made, and
// twice more for its base64, in the response and in the answer.
func addPatch(ctx context.Context, response map[string]any, obj any, out map[string]any) error {
	was, is := maps.Clone(obj.(map[string]any)), maps.Clone(out)
	delete(was, "metadata")
	delete(is, "metadata")
	t := work.Start(ctx, "encoding a patch")
	patch := jsonPatch(t, was, is)
	if len(patch) == 0 {
		return t.Err()
	}
	encoded, err := jsontext.Marshal(t, patch)
	if err == nil && !t.Make(2*len(encoded)/work.BytesPerValue) {
		err = t.Err()
	}
	if err != nil {
		return err
	}
	response["patch"], response["patchType"] = base64.StdEncoding.EncodeToString(encoded), "JSONPatch"
	return nil
}
