package routes

import (
	"fmt"
	"net/http"

	"github.com/seed95800270/crdschema/crdserver/internal/actions"
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
		s.report(w, r, s.subresource(w, r, path))
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
func (s *Router) subresource(w http.ResponseWriter, r *http.Request, path httpapi.Path) error {
	name := path.Resource + "/" + path.Subresource
	entry := builtin.Entry(path.Group, path.Version, name)
	if entry == nil {
		s.Verbs.Reject(w, r, status.PathNotRouted())
		return nil
	}
	if !builtin.Allows(entry, path.Verb) {
		s.Verbs.Reject(w, r, status.MethodNotRouted())
		return nil
	}
	if s.Actions.Serve(w, r, path) {
		return nil
	}
	kind, err := s.BuiltIn.Open(r.Context(), path.Group, path.Resource)
	if err != nil {
		return err
	}
	version, _ := kind.Definition.Definition.Version(path.Version)
	part, subresource := actions.Part(kind.Kind(version), path.Resource, path.Subresource)
	if part == nil {
		s.Verbs.Reject(w, r, notBuilt(fmt.Sprintf("the subresource %s", name)))
		return nil
	}
	path.Subresource = subresource
	s.Verbs.Serve(w, r, part, path)
	return nil
}

// action answers a request for a resource whose objects are not stored.
func (s *Router) action(w http.ResponseWriter, r *http.Request, path httpapi.Path) {
	if !s.Actions.Serve(w, r, path) {
		s.Verbs.Reject(w, r, status.MethodNotRouted())
	}
}
