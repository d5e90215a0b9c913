// Package routes sends a request to what answers it: a document, the CRDs, the namespaces, or the
// definition of a custom resource.
package routes

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdserver/internal/actions"
	"github.com/seed95800270/crdschema/crdserver/internal/builtin"
	"github.com/seed95800270/crdschema/crdserver/internal/crds"
	"github.com/seed95800270/crdschema/crdserver/internal/discovery"
	"github.com/seed95800270/crdschema/crdserver/internal/namespaces"
	"github.com/seed95800270/crdschema/crdserver/internal/rest"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/status"
)

// Router is the handler of all requests of known clients.
type Router struct {
	Verbs      *rest.Verbs
	CRDs       *crds.Controller
	Namespaces *namespaces.Namespaces
	BuiltIn    *builtin.Kinds
	Documents  *discovery.Documents
	Actions    *actions.Actions
}

func (s *Router) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-cache, private")
	path := strings.TrimSuffix(r.URL.Path, "/")
	switch {
	case r.Header.Get("Upgrade") != "" && !rest.IsWebSocket(r):
		s.Verbs.Reject(w, r, notBuilt("protocols other than HTTP: "+r.Header.Get("Upgrade")))
	case path == "/healthz", path == "/livez", path == "/readyz", below(path, "/healthz", "/livez", "/readyz"):
		s.Documents.Health(w, r)
	case path == "/version":
		s.Documents.Version(w, r)
	case path == "/openapi/v2":
		s.report(w, r, s.Documents.OpenAPIV2(w, r))
	case path == "/openapi/v3", below(path, "/openapi/v3"):
		s.report(w, r, s.Documents.OpenAPIV3(w, r))
	case path == "/api":
		s.Documents.CoreVersions(w, r)
	case below(path, "/api"):
		s.api(w, r, GroupURL(r.URL))
	default:
		s.api(w, r, r.URL)
	}
}

func below(path string, roots ...string) bool {
	for _, root := range roots {
		if strings.HasPrefix(path, root+"/") {
			return true
		}
	}
	return false
}

// GroupURL returns the URL of a path below /api as one below /apis: the core group is empty. Other URLs
// it returns as they are.
func GroupURL(u *url.URL) *url.URL {
	if !below(u.Path, "/api") {
		return u
	}
	out := *u
	out.Path = "/apis/" + strings.TrimPrefix(u.Path, "/api")
	return &out
}

func (s *Router) report(w http.ResponseWriter, r *http.Request, err error) {
	if err != nil {
		s.Verbs.Reject(w, r, status.Internal(err.Error()))
	}
}

// api answers a request for groups or objects.
func (s *Router) api(w http.ResponseWriter, r *http.Request, u *url.URL) {
	path, refused := httpapi.ParsePath(r.Method, u)
	switch {
	case refused != nil:
		s.Verbs.Refuse(w, r, refused)
	case path.Endpoint == httpapi.GroupList:
		s.Documents.Groups(w, r)
	case path.Endpoint == httpapi.OneGroup:
		s.Documents.Group(w, r, path.Group)
	case path.Endpoint == httpapi.GroupVersion:
		s.Documents.Resources(w, r, path.Group, path.Version)
	case path.Endpoint == httpapi.Resources:
		s.resources(w, r, path)
	default:
		s.Verbs.Refuse(w, r, httpapi.PageNotFound())
	}
}

func (s *Router) resources(w http.ResponseWriter, r *http.Request, path httpapi.Path) {
	switch {
	case path.Group == "apiextensions.k8s.io":
		s.crds(w, r, path)
	case path.Group == "" && path.Resource == "namespaces":
		path.Namespace = "" // the name of the namespace itself
		s.namespaces(w, r, path)
	case builtin.Has(path.Group):
		s.builtIn(w, r, path)
	default:
		s.custom(w, r, path)
	}
}

// notBuilt answers a request for what a Kubernetes API server has and this one lacks.
func notBuilt(what string) *crdschema.Status {
	return &crdschema.Status{Code: http.StatusNotImplemented, Reason: "NotImplemented", Message: "crdserver does not have " + what}
}

func (s *Router) namespaces(w http.ResponseWriter, r *http.Request, path httpapi.Path) {
	switch {
	case path.Subresource == "finalize":
		path.Namespace = ""
		s.action(w, r, path)
	case path.Verb == "deletecollection":
		s.Verbs.Reject(w, r, status.MethodNotRouted())
	default:
		version, refused := path.Find(s.Namespaces.Definition.Definition)
		if refused != nil {
			s.Verbs.Refuse(w, r, refused)
			return
		}
		s.Verbs.Serve(w, r, s.Namespaces.Kind(version), path)
	}
}

// custom answers a request for custom resources.
func (s *Router) custom(w http.ResponseWriter, r *http.Request, path httpapi.Path) {
	var definition *crdschema.Definition
	now := s.CRDs.Served()
	served := now.Definitions[path.CRDName()]
	switch {
	case served != nil:
		definition = served.Definition
	case now.Broken[path.CRDName()] != nil:
		s.Verbs.Reject(w, r, status.Internal("error resolving resource"))
		return
	}
	version, refused := path.Find(definition)
	if refused != nil {
		for _, header := range httpapi.VersionWarnings(version) {
			w.Header().Add("Warning", header)
		}
		if refused.Code == http.StatusBadRequest && path.Verb == "patch" {
			if unread := httpapi.CheckContentType(crdschema.Patch, r.Header.Get("Content-Type")); unread != nil {
				s.Verbs.Reject(w, r, unread)
				return
			}
		}
		s.Verbs.Refuse(w, r, refused)
		return
	}
	s.Verbs.Serve(w, r, served.Kind(version), path)
}

// crds answers a request for CRDs.
func (s *Router) crds(w http.ResponseWriter, r *http.Request, path httpapi.Path) {
	switch verb := path.Verb; {
	case path.Version != "v1" || path.Resource != "customresourcedefinitions" || path.Namespace != "":
		s.Verbs.Refuse(w, r, httpapi.PageNotFound())
	case path.Subresource != "" && path.Subresource != "status":
		s.Verbs.Reject(w, r, status.PathNotRouted())
	case verb == "" || verb == "proxy", path.Name == "" && (verb == "update" || verb == "patch"), path.Name != "" && verb == "create",
		path.Subresource == "status" && (verb == "delete" || verb == "create"):
		s.Verbs.Reject(w, r, status.MethodNotRouted())
	default:
		s.Verbs.Serve(w, r, s.CRDs.Kind(), path)
	}
}
