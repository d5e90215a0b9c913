package httpapi

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// Rejection is the answer to a request without a handler: a Status or plain text.
type Rejection struct {
	// Code is the HTTP status code.
	Code int
	// Status is the body, or nil: then the body is Text, with the headers
	// Content-Type: text/plain; charset=utf-8 and X-Content-Type-Options: nosniff.
	Status *crdschema.Status
	Text   string
}

// PageNotFound returns the answer to a request for a path that is not served (404, plain text): for a
// group, version or kind that does not exist.
//
// Rule: net/http, NotFound.
func PageNotFound() *Rejection { return &Rejection{Code: 404, Text: "404 page not found\n"} }

func refuse(s *crdschema.Status) *Rejection { return &Rejection{Code: s.Code, Status: s} }

// undetermined answers a path that ends where a resource must follow.
//
// Rules: k8s.io/apiserver/pkg/endpoints/filters, WithRequestInfo; k8s.io/apiserver/pkg/endpoints/
// handlers/responsewriters, InternalError.
func undetermined(u *url.URL) *Rejection {
	text := fmt.Sprintf("Internal Server Error: %q: failed to create RequestInfo: unable to determine kind and namespace from url, %s", u.RequestURI(), u)
	return &Rejection{Code: 500, Text: strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text) + "\n"}
}

// Find returns the version of a definition that answers a request for objects, or the Rejection: plain
// text (404) if d is nil, has another scope or does not serve the version; a Status if the version
// does not have the subresource (404) or the verb (405), or an update or patch has no name (400). d is
// the definition called [Path.CRDName], or nil if there is none that is established.
//
// With a Status, the version is returned too: its warning of deprecation belongs to the answer. The server
// checks the Content-Type of a patch before the name.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/apiserver, crdHandler.ServeHTTP; k8s.io/apiserver/pkg/
// endpoints/handlers, ContextBasedNaming.Name.
func (p Path) Find(d *crdschema.Definition) (*crdschema.Version, *Rejection) {
	if p.Endpoint != Resources || d == nil || d.Name() != p.CRDName() || !p.inScope(d.Scope()) {
		return nil, PageNotFound()
	}
	version, found := d.Version(p.Version)
	if !found || !version.Served() {
		return nil, PageNotFound()
	}
	if refused := p.check(version); refused != nil {
		return version, refuse(refused)
	}
	return version, nil
}

func (p Path) inScope(scope objectmeta.Scope) bool {
	if scope == objectmeta.ClusterScoped {
		return p.Namespace == ""
	}
	return p.Namespace != "" || p.Verb == "list" || p.Verb == "watch"
}

// check returns the Status for a request that no handler of the version answers, or nil.
func (p Path) check(v *crdschema.Version) *crdschema.Status {
	subresources := v.Subresources()
	target := registry.Target{Version: v, Namespace: p.Namespace, Name: p.Name}
	switch {
	case p.Subresource == "status" && subresources.Status, p.Subresource == "scale" && subresources.Scale != nil:
		if p.Verb != "get" && p.Verb != "update" && p.Verb != "patch" {
			return target.MethodNotAllowed(p.Verb)
		}
	case p.Subresource != "":
		return target.NotFound()
	case p.Verb == "" || p.Verb == "proxy":
		return target.MethodNotAllowed(p.Verb)
	}
	if p.Name == "" && (p.Verb == "update" || p.Verb == "patch") {
		return status.NameRequired()
	}
	return nil
}

// CheckName returns the Status for a name that cannot be part of a path (400), or nil: one with a
// percent sign, "." or "..". The server checks it when it looks for the object: a get and a delete after
// the parameters, an update and a patch before it reads the stored object. It does not check the
// name of a list or watch.
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry, NamespaceKeyFunc.
func (p Path) CheckName() *crdschema.Status {
	why := invalidSegment(p.Name)
	switch {
	case why == "":
		return nil
	case p.Verb == "get" || p.Verb == "update" || p.Verb == "patch" || p.Verb == "delete":
		return status.BadRequest(fmt.Sprintf("Name parameter invalid: %q: %s", p.Name, why))
	}
	return nil
}

// VersionWarnings returns the Warning headers of an answer to a request that does not reach
// [crdschema.Definition.Admit] or Delete: the warning that the version is deprecated, if it is. The server
// sends it with every answer of the version: get, list and watch too, and with a Status of [Path.Find]. If v
// is nil, there are none.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, crdHandler.ServeHTTP.
func VersionWarnings(v *crdschema.Version) []string {
	if v == nil {
		return nil
	}
	return WarningHeaders(registry.RecordWarnings([]string{v.DeprecationWarning()}))
}
