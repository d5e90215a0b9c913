package publish

import "slices"

// PathItem is a path of the API with its operations.
type PathItem struct {
	Path       string
	Named      bool  // all operations take the NameParameter, before the others
	Query      Query // the other parameters that all operations take
	Operations []Operation
}

// Operation is one method of a path. Descriptions and ids are the server's.
type Operation struct {
	Method      string // "get", "put", "post", "delete", "patch"
	Action      string // x-kubernetes-action
	ID          string
	Tag         string
	Description string
	Query       Query        // its parameters, without the parameters of the path
	Body        *RequestBody // nil if there is none
	Consumes    []string
	Responses   Responses
}

// RequestBody is the body of a request.
type RequestBody struct {
	Model    string // name of its model
	Required bool
}

// Responses are the possible responses of an operation.
type Responses struct {
	Model string // name of the model that they hold
	Set   ResponseSet
	Media MediaSet
}

// ResponseSet is a list of responses that operations of all definitions share.
type ResponseSet uint8

const (
	getResponses ResponseSet = iota
	putResponses
	postResponses
	deleteResponses
	nativePatchResponses
)

// ResponseTexts holds the descriptions of each [ResponseSet] by status code.
var ResponseTexts = [...]map[int]string{
	getResponses:    {200: "OK"},
	putResponses:    {200: "OK", 201: "Created"},
	postResponses:   {200: "OK", 201: "Created", 202: "Accepted"},
	deleteResponses: {200: "OK", 202: "Accepted"},

	nativePatchResponses: {200: "OK", 201: "Created"},
}

// Every operation may also return this response, without content.
const (
	Unauthorized     = 401 // the status code
	UnauthorizedText = "Unauthorized"
)

var (
	media      = []string{"application/json", "application/yaml"}
	patchMedia = []string{"application/json-patch+json", "application/merge-patch+json", "application/apply-patch+yaml"}
)

// MediaSet is a list of media types of responses.
type MediaSet uint8

const (
	customMedia MediaSet = iota
	nativeMedia
	nativeWatchMedia
)

// Media holds the media types of each [MediaSet] in order.
var Media = [...][]string{
	customMedia:      media,
	nativeMedia:      nativeTypes[:3],
	nativeWatchMedia: nativeTypes,
}

var nativeTypes = []string{
	"application/json", "application/yaml", "application/vnd.kubernetes.protobuf",
	"application/json;stream=watch", "application/vnd.kubernetes.protobuf;stream=watch",
}

// Query is a list of parameters that operations of all definitions share.
type Query uint8

const (
	NoQuery Query = iota
	listQuery
	getQuery
	writeQuery
	patchQuery
	deleteQuery
	allNamespacesQuery
	namespaceQuery
	clusterQuery
	nativeDeleteCollectionQuery
	nativeWatchQuery
)

// listParameters are the parameters of lists. The path of all namespaces has them instead of
// its operation, with "pretty" among them.
var listParameters = []string{
	"allowWatchBookmarks", "continue", "fieldSelector", "labelSelector", "limit", "resourceVersion", "resourceVersionMatch",
	"sendInitialEvents", "shardSelector", "timeoutSeconds", "watch",
}

// Queries holds the parameters of each [Query] in order; see [Parameters].
var Queries = [...][]string{
	NoQuery:    nil,
	listQuery:  listParameters,
	getQuery:   {"resourceVersion"},
	writeQuery: {"dryRun", "fieldManager", "fieldValidation"},
	patchQuery: {"dryRun", "fieldManagerOfPatch", "fieldValidation", "force"},
	deleteQuery: {
		"dryRun", "gracePeriodSeconds", "ignoreStoreReadErrorWithClusterBreakingPotential", "orphanDependents", "propagationPolicy",
	},
	allNamespacesQuery: slices.Concat(listParameters[:5], []string{"pretty"}, listParameters[5:]),
	namespaceQuery:     {"namespace", "pretty"},
	clusterQuery:       {"pretty"},
	nativeDeleteCollectionQuery: {
		"continue", "dryRun", "fieldSelector", "gracePeriodSeconds", "ignoreStoreReadErrorWithClusterBreakingPotential", "labelSelector", "limit",
		"orphanDependents", "propagationPolicy", "resourceVersion", "resourceVersionMatch", "sendInitialEvents", "shardSelector", "timeoutSeconds",
	},
	nativeWatchQuery: slices.Concat(listParameters[:5], []string{nameOfCRD, "pretty"}, listParameters[5:]),
}

// paths returns the paths of one version.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder, generateBuilder and
// buildRoute.
func (d *Definition) paths(v *Version) []PathItem {
	b := pathBuilder{d: d, names: d.names(v.Name)}
	root, query := b.collection+d.Plural, clusterQuery
	var out []PathItem
	if d.Namespaced {
		out = append(out, PathItem{Path: root, Query: allNamespacesQuery, Operations: []Operation{b.listAll()}})
		root, query = b.collection+"namespaces/{namespace}/"+d.Plural, namespaceQuery
		b.infix = "Namespaced"
	}
	item := root + "/{name}"
	out = append(out,
		PathItem{Path: root, Query: query, Operations: []Operation{b.list(), b.create(), b.deleteCollection()}},
		PathItem{Path: item, Named: true, Query: query, Operations: append(b.item("", "", b.model), b.delete())})
	if v.Status {
		out = append(out, PathItem{Path: item + "/status", Named: true, Query: query, Operations: b.item("Status", " status of", b.model)})
	}
	if v.Scale {
		out = append(out, PathItem{Path: item + "/scale", Named: true, Query: query, Operations: b.item("Scale", " scale of", scaleName)})
	}
	return out
}

// SharedBodies returns the models of request bodies that all definitions share, and whether
// the body is required.
func SharedBodies() map[string]bool {
	return map[string]bool{deleteOptionsName: false, patchName: true}
}

// SharedResponses returns the responses that hold Kubernetes models.
func SharedResponses() []Responses {
	var out []Responses
	for set := range ResponseTexts {
		out = append(out, Responses{Model: statusName, Set: ResponseSet(set)}, Responses{Model: scaleName, Set: ResponseSet(set)})
	}
	return out
}
