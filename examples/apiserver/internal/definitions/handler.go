package definitions

import (
	"context"
	"net/http"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/examples/apiserver/internal/custom"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/status"
)

// Handler answers requests below /apis/. Documents answers those for a group or a version.
type Handler struct {
	*Controller
	Documents http.Handler
}

// ServeHTTP implements http.Handler.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path, refused := httpapi.ParsePath(r.Method, r.URL)
	switch {
	case refused != nil:
		refuse(w, r, refused)
	case path.Endpoint != httpapi.Resources:
		h.Documents.ServeHTTP(w, r)
	case path.Group == kind.Group:
		h.serveCRDs(w, r, path)
	default:
		h.serveObjects(w, r, path)
	}
}

// serveObjects answers a request for objects. A kind that was replaced in the meantime is looked up again.
func (h *Handler) serveObjects(w http.ResponseWriter, r *http.Request, path httpapi.Path) {
	for {
		of := (*h.served.Load())[path.CRDName()]
		if of.broken != nil && of.kind == nil {
			reject(w, r, status.Internal("error resolving resource"))
			return
		}
		var definition *crdschema.Definition
		if of.kind != nil {
			definition = of.kind.Definition
		}
		version, refused := path.Find(definition)
		if refused != nil && (refused.Code != http.StatusBadRequest || path.Verb != "patch") {
			for _, header := range httpapi.VersionWarnings(version) {
				w.Header().Add("Warning", header)
			}
			refuse(w, r, refused)
			return
		}
		if of.kind.Serve(w, r, path) {
			return
		}
	}
}

// serveCRDs answers a request for CRDs.
func (h *Handler) serveCRDs(w http.ResponseWriter, r *http.Request, path httpapi.Path) {
	switch verb := path.Verb; {
	case path.Version != kind.Version || path.Resource != resource.Resource || path.Namespace != "":
		refuse(w, r, httpapi.PageNotFound())
	case path.Subresource != "" && path.Subresource != "status":
		reject(w, r, status.PathNotRouted())
	case verb == "" || verb == "proxy", path.Name == "" && (verb == "update" || verb == "patch"), path.Name != "" && verb == "create",
		path.Subresource == "status" && (verb == "delete" || verb == "create"):
		reject(w, r, status.MethodNotRouted())
	case verb == "get" || verb == "list" || verb == "watch" || verb == "deletecollection":
		h.Store.reader(h.Host, path)(w, r)
	default:
		h.write(w, r, path)
	}
}

// write answers a request to write a CRD.
func (h *Handler) write(w http.ResponseWriter, r *http.Request, path httpapi.Path) {
	media, refused := httpapi.ParseAccept(r.Header.Get("Accept"), httpapi.JSON, httpapi.YAML)
	if refused != nil {
		reject(w, r, refused)
		return
	}
	name, decide, err := h.Store.request(r, h.Compiler, path)
	var out outcome
	if err == nil {
		out, err = h.Store.carryOut(r.Context(), name, decide)
	}
	if err == nil {
		if deletionOf(out.stored) == nil { // after a deletion, clients look for the condition Terminating
			h.await(r.Context(), name, out.revision)
		}
		out.answer, err = transformed(r.Context(), media, out.answer)
	}
	for _, header := range httpapi.WarningHeaders(out.warnings) {
		w.Header().Add("Warning", header)
	}
	if err != nil {
		refused = crdschema.StatusOf(err)
		if refused == nil {
			refused = status.Internal(err.Error())
		}
		reject(w, r, refused)
		return
	}
	respond(w, r, media, out.code, out.answer)
}

// transformed returns an answer in the form that the client accepts.
func transformed(ctx context.Context, media httpapi.MediaType, obj map[string]any) (map[string]any, error) {
	switch {
	case obj["kind"] != kind.Kind: // a Status
		return obj, nil
	case media.As == httpapi.Table:
		meta, _ := obj["metadata"].(map[string]any)
		return registry.CRDTable(ctx, []map[string]any{obj}, registry.WithListMetadata(meta), registry.WithTableVersion(media.Version))
	case media.As == httpapi.PartialObjectMetadata:
		return registry.PartialMetadata(ctx, obj, media.Version)
	}
	return obj, media.CheckObject().Err()
}

func refuse(w http.ResponseWriter, r *http.Request, refused *httpapi.Rejection) {
	if refused.Status != nil {
		reject(w, r, refused.Status)
		return
	}
	http.Error(w, strings.TrimSuffix(refused.Text, "\n"), refused.Code)
}

func reject(w http.ResponseWriter, r *http.Request, s *crdschema.Status) {
	respond(w, r, httpapi.ParseStatusAccept(r.Header.Get("Accept"), httpapi.JSON, httpapi.YAML), s.Code, s.Object())
}

func respond(w http.ResponseWriter, r *http.Request, media httpapi.MediaType, code int, obj map[string]any) {
	media.Pretty = media.Pretty || media.Indents(r.URL.RawQuery, r.UserAgent())
	text, err := httpapi.Encode(context.WithoutCancel(r.Context()), media, obj)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", media.Name)
	w.WriteHeader(code)
	_, _ = w.Write(text) // a client that has gone does not matter
}

var _ custom.Conversions = lists{}
