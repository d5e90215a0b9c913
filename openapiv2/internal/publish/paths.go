package publish

import "slices"

// Path is a path of the API with what can be done there.
type Path struct {
	Path       string
	Named      bool  // all operations take the NameParameter, first of all
	Query      Query // what else they all take
	Operations []Operation
}

// Operation is one method of a path. Texts and ids are those of a server.
type Operation struct {
	Method      string // "get", "put", "post", "delete", "patch"
	Action      string // x-kubernetes-action
	ID          string
	Tag         string
	Description string
	Query       Query // its parameters beside those of the path
	Body        *Body // nil: none
	Answers     Answers
}

// Body is the body of a request.
type Body struct {
	Model    string // name of a model
	Required bool
	Consumes []string
}

// Answers are those that an operation may give.
type Answers struct {
	Model string // name of the model that they hold
	Codes Codes
}

// Codes is a list of answers that operations of all definitions share.
type Codes uint8

const (
	answersOfGet Codes = iota
	answersOfPut
	answersOfPost
	answersOfDelete
)

// Texts are the answers of each of [Codes], by their status codes.
var Texts = [...]map[int]string{
	answersOfGet:    {200: "OK"},
	answersOfPut:    {200: "OK", 201: "Created"},
	answersOfPost:   {200: "OK", 201: "Created", 202: "Accepted"},
	answersOfDelete: {200: "OK", 202: "Accepted"},
}

// Every operation may also answer this, without content.
const (
	Unauthorized     = 401 // the status code
	UnauthorizedText = "Unauthorized"
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
	queryOfAll
	queryOfNamespace
	queryOfCluster
)

// listing are the parameters of lists. On the path of all namespaces, which has
// them instead of its operation, "pretty" stands among them.
var listing = []string{
	"allowWatchBookmarks", "continue", "fieldSelector", "labelSelector", "limit", "resourceVersion", "resourceVersionMatch",
	"sendInitialEvents", "shardSelector", "timeoutSeconds", "watch",
}

// Queries are the parameters of each [Query], in order; see [Parameters].
var Queries = [...][]string{
	NoQuery:      nil,
	queryOfList:  listing,
	queryOfGet:   {"resourceVersion"},
	queryOfWrite: {"dryRun", "fieldManager", "fieldValidation"},
	queryOfPatch: {"dryRun", "fieldManagerOfPatch", "fieldValidation", "force"},
	queryOfDelete: {
		"dryRun", "gracePeriodSeconds", "ignoreStoreReadErrorWithClusterBreakingPotential", "orphanDependents", "propagationPolicy",
	},
	queryOfAll:       slices.Concat(listing[:5], []string{"pretty"}, listing[5:]),
	queryOfNamespace: {"namespace", "pretty"},
	queryOfCluster:   {"pretty"},
}

// Paths are the paths of one version.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder,
// generateBuilder and buildRoute.
func (d *Definition) Paths(v *Version) []Path {
	b := pathBuilder{d: d, names: d.names(v.Name)}
	root, query := b.collection+d.Plural, queryOfCluster
	var out []Path
	if d.Namespaced {
		out = append(out, Path{Path: root, Query: queryOfAll, Operations: []Operation{b.listAll()}})
		root, query = b.collection+"namespaces/{namespace}/"+d.Plural, queryOfNamespace
		b.infix = "Namespaced"
	}
	item := root + "/{name}"
	out = append(out,
		Path{Path: root, Query: query, Operations: []Operation{b.list(), b.create(), b.deleteCollection()}},
		Path{Path: item, Named: true, Query: query, Operations: append(b.item("", "", b.model), b.delete())})
	if v.Status {
		out = append(out, Path{Path: item + "/status", Named: true, Query: query, Operations: b.item("Status", " status of", b.model)})
	}
	if v.Scale {
		out = append(out, Path{Path: item + "/scale", Named: true, Query: query, Operations: b.item("Scale", " scale of", scaleName)})
	}
	return out
}

// SharedBodies are the models that requests for all definitions have for a body,
// and whether they must have it.
func SharedBodies() map[string]bool {
	return map[string]bool{deleteOptionsName: false, patchName: true}
}

// SharedAnswers are the answers that hold Kubernetes models.
func SharedAnswers() []Answers {
	var out []Answers
	for codes := range Texts {
		out = append(out, Answers{statusName, Codes(codes)}, Answers{scaleName, Codes(codes)})
	}
	return out
}
