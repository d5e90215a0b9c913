package gotype

import (
	"slices"
)

// Group is the API group of CustomResourceDefinitions and ConversionReviews.
const Group = "apiextensions.k8s.io"

// CRDKind is the kind of CustomResourceDefinitions.
const CRDKind = "CustomResourceDefinition"

// InternalVersion is the version of the types that a server uses internally.
const InternalVersion = "__internal"

var (
	groupVersions = []string{"v1", "v1beta1"}
	groupKinds    = []string{CRDKind, CRDKind + "List", "ConversionReview"}
	optionKinds   = []string{"ListOptions", "GetOptions", "DeleteOptions", "CreateOptions", "UpdateOptions", "PatchOptions"}
	// unversionedKinds are known in every version of every group.
	unversionedKinds = []string{"Status", "APIVersions", "APIGroupList", "APIGroup", "APIResourceList"}
)

// IsOptions reports whether kind is a kind of request options.
func IsOptions(kind string) bool { return slices.Contains(optionKinds, kind) }

// IsUnversioned reports whether kind is known in every version of every group.
func IsUnversioned(kind string) bool { return slices.Contains(unversionedKinds, kind) }

// OfKind returns the Go type into which the server decodes a kind where it expects one of
// the group, or "" for an unknown kind.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, AddToGroupVersion;
// k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1, addKnownTypes.
func OfKind(t TypeMeta) string {
	inGroup := t.Group == Group && slices.Contains(groupVersions, t.Version)
	switch {
	case IsUnversioned(t.Kind), inGroup && (t.Kind == "WatchEvent" || IsOptions(t.Kind)):
		return "v1." + t.Kind
	case inGroup && slices.Contains(groupKinds, t.Kind):
		return t.Version + "." + t.Kind
	case t.Group == Group && t.Version == InternalVersion && t.Kind == "WatchEvent":
		return "v1.InternalEvent"
	default:
		return ""
	}
}

// OfOptions returns the Go type into which the server decodes a kind where it expects
// options, or "" for an unknown kind.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/internalversion, addToGroupVersion.
func OfOptions(t TypeMeta) string {
	inMeta := t.Group == "meta.k8s.io"
	switch {
	case IsUnversioned(t.Kind), t.Kind == "CreateOptions", t.Kind == "UpdateOptions", t.Kind == "DeleteOptions":
		return "v1." + t.Kind
	case !inMeta:
		return ""
	case t.Version == InternalVersion:
		return metaInternal[t.Kind]
	case t.Version == "v1beta1":
		return metaV1beta1[t.Kind]
	case t.Version == "v1" && (slices.Contains(tableKinds, t.Kind) || t.Kind == "WatchEvent" || IsOptions(t.Kind)):
		return "v1." + t.Kind
	default:
		return ""
	}
}

var tableKinds = []string{"Table", "TableOptions", "PartialObjectMetadata", "PartialObjectMetadataList"}

var metaV1beta1 = map[string]string{
	"Table": "v1.Table", "TableOptions": "v1.TableOptions",
	"PartialObjectMetadata": "v1.PartialObjectMetadata", "PartialObjectMetadataList": "v1beta1.PartialObjectMetadataList",
}

var metaInternal = map[string]string{
	"Table": "v1.Table", "TableOptions": "v1.TableOptions",
	"PartialObjectMetadata": "v1.PartialObjectMetadata", "PartialObjectMetadataList": "v1beta1.PartialObjectMetadataList",
	"ListOptions": "internalversion.ListOptions", "GetOptions": "v1.GetOptions", "WatchEvent": "v1.InternalEvent",
}
