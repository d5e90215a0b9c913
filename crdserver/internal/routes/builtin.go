package routes

import (
	"fmt"
	"net/http"

	"github.com/seed95800270/crdschema/crdserver/internal/builtin"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/status"
)

// builtIn answers a request for objects of a built-in kind. The answer to a request
// for the work of another component of a cluster is 501.
func (s *Router) builtIn(w http.ResponseWriter, r *http.Request, path httpapi.Path) {
	entry := builtin.Entry(path.Group, path.Version, path.Resource)
	switch {
	case entry == nil:
		s.Verbs.Refuse(w, r, httpapi.PageNotFound())
		return
	case path.Verb == "proxy":
		s.Verbs.Reject(w, r, notBuilt("proxies"))
		return
	case !builtin.Stored(entry):
		s.action(w, r, path)
		return
	case path.Subresource != "" && path.Subresource != "status" && path.Subresource != "scale":
		s.subresource(w, r, path)
		return
	case path.Subresource == "" && path.Verb != "" && !builtin.Allows(entry, path.Verb):
		s.Verbs.Reject(w, r, status.MethodNotRouted())
		return
	}
	kind, err := s.BuiltIn.Open(r.Context(), path.Group, path.Resource)
	if err != nil {
		s.report(w, r, err)
		return
	}
	version, refused := path.Find(kind.Definition.Definition)
	if refused != nil {
		s.Verbs.Refuse(w, r, refused)
		return
	}
	s.Verbs.Serve(w, r, kind.Kind(version), path)
}

// subresource answers a request for a subresource that is neither the status nor the scale.
func (s *Router) subresource(w http.ResponseWriter, r *http.Request, path httpapi.Path) {
	name := path.Resource + "/" + path.Subresource
	if builtin.Entry(path.Group, path.Version, name) == nil {
		s.Verbs.Reject(w, r, status.PathNotRouted())
		return
	}
	s.Verbs.Reject(w, r, notBuilt(fmt.Sprintf("the subresource %s", name)))
}

// action answers a request for a resource whose objects are not stored.
func (s *Router) action(w http.ResponseWriter, r *http.Request, path httpapi.Path) {
	s.Verbs.Reject(w, r, notBuilt("the resource "+path.Resource))
}
