package rest

import (
	"context"
	"net/http"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/status"
)

// Action decides about an object that is not stored, such as a review.
type Action func(ctx context.Context, body map[string]any, options httpapi.WriteOptions) (Outcome, error)

// Body is the kind of the object that an action reads.
type Body struct{ APIVersion, Kind string }

// unstored is the kind of an action: it answers the questions about formats only.
type unstored struct{ Kind }

func (unstored) ReadsProtobuf() bool { return true }
func (unstored) Warnings() []string  { return nil }

// Act answers a request with an action.
func (v *Verbs) Act(w http.ResponseWriter, r *http.Request, expected Body, do Action) {
	x := &exchange{Verbs: v, answer: v.newAnswer(w, r), ctx: r.Context(), kind: unstored{}, query: r.URL.Query()}
	if err := x.act(expected, do); err != nil {
		x.fail(err)
	}
}

func (x *exchange) act(expected Body, do Action) error {
	if err := x.accept(); err != nil {
		return err
	}
	if refused := httpapi.CheckContentType(crdschema.Create, x.contentType()); refused != nil {
		return refused
	}
	write, err := x.request(crdschema.Create, httpapi.ParseCreate)
	if err != nil {
		return err
	}
	body, err := x.decode(write.Body, expected)
	if err != nil {
		return err
	}
	out, err := do(x.ctx, body, write.Options)
	if err != nil {
		return err
	}
	if refused := x.media.CheckObject(); refused != nil {
		return refused
	}
	x.write(out.Code, out.Object)
	return nil
}

// decode decodes a body of a kind. It may be without the kind.
func (x *exchange) decode(body []byte, expected Body) (map[string]any, error) {
	docs, err := document.DecodeYAML(x.ctx, body)
	switch {
	case err != nil:
		return nil, status.BadRequest(err.Error())
	case len(docs) != 1:
		return nil, status.BadRequest("the body is not an object")
	}
	out := docs[0].Object
	apiVersion, _ := out["apiVersion"].(string)
	kind, _ := out["kind"].(string)
	if apiVersion != "" && apiVersion != expected.APIVersion || kind != "" && kind != expected.Kind {
		return nil, status.BadRequest("the object provided is " + kind + " of " + apiVersion + ", and must be " + expected.Kind + " of " + expected.APIVersion)
	}
	return out, nil
}

// Remove deletes the object at a path as a request does, but without webhooks: as an eviction does.
//
// Rule: k8s.io/kubernetes/pkg/registry/core/pod/storage, EvictionREST.Create.
func (v *Verbs) Remove(ctx context.Context, kind Kind, path httpapi.Path, options map[string]any) (Outcome, error) {
	verbs := *v
	verbs.Hooks = nil
	x := &exchange{Verbs: &verbs, ctx: ctx, kind: kind, path: path}
	return x.remove(Deletion{Namespace: path.Namespace, Name: path.Name, Options: options})
}
