package publish

import (
	"k8s.io/kube-openapi/pkg/validation/spec"
)

// Models that only the document of apiextensions.k8s.io has.
const (
	apiGroupName        = metaPrefix + "APIGroup"
	apiResourceListName = metaPrefix + "APIResourceList"
	watchEventName      = metaPrefix + "WatchEvent"
)

var nativePatchMedia = []string{
	"application/json-patch+json", "application/merge-patch+json", "application/strategic-merge-patch+json", "application/apply-patch+yaml",
}

// nativePaths returns the paths of a resource that is built into the server. They have more
// operations and media types than the paths of custom resources. In v2 they include the path
// of the group; in v3 it has a document of its own. patchTypes are the media types of
// patches, or nil for the server's.
//
// Rule: k8s.io/apiserver/pkg/endpoints, APIInstaller.
func (d *Definition) nativePaths(v *Version, form Form, patchTypes []string) []PathItem {
	if patchTypes == nil {
		patchTypes = nativePatchMedia
	}
	n := d.names(v.Name)
	paths := d.paths(v)
	for i := range paths {
		for j := range paths[i].Operations {
			nativeOperation(&paths[i].Operations[j], patchTypes)
		}
	}
	prefix := "/apis/" + d.Group + "/"
	if form == V2 {
		group := discoveryPath(prefix, identifier(n.group, false), "get"+identifier(n.group, true)+"APIGroup", apiGroupName)
		group.Operations[0].Description = "get information of a group"
		paths = append(paths, group)
	}
	resources := discoveryPath(prefix+v.Name+"/", n.tag, "get"+n.id+"APIResources", apiResourceListName)
	resources.Operations[0].Description = "get available resources"
	return append(append(paths, resources), d.watchPaths(v, n)...)
}

func nativeOperation(o *Operation, patchTypes []string) {
	o.Consumes, o.Responses.Media = []string{"*/*"}, nativeMedia
	switch o.Action {
	case "list":
		o.Description = "list or watch" + o.Description[len("list"):]
		o.Responses.Media = nativeWatchMedia
	case "get":
		o.Query = NoQuery
	case "patch":
		o.Consumes, o.Responses.Set = patchTypes, nativePatchResponses
	case "deletecollection":
		o.Query, o.Body = nativeDeleteCollectionQuery, &RequestBody{Model: deleteOptionsName}
	}
}

func discoveryPath(path, tag, id, model string) PathItem {
	return PathItem{Path: path, Operations: []Operation{{
		Method: "get", ID: id, Tag: tag, Consumes: nativeTypes[:3], Responses: Responses{Model: model, Set: getResponses, Media: nativeMedia},
	}}}
}

func (d *Definition) watchPaths(v *Version, n names) []PathItem {
	root := "/apis/" + d.Group + "/" + v.Name + "/watch/" + d.Plural
	watch := func(action, id, description string) []Operation {
		return []Operation{{
			Method: "get", Action: action, ID: id, Tag: n.tag, Description: description, Consumes: []string{"*/*"},
			Responses: Responses{Model: watchEventName, Set: getResponses, Media: nativeWatchMedia},
		}}
	}
	const instead = " deprecated: use the 'watch' parameter with a list operation instead"
	return []PathItem{
		{Path: root, Query: allNamespacesQuery, Operations: watch("watchlist", "watch"+n.id+d.Kind+"List",
			"watch individual changes to a list of "+d.Kind+"."+instead+".")},
		{Path: root + "/{name}", Query: nativeWatchQuery, Operations: watch("watch", "watch"+n.id+d.Kind,
			"watch changes to an object of kind "+d.Kind+"."+instead+", filtered to a single item with the 'fieldSelector' parameter.")},
	}
}

// OperationExtensions returns the extensions of an operation, or nil for discovery.
func OperationExtensions(o *Operation, kind map[string]any) spec.Extensions {
	if o.Action == "" {
		return nil
	}
	return spec.Extensions{"x-kubernetes-action": o.Action, groupVersionKind: kind}
}
