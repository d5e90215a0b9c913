package publish

import "slices"

// Path is a path of the API with what can be done there.
type Path struct {
	Path       string
	Kind       string   // "name of the " Kind is the text of the name parameter
	Parameters []string // that all operations take, in order; see Parameters
	Operations []Operation
}

// Operation is one method of a path. Texts and ids are those of a server.
type Operation struct {
	Method      string // "get", "put", "post", "delete", "patch"
	Action      string // x-kubernetes-action
	ID          string
	Tag         string
	Description string
	Query       Query  // its parameters beside those of the path
	Body        *Body  // nil: none
	Returns     string // name of a model
	Codes       []Code // beside 401
}

// Body is the body of a request.
type Body struct {
	Model    string // name of a model
	Required bool
	Consumes []string
}

// Code is an answer that an operation may give.
type Code struct {
	Status int
	Text   string
}

// Unauthorized is an answer of every operation, without content.
var Unauthorized = Code{401, "Unauthorized"}

var (
	ok       = Code{200, "OK"}
	created  = Code{201, "Created"}
	accepted = Code{202, "Accepted"}
)

// Media types of requests and answers.
var (
	Media      = []string{"application/json", "application/yaml"}
	PatchMedia = []string{"application/json-patch+json", "application/merge-patch+json", "application/apply-patch+yaml"}
)

// Query is a list of parameters that operations of all definitions share.
type Query uint8

const (
	// NoQuery is the empty list.
	NoQuery Query = iota
	queryOfList
	queryOfGet
	queryOfWrite
	queryOfPatch
	queryOfDelete
)

// Queries are the parameters of each [Query], in order; see [Parameters].
var Queries = [...][]string{
	NoQuery: nil,
	queryOfList: {
		"allowWatchBookmarks", "continue", "fieldSelector", "labelSelector", "limit", "resourceVersion", "resourceVersionMatch",
		"sendInitialEvents", "shardSelector", "timeoutSeconds", "watch",
	},
	queryOfGet:   {"resourceVersion"},
	queryOfWrite: {"dryRun", "fieldManager", "fieldValidation"},
	queryOfPatch: {"dryRun", "fieldManagerOfPatch", "fieldValidation", "force"},
	queryOfDelete: {
		"dryRun", "gracePeriodSeconds", "ignoreStoreReadErrorWithClusterBreakingPotential", "orphanDependents", "propagationPolicy",
	},
}

var listAllParameters = slices.Concat(Queries[queryOfList][:5:5], []string{"pretty"}, Queries[queryOfList][5:])

// Paths are the paths of one version.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder,
// generateBuilder and buildRoute.
func (d *Definition) Paths(v *Version) []Path {
	b := pathBuilder{d: d, names: d.names(v.Name)}
	root, namespaced := b.collection+d.Plural, []string{}
	var out []Path
	if d.Namespaced {
		out = append(out, Path{Path: root, Kind: d.Kind, Parameters: listAllParameters, Operations: []Operation{b.listAll()}})
		root, namespaced = b.collection+"namespaces/{namespace}/"+d.Plural, []string{"namespace"}
		b.infix = "Namespaced"
	}
	ofCollection := append(namespaced, "pretty")
	ofItem := append([]string{"name"}, ofCollection...)
	out = append(out,
		Path{Path: root, Kind: d.Kind, Parameters: ofCollection, Operations: []Operation{b.list(), b.create(), b.deleteCollection()}},
		Path{Path: root + "/{name}", Kind: d.Kind, Parameters: ofItem, Operations: append(b.item("", "", b.model), b.delete())})
	if v.Status {
		out = append(out, Path{Path: root + "/{name}/status", Kind: d.Kind, Parameters: ofItem, Operations: b.item("Status", " status of", b.model)})
	}
	if v.Scale {
		out = append(out, Path{Path: root + "/{name}/scale", Kind: d.Kind, Parameters: ofItem, Operations: b.item("Scale", " scale of", scaleName)})
	}
	return out
}

// SharedBodies are the models that requests for all definitions have for a body,
// and whether they must have it.
func SharedBodies() map[string]bool {
	return map[string]bool{deleteOptionsName: false, patchName: true}
}
