package httpapi

import "strings"

// OpenAPIProtobuf is the media type of the document /openapi/v2 in protobuf. This library does not
// make it.
const OpenAPIProtobuf = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf"

// openAPIProtobufOld is the older name of OpenAPIProtobuf, with which the server does not answer.
const openAPIProtobufOld = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf"

// ParseOpenAPIAccept returns the media type of the document /openapi/v2 for an Accept header, or the
// Rejection (406, without a body) for a header without a media type that is written. written are the
// media types to choose from, by default the server's: JSON and [OpenAPIProtobuf]. Pass [JSON] if you
// do not write the other one. The documents of /openapi/v3 are negotiated in the same way.
//
// Rule: k8s.io/kube-openapi/pkg/handler, OpenAPIService.RegisterOpenAPIVersionedService.
func ParseOpenAPIAccept(header string, written ...string) (MediaType, *Rejection) {
	if len(written) == 0 {
		written = []string{JSON, OpenAPIProtobuf}
	}
	if header == "" {
		return MediaType{Name: written[0]}, nil
	}
	for _, c := range parseAccept(header) {
		for _, name := range written {
			if c.matches(name) || name == OpenAPIProtobuf && c.matches(openAPIProtobufOld) {
				return MediaType{Name: name}, nil
			}
		}
	}
	return MediaType{}, &Rejection{Code: 406}
}

// matches reports whether a clause has a media type, part by part: */json has application/json.
func (c *clause) matches(name string) bool {
	mainType, subType, _ := strings.Cut(name, "/")
	return (c.mainType == mainType || c.mainType == "*") && (c.subType == subType || c.subType == "*")
}
