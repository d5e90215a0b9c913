package apimachinery

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/seed95800270/crdschema"
)

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

// maxWarnings is the number of unknown fields that a server reports in warnings.
const maxWarnings = 100

// decoded returns the decoded object and the warnings about its unknown fields, or the Status
// of an object that the server does not decode.
func decoded(ctx context.Context, definition *crdschema.Definition, r crdschema.Request) (crdschema.Result, error) {
	d, err := definition.Decode(ctx, r.Object)
	if err != nil || r.FieldValidation == crdschema.Strict && len(d.Unknown) > 0 {
		return definition.Admit(ctx, r)
	}
	out := crdschema.Result{Decoded: d.Object}
	if r.FieldValidation == crdschema.Warn {
		out.Warnings = d.Unknown[:min(len(d.Unknown), maxWarnings)].Texts()
	}
	return out, nil
}

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
