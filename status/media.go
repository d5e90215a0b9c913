package status

import "strings"

// The types that the server takes, in the order of its preference.
const (
	accepted      = "only the following media types are accepted: "
	unknown       = "the body of the request was in an unknown format - accepted media types include: "
	mediaTypes    = "application/json, application/yaml, application/vnd.kubernetes.protobuf"
	patchTypes    = "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml"
	crdPatchTypes = "application/json-patch+json, application/merge-patch+json, application/strategic-merge-patch+json, application/apply-patch+yaml"
)

// UnsupportedMediaType answers a body whose media type the server does not decode (415).
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers/negotiation, NewUnsupportedMediaTypeError.
func UnsupportedMediaType() *Status { return unsupported(mediaTypes) }

// UnsupportedPatchType answers a patch whose media type the server does not apply to custom
// resources (415).
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, crdHandler.ServeHTTP.
func UnsupportedPatchType() *Status { return unsupported(patchTypes) }

// UnsupportedCRDPatchType answers a patch of a CRD (415) whose Content-Type header has a media
// type that the server applies to CRDs, but not alone. It answers another one with
// [MediaTypeNotRouted].
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, PatchResource.
func UnsupportedCRDPatchType() *Status { return unsupported(crdPatchTypes) }

func unsupported(types string) *Status {
	return &Status{Code: 415, Reason: "UnsupportedMediaType", Message: unknown + types}
}

// NotAcceptable answers a request for other media types than written (406).
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers/negotiation, NewNotAcceptableError.
func NotAcceptable(written []string) *Status {
	return notAcceptable(accepted + strings.Join(written, ", "))
}

// NotAcceptableStream answers a watch in other media types than the server writes (406).
//
// Rule: the same as for [NotAcceptable].
func NotAcceptableStream() *Status {
	return notAcceptable(accepted + "application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch")
}

func notAcceptable(message string) *Status {
	return &Status{Code: 406, Reason: "NotAcceptable", Message: message}
}

// AList answers a request for the metadata of one object with a list (406).
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, asPartialObjectMetadata.
func AList() *Status {
	return notAcceptable("you requested PartialObjectMetadata, but the requested object is a list (*unstructured.UnstructuredList)")
}

// ScaleNotAList answers a request for the metadata of a list with a Scale (406).
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, asPartialObjectMetadataList.
func ScaleNotAList() *Status {
	return notAcceptable("you requested PartialObjectMetadataList, but the requested object is not a list (*v1.Scale)")
}

// NotAList answers a request for the metadata of a list with one custom resource (500).
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, asPartialObjectMetadataList.
func NotAList() *Status { return Unexpected("content is not a list") }
