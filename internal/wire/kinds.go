package wire

import "slices"

// Group is the API group of CustomResourceDefinitions and ConversionReviews.
const Group = "apiextensions.k8s.io"

// InternalVersion is the version of the types that a server uses internally.
const InternalVersion = "__internal"

var (
	groupVersions = []string{"v1", "v1beta1"}
	groupKinds    = []string{"CustomResourceDefinition", "CustomResourceDefinitionList", "ConversionReview"}
	optionKinds   = []string{"ListOptions", "GetOptions", "DeleteOptions", "CreateOptions", "UpdateOptions", "PatchOptions"}
	// unversionedKinds are known in every version of every group.
	unversionedKinds = []string{"Status", "APIVersions", "APIGroupList", "APIGroup", "APIResourceList"}
)

// IsOptions reports whether kind is one of the kinds of request options.
func IsOptions(kind string) bool { return slices.Contains(optionKinds, kind) }

// IsUnversioned reports whether kind is known in every version of every group.
func IsUnversioned(kind string) bool { return slices.Contains(unversionedKinds, kind) }

// GoType returns the Go type into which the server decodes a kind where it expects
// one of the group, or "" if it does not know the kind.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, AddToGroupVersion;
// k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1, addKnownTypes.
func GoType(t TypeMeta) string {
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
