package httpapi

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/seed95800270/crdschema/internal/weburl"
	"github.com/seed95800270/crdschema/selector"
)

// Endpoint is the kind of a path.
type Endpoint string

// The endpoints.
const (
	// OtherPath is a path that is not below /apis/.
	OtherPath Endpoint = ""
	// GroupList is /apis: the APIGroupList or APIGroupDiscoveryList.
	GroupList Endpoint = "groups"
	// OneGroup is /apis/GROUP: its APIGroup.
	OneGroup Endpoint = "group"
	// GroupVersion is /apis/GROUP/VERSION: its APIResourceList.
	GroupVersion Endpoint = "version"
	// Resources is a path of objects: /apis/GROUP/VERSION[/namespaces/NAMESPACE]/PLURAL[/NAME[/SUBRESOURCE]].
	Resources Endpoint = "resources"
)

// Path is what the method and the URL of a request ask for. It says nothing about what exists: see
// [Path.Find].
type Path struct {
	Endpoint Endpoint
	// Verb is the verb of the API: get, list, watch, create, update, patch, delete or deletecollection;
	// proxy, which no custom resource has; or empty for other methods. It is empty for other endpoints
	// too: the documents of discovery are the answer to every method.
	Verb string
	// Group and Version are the parts of an apiVersion.
	Group, Version string
	// Namespace is the namespace in the path. If it is empty, list and watch concern all namespaces.
	Namespace string
	// Resource is the plural name of the kind.
	Resource string
	// Name is the name of the object. For list and watch it may be set too: see [ListOptions.SelectName].
	// For create, the server ignores it.
	Name string
	// Subresource is what follows the name: "status" or "scale". The server ignores further parts of the path.
	Subresource string
}

// ParsePath returns what a method and a URL ask for. Slashes at the end of the path do not matter;
// between others, parts may be empty. The path is unescaped before it is split: %2F separates, too. HEAD
// is GET: the HTTP server leaves out the body. A watch is a list with the parameter watch, or any
// method with the older path /apis/GROUP/VERSION/watch/….
//
// The Rejection is plain text (500): nothing follows watch or proxy.
//
// Rules: k8s.io/apiserver/pkg/endpoints/request, RequestInfoFactory.NewRequestInfo;
// k8s.io/apiextensions-apiserver/pkg/apiserver, crdHandler.ServeHTTP.
func ParsePath(method string, u *url.URL) (Path, *Rejection) {
	if u == nil || u.Path != "/apis" && !strings.HasPrefix(u.Path, "/apis/") {
		return Path{}, nil
	}
	parts := strings.Split(strings.Trim(u.Path, "/"), "/")[1:]
	switch len(parts) {
	case 0:
		return Path{Endpoint: GroupList}, nil
	case 1:
		return Path{Endpoint: OneGroup, Group: parts[0]}, nil
	case 2:
		return Path{Endpoint: GroupVersion, Group: parts[0], Version: parts[1]}, nil
	}
	p := Path{Endpoint: Resources, Group: parts[0], Version: parts[1], Verb: verbs[method]}
	parts = parts[2:]
	if special := parts[0]; special == "watch" || special == "proxy" {
		if len(parts) == 1 {
			return Path{}, undetermined(u)
		}
		p.Verb, parts = special, parts[1:]
	}
	p.parseObject(parts)
	p.adjustVerb(u.RawQuery)
	return p, nil
}

var verbs = map[string]string{"GET": "get", "HEAD": "get", "POST": "create", "PUT": "update", "PATCH": "patch", "DELETE": "delete"}

// parseObject reads the parts that follow the version.
func (p *Path) parseObject(parts []string) {
	if parts[0] == "namespaces" && len(parts) > 1 {
		p.Namespace = parts[1]
		if len(parts) > 2 && parts[2] != "status" && parts[2] != "finalize" { // of the namespace itself
			parts = parts[2:]
		}
	}
	p.Resource = parts[0]
	if len(parts) > 1 {
		p.Name = parts[1]
	}
	if len(parts) > 2 && p.Verb != "proxy" {
		p.Subresource = parts[2]
	}
}

// adjustVerb changes the verb of a request without a name in its path.
func (p *Path) adjustVerb(rawQuery string) {
	switch {
	case p.Name != "":
	case p.Verb == "delete":
		p.Verb = "deletecollection"
	case p.Verb == "get":
		values, _ := weburl.ParseQuery(rawQuery) // what is malformed is left out
		q := query{values: values}
		p.Verb = "list"
		if q.isSet("watch") {
			p.Verb = "watch"
		}
		p.Name = selectedName(&q)
	}
}

// selectedName returns the name that the field selector of a list demands, or "". The server does
// not look for one if it cannot read the parameters.
func selectedName(q *query) string {
	for _, name := range []string{"timeoutSeconds", "limit"} {
		q.integer(name)
	}
	_, err := selector.ParseLabels(q.text("labelSelector"))
	fields, fieldsErr := selector.ParseFields(q.text("fieldSelector"))
	if q.err != nil || err != nil || fieldsErr != nil {
		return ""
	}
	if name, found := fields.ExactMatch("metadata.name"); found && invalidSegment(name) == "" {
		return name
	}
	return ""
}

// invalidSegment returns why a name cannot be part of a path, or "".
//
// Rule: k8s.io/apimachinery/pkg/api/validate/content, IsPathSegmentName.
func invalidSegment(name string) string {
	var problems []string
	switch {
	case name == "." || name == "..":
		return fmt.Sprintf("may not be '%s'", name)
	case strings.Contains(name, "/"):
		problems = append(problems, "may not contain '/'")
	}
	if strings.Contains(name, "%") {
		problems = append(problems, "may not contain '%'")
	}
	return strings.Join(problems, ";")
}

// CRDName returns the name of the CRD whose objects the path names: "lamps.example.com".
func (p Path) CRDName() string { return p.Resource + "." + p.Group }
