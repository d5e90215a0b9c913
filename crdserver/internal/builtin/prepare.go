package builtin

import (
	"context"
	"encoding/json"
	"net/http"
	"path"
	"strings"

	"k8s.io/apimachinery/pkg/util/strategicpatch"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdserver/internal/custom"
	"github.com/seed95800270/crdschema/crdserver/internal/published"
	"github.com/seed95800270/crdschema/crdserver/internal/rest"
	"github.com/seed95800270/crdschema/crdserver/internal/untyped"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/status"
)

// Prepare makes a request that custom resources understand: a strategic merge patch becomes an update, and
// a body becomes what a server makes of it by decoding it into a Go type.
func (r *Resource) Prepare(ctx context.Context, w rest.Write, v *crdschema.Version) (rest.Write, error) {
	w, err := r.create(ctx, w)
	if err == nil {
		w, err = r.rename(ctx, w)
	}
	switch {
	case err != nil:
		return w, err
	case isApply(w.ContentType) && w.Subresource == "scale":
		return w, &crdschema.Status{Code: http.StatusNotImplemented, Reason: "NotImplemented", Message: "crdserver does not have server-side apply of the subresource scale of built-in kinds"}
	case isApply(w.ContentType) && r.behavior.unconditional(v):
		return withoutEmptyRevision(ctx, w)
	case custom.IsStrategic(w.ContentType) && w.Subresource == "scale":
		w.ContentType = "application/merge-patch+json" // a Scale has no lists
		return w, nil
	case custom.IsStrategic(w.ContentType):
		if w, err = r.merge(ctx, w, v); err == nil {
			w, err = r.encodeTexts(ctx, w)
		}
		return w, err
	case w.Operation == crdschema.Patch && w.ContentType == "application/merge-patch+json":
		return r.encodeTexts(ctx, w)
	case w.Operation == crdschema.Create || w.Operation == crdschema.Update || w.Operation == crdschema.UpdateStatus:
		return r.decode(ctx, w, v)
	}
	return w, nil
}

// decode drops nulls: Go types take them for absent. It adds the kind. It adds the revision of the stored
// object to an update without one, if the strategy allows it: such an update is never a conflict. A body that cannot
// be decoded is left as it is.
func (r *Resource) decode(ctx context.Context, w rest.Write, v *crdschema.Version) (rest.Write, error) {
	docs, err := document.DecodeYAML(ctx, w.Body)
	if err != nil || len(docs) == 0 {
		return w, ctx.Err()
	}
	if refused := r.checkTypes(w, docs[0].Object, v); refused != nil {
		return w, refused
	}
	out, changed := custom.WithoutNulls(v.Schema(), docs[0].Object)
	add := func(in map[string]any, name string, value any) {
		if text, _ := in[name].(string); text == "" && value != nil {
			in[name], changed = value, true
		}
	}
	add(out, "apiVersion", apiVersion(v.Definition().Group(), v.Name()))
	add(out, "kind", v.Definition().Kind())
	if secret, found := r.behavior.withStringData(out); found {
		out, changed = secret, true
	}
	if meta := untyped.Object(out, "metadata"); w.Operation != crdschema.Create && w.Old != nil && meta != nil && r.behavior.unconditional(v) {
		add(meta, "resourceVersion", untyped.Object(w.Old, "metadata")["resourceVersion"])
	}
	if !changed {
		return w, nil
	}
	w.Body, err = json.Marshal(out)
	w.ContentType = httpapi.JSON
	return w, err
}

func isApply(header string) bool { return strings.HasPrefix(header, "application/apply-patch") }

// withoutEmptyRevision drops an empty resourceVersion from an applied object: the Go type takes it for absent.
func withoutEmptyRevision(ctx context.Context, w rest.Write) (rest.Write, error) {
	docs, err := document.DecodeYAML(ctx, w.Body)
	if err != nil || len(docs) != 1 {
		return w, ctx.Err()
	}
	if meta := untyped.Object(docs[0].Object, "metadata"); meta["resourceVersion"] == "" {
		delete(meta, "resourceVersion")
		w.Body, err = json.Marshal(docs[0].Object)
	}
	return w, err
}

// checkTypes returns the Status for a body with a value of a wrong type, or nil. A body of another kind is left to whoever
// admits the object.
func (r *Resource) checkTypes(w rest.Write, obj map[string]any, v *crdschema.Version) *crdschema.Status {
	of, kind := apiVersion(v.Definition().Group(), v.Name()), v.Definition().Kind()
	if obj["apiVersion"] != nil && obj["apiVersion"] != of || obj["kind"] != nil && obj["kind"] != kind {
		return nil
	}
	body := w.Body
	if contentType, _, _ := strings.Cut(w.ContentType, ";"); contentType != "" && contentType != httpapi.JSON {
		body, _ = json.Marshal(obj) // it was decoded
	}
	return CheckTypes(body, of, kind)
}

// CheckTypes returns the Status for a JSON text of a built-in kind with a value of a wrong type, or nil.
func CheckTypes(text []byte, apiVersion, kind string) *crdschema.Status {
	component := published.Kind(apiVersion, kind)
	if component == "" {
		return nil
	}
	if err := checkTypes(text, component); err != nil {
		return status.Unhandled(kind, path.Base(apiVersion), kind, err.Error())
	}
	return nil
}

// merge merges a strategic merge patch into the stored object.
func (r *Resource) merge(ctx context.Context, w rest.Write, v *crdschema.Version) (rest.Write, error) {
	w.ContentType = httpapi.JSON
	if w.Operation = crdschema.Update; w.Subresource == "status" {
		w.Operation = crdschema.UpdateStatus
	}
	if w.Old == nil {
		return w, r.Kind(v).NotFound(w.Namespace, w.Name)
	}
	old, err := r.Definition.Read(ctx, w.Old, v.Name())
	if err != nil {
		return w, err
	}
	doc, err := document.DecodeJSON(ctx, w.Body)
	if err != nil {
		return w, status.BadRequest(err.Error())
	}
	patch, err := json.Marshal(doc.Object)
	if err != nil {
		return w, err
	}
	text, err := json.Marshal(r.show(old))
	if err != nil {
		return w, err
	}
	lookup := mergeKeys{published.Component(published.Kind(apiVersion(v.Definition().Group(), v.Name()), v.Definition().Kind()))}
	w.Body, err = strategicpatch.StrategicMergePatchUsingLookupPatchMeta(text, patch, lookup)
	if err != nil {
		return w, status.BadRequest(err.Error())
	}
	return w, nil
}
