package typedjson

// structs are the orders of the objects that the server holds in structs, by apiVersion and kind.
//
// Rules: k8s.io/apimachinery/pkg/apis/meta/v1; k8s.io/api/autoscaling/v1, Scale; k8s.io/api/
// apidiscovery/v2; k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.
var structs = map[[2]string]*order{
	{"v1", "Status"}: fields("kind apiVersion metadata status message reason details code", in{
		"metadata": listMeta,
		"details":  fields("name group kind uid causes retryAfterSeconds", in{"causes": fields("reason message field", nil)}),
	}),
	{"meta.k8s.io/v1", "Table"}:                          table,
	{"meta.k8s.io/v1beta1", "Table"}:                     table,
	{"meta.k8s.io/v1", "PartialObjectMetadata"}:          partial,
	{"meta.k8s.io/v1beta1", "PartialObjectMetadata"}:     partial,
	{"meta.k8s.io/v1", "PartialObjectMetadataList"}:      listOf(partial),
	{"meta.k8s.io/v1beta1", "PartialObjectMetadataList"}: listOf(partial),
	{"autoscaling/v1", "Scale"}: fields("kind apiVersion metadata spec status", in{
		"metadata": objectMeta, "spec": fields("replicas", nil), "status": fields("replicas selector", nil)}),
	{"v1", "Namespace"}:     namespace,
	{"v1", "NamespaceList"}: listOf(namespace),
	{"v1", "APIVersions"}: fields("kind apiVersion versions serverAddressByClientCIDRs", in{
		"serverAddressByClientCIDRs": fields("clientCIDR serverAddress", nil)}),
	{"v1", "APIGroupList"}:                                      fields("kind apiVersion groups", in{"groups": group}),
	{"v1", "APIGroup"}:                                          group,
	{"v1", "APIResourceList"}:                                   fields("kind apiVersion groupVersion resources", in{"resources": resource}),
	{"apidiscovery.k8s.io/v2", "APIGroupDiscoveryList"}:         listOf(groupDiscovery),
	{"apiextensions.k8s.io/v1", "CustomResourceDefinition"}:     crd,
	{"apiextensions.k8s.io/v1", "CustomResourceDefinitionList"}: listOf(crd),
}

var (
	listMeta   = fields("selfLink resourceVersion continue remainingItemCount shardInfo", nil)
	objectMeta = fields("name generateName namespace selfLink uid resourceVersion generation creationTimestamp deletionTimestamp "+
		"deletionGracePeriodSeconds labels annotations ownerReferences finalizers managedFields", in{
		"ownerReferences": fields("apiVersion kind name uid controller blockOwnerDeletion", nil),
		"managedFields":   fields("manager operation apiVersion time fieldsType fieldsV1 subresource", nil),
	})
	namespace = fields("kind apiVersion metadata spec status", in{"metadata": objectMeta, "spec": fields("finalizers", nil),
		"status": fields("phase conditions", nil)})
	partial = fields("kind apiVersion metadata", in{"metadata": objectMeta})
	table   = fields("kind apiVersion metadata columnDefinitions rows", in{
		"metadata":          listMeta,
		"columnDefinitions": fields("name type format description priority", nil),
		"rows": fields("cells conditions object", in{
			"conditions": fields("type status reason message", nil), "object": {objects: true}}),
	})
)

var (
	group = fields("kind apiVersion name versions preferredVersion serverAddressByClientCIDRs", in{
		"versions preferredVersion":  fields("groupVersion version", nil),
		"serverAddressByClientCIDRs": fields("clientCIDR serverAddress", nil),
	})
	resource = fields("name singularName namespaced group version kind verbs shortNames categories storageVersionHash", nil)
)

var (
	kind           = fields("group version kind", nil)
	groupDiscovery = fields("kind apiVersion metadata versions", in{
		"metadata": objectMeta,
		"versions": fields("version resources freshness", in{
			"resources": fields("resource responseKind scope singularResource verbs shortNames categories subresources", in{
				"responseKind": kind,
				"subresources": fields("subresource responseKind acceptedTypes verbs", in{"responseKind acceptedTypes": kind}),
			}),
		}),
	})
)

func listOf(items *order) *order {
	return fields("kind apiVersion metadata items", in{"metadata": listMeta, "items": items})
}

// orderOf returns the order of an object, or nil if the server does not hold it in a struct.
func orderOf(obj map[string]any) *order {
	apiVersion, _ := obj["apiVersion"].(string)
	kind, _ := obj["kind"].(string)
	return structs[[2]string{apiVersion, kind}]
}
