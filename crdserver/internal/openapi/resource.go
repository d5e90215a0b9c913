package openapi

import (
	"strings"

	"github.com/seed95800270/crdschema/crdserver/internal/published"
	"github.com/seed95800270/crdschema/lifecycle"
)

// resource is a resource or a subresource in discovery.
type resource struct {
	*builder
	root, name, subresource string
	namespaced              bool
	verbs                   []any
	kind                    object // group, version and kind
	component, listed       string // of an object and of a list
}

func newResource(b *builder, g lifecycle.Discovery, version string, entry object) *resource {
	text := func(name, otherwise string) string {
		if out, ok := entry[name].(string); ok {
			return out
		}
		return otherwise
	}
	r := &resource{builder: b, root: root(g.Group, version), namespaced: entry["namespaced"] == true}
	r.name, r.subresource, _ = strings.Cut(text("name", ""), "/")
	r.verbs, _ = entry["verbs"].([]any)
	r.kind = object{"group": text("group", g.Group), "version": text("version", version), "kind": text("kind", "")}
	if entry["group"] == nil && entry["version"] != nil {
		r.kind["group"] = "" // another kind of the core group
	}
	apiVersion := strings.TrimPrefix(r.kind["group"].(string)+"/"+r.kind["version"].(string), "/")
	r.component = published.Kind(apiVersion, text("kind", ""))
	r.listed = published.Kind(apiVersion, text("kind", "")+"List")
	return r
}

// The parameters of operations in the query, with their types.
var (
	writing  = [][2]string{{"dryRun", "string"}, {"fieldManager", "string"}, {"fieldValidation", "string"}}
	patching = append(writing[:3:3], [2]string{"force", "boolean"})
	deleting = [][2]string{{"dryRun", "string"}, {"gracePeriodSeconds", "integer"}, {"ignoreStoreReadErrorWithClusterBreakingPotential", "boolean"},
		{"orphanDependents", "boolean"}, {"propagationPolicy", "string"}}
	listing = [][2]string{{"allowWatchBookmarks", "boolean"}, {"continue", "string"}, {"fieldSelector", "string"}, {"labelSelector", "string"},
		{"limit", "integer"}, {"resourceVersion", "string"}, {"resourceVersionMatch", "string"}, {"sendInitialEvents", "boolean"},
		{"timeoutSeconds", "integer"}, {"watch", "boolean"}}
)

var patchTypes = []string{"application/json-patch+json", "application/merge-patch+json", "application/strategic-merge-patch+json",
	"application/apply-patch+yaml"}

const (
	patchComponent  = "io.k8s.apimachinery.pkg.apis.meta.v1.Patch"
	deleteComponent = "io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions"
	statusComponent = "io.k8s.apimachinery.pkg.apis.meta.v1.Status"
)

// operations are the operations by verb of discovery.
var operations = map[string]struct {
	method, action string
	query          [][2]string
	body           string // a component, or "" for the object
	mediaTypes     []string
}{
	"list":             {"get", "list", listing, "", nil},
	"create":           {"post", "post", writing, "", []string{jsonType}},
	"deletecollection": {"delete", "deletecollection", deleting, deleteComponent, []string{jsonType}},
	"get":              {"get", "get", nil, "", nil},
	"update":           {"put", "put", writing, "", []string{jsonType}},
	"patch":            {"patch", "patch", patching, patchComponent, patchTypes},
	"delete":           {"delete", "delete", deleting, deleteComponent, []string{jsonType}},
}

// add adds the paths.
func (r *resource) add() {
	if r.component == "" {
		return // exec, proxy and the like: their bodies are not objects
	}
	for _, verb := range r.verbs {
		verb := verb.(string)
		if _, found := operations[verb]; found {
			r.put(r.path(verb), verb)
		}
		if verb == "list" && r.namespaced {
			r.put(r.root+"/"+r.name, verb)
		}
	}
}

// path returns the path of a verb.
func (r *resource) path(verb string) string {
	path := r.root
	if r.namespaced {
		path += "/namespaces/{namespace}"
	}
	path += "/" + r.name
	if verb != "list" && verb != "deletecollection" && verb != "create" || r.subresource != "" {
		path += "/{name}"
	}
	if r.subresource != "" {
		path += "/" + r.subresource
	}
	return path
}

// put adds the operation of a verb to a path.
func (r *resource) put(path, verb string) {
	at, _ := r.paths[path].(object)
	if at == nil {
		at = object{}
		if parameters := r.inPath(path); parameters != nil {
			at["parameters"] = parameters
		}
		r.paths[path] = at
	}
	spec := operations[verb]
	operation := r.syntax.operation(r.query(spec.query), r.body(spec.body, spec.mediaTypes), r.reference(r.answer(verb)), spec.mediaTypes)
	operation["x-kubernetes-action"], operation["x-kubernetes-group-version-kind"] = spec.action, r.kind
	at[spec.method] = operation
}

func (r *resource) inPath(path string) (out []any) {
	for _, name := range []string{"name", "namespace"} {
		if strings.Contains(path, "{"+name+"}") {
			out = append(out, r.syntax.parameter("path", name, "string"))
		}
	}
	return out
}

func (r *resource) query(parameters [][2]string) []any {
	out := []any{}
	for _, p := range parameters {
		out = append(out, r.syntax.parameter("query", p[0], p[1]))
	}
	return out
}

// body returns the schema of a body, or nil.
func (r *resource) body(component string, mediaTypes []string) object {
	switch {
	case len(mediaTypes) == 0:
		return nil
	case component == "":
		component = r.component
	}
	return r.reference(component)
}

// answer returns the component of the answer to a verb.
func (r *resource) answer(verb string) string {
	switch verb {
	case "list":
		return r.listed
	case "delete", "deletecollection":
		return statusComponent
	}
	return r.component
}
