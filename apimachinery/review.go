package apimachinery

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/seed95800270/crdschema"
)

const (
	reviewVersion = "admission.k8s.io/v1"
	reviewKind    = "AdmissionReview"
)

// Review returns the answer to an AdmissionReview of admission.k8s.io/v1, both of JSON
// values: a review with a response that has the uid of the request.
//
// A validating webhook allows a request to create or update an object, or its status, if
// the server would accept it, were the definition the one in the cluster; else the
// response has the Status with which the server would answer. A mutating one responds
// with a JSON patch. Both return the server's warnings. Requests of other operations and
// for other subresources, among them scale, are allowed. A request for a kind without a
// definition is rejected: the configuration of the webhook matches too much.
//
// Fields that the definition does not specify are rejected if the request has the option
// fieldValidation=Strict, as a server would.
//
// Review returns an error if review is not such a review with a request, or if the context
// is done.
//
// Rules: Kubernetes documentation, "Dynamic Admission Control"; k8s.io/api/admission/v1.
func (w *Webhook) Review(ctx context.Context, review map[string]any) (map[string]any, error) {
	review, err := ToMap(review)
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

// respond returns the response to a request of a review.
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
		err = addPatch(response, request["object"], result.Decoded)
	}
	return response, err
}

// rejection returns the Status for a request that the webhook does not allow, or nil. A
// mutating webhook leaves validation to the server.
func (w *Webhook) rejection(r *crdschema.Result) *crdschema.Status {
	if w.mutating {
		return r.Status
	}
	return r.Rejection()
}

func reject(response map[string]any, why *crdschema.Status) {
	response["allowed"], response["status"] = false, why.Object()
}

// failure returns the Status for a request without a verdict.
func failure(err error) *crdschema.Status {
	var bad *badRequestError
	if errors.As(err, &bad) {
		return &crdschema.Status{Code: http.StatusBadRequest, Reason: "BadRequest", Message: err.Error()}
	}
	return &crdschema.Status{Code: http.StatusInternalServerError, Reason: "InternalError", Message: err.Error()}
}

// badRequestError says why a request of a review has no verdict.
type badRequestError struct{ text string }

func (e *badRequestError) Error() string { return e.text }

// result returns the verdict on a request. It is empty if there is nothing to judge.
func (w *Webhook) result(ctx context.Context, request map[string]any) (crdschema.Result, error) {
	r, ok := operationOf(request)
	if !ok {
		return crdschema.Result{}, nil
	}
	kind, _ := request["kind"].(map[string]any)
	gk := schema.GroupKind{Group: text(kind, "group"), Kind: text(kind, "kind")}
	definition, found := w.definitions[gk]
	if !found {
		return crdschema.Result{}, &badRequestError{fmt.Sprintf("the webhook has no definition of %q", gk.String())}
	}
	if r.Object, ok = request["object"].(map[string]any); !ok {
		return crdschema.Result{}, &badRequestError{"the request has no object"}
	}
	if r.Old, ok = request["oldObject"].(map[string]any); !ok && r.Operation != crdschema.Create {
		return crdschema.Result{}, &badRequestError{"the request to update an object has no oldObject"}
	}
	r.Version, r.Namespace = text(kind, "version"), text(request, "namespace")
	if r.Operation != crdschema.Create {
		r.Name = text(request, "name")
	}
	if w.mutating {
		return decoded(ctx, definition, r)
	}
	return definition.Admit(ctx, r)
}

// decoded returns a result with the decoded object and the warnings about its unknown
// fields, or the Status of an object that the server does not decode.
func decoded(ctx context.Context, definition *crdschema.Definition, r crdschema.Request) (crdschema.Result, error) {
	d, err := definition.Decode(r.Object)
	if err != nil || r.FieldValidation == crdschema.Strict && len(d.Unknown) > 0 {
		return definition.Admit(ctx, r)
	}
	out := crdschema.Result{Decoded: d.Object}
	if r.FieldValidation == crdschema.Warn {
		out.Warnings = d.Unknown.Texts()
	}
	return out, nil
}

// operationOf returns a Request with what the request of a review says about its
// operation, and reports whether it is one to judge.
func operationOf(request map[string]any) (r crdschema.Request, ok bool) {
	options, _ := request["options"].(map[string]any)
	if err := r.FieldValidation.UnmarshalText([]byte(text(options, "fieldValidation"))); err != nil {
		r.FieldValidation = crdschema.Warn
	}
	switch text(request, "operation") + " " + text(request, "subResource") {
	case "CREATE ":
		r.Operation = crdschema.Create
	case "UPDATE ":
		r.Operation = crdschema.Update
	case "UPDATE status":
		r.Operation = crdschema.UpdateStatus
	default:
		return r, false
	}
	return r, true
}

// text returns a field of m that is a string, or "".
func text(m map[string]any, field string) string {
	s, _ := m[field].(string)
	return s
}

// anyList returns texts as a JSON value.
func anyList(texts []string) []any {
	list := make([]any, len(texts))
	for i, t := range texts {
		list[i] = t
	}
	return list
}

// addPatch adds the patch that makes out of obj, if they differ.
func addPatch(response map[string]any, obj any, out map[string]any) error {
	patch := jsonPatch(obj, out)
	if len(patch) == 0 {
		return nil
	}
	encoded, err := json.Marshal(patch)
	if err != nil {
		return err
	}
	response["patch"], response["patchType"] = base64.StdEncoding.EncodeToString(encoded), "JSONPatch"
	return nil
}
