package httpapi

import "github.com/seed95800270/crdschema"

// APIGroupDiscoveryList is the target of a request for lifecycle.APIGroupDiscoveryList. The
// Content-Type of the answer is lifecycle.AggregatedMediaType, or begins with YAML or protobuf
// instead of JSON.
const APIGroupDiscoveryList Target = "APIGroupDiscoveryList"

// ParseDiscoveryAccept returns the media type of the answer to a request for /apis. Its target is
// [APIGroupDiscoveryList] if the header has g=apidiscovery.k8s.io and v=v2 at any position and
// quality, or else [WholeObject], the APIGroupList. Otherwise media types with a target are
// skipped; the Status is 406 if the rest is empty. For written and header, see [ParseAccept].
//
// The documents of a group or version do not have an aggregated form: their header must not ask for
// it.
//
// Rule: k8s.io/apiserver/pkg/endpoints/discovery/aggregated, WrappedHandler.ServeHTTP.
func ParseDiscoveryAccept(header string, written ...string) (MediaType, *crdschema.Status) {
	if m, status := negotiate(header, written, (*MediaType).isAggregated); status == nil {
		return m, nil
	}
	return negotiate(header, written, (*MediaType).isPlain)
}

// ParseStatusAccept returns the media type of a Status that rejects a request: a document without a
// target, or indented JSON if the header accepts none. For written and header, see [ParseAccept].
//
//	media := ParseStatusAccept(accept, JSON, YAML)
//	media.Pretty = media.Pretty || media.Indents(rawQuery, userAgent)
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers/responsewriters, ErrorNegotiated.
func ParseStatusAccept(header string, written ...string) MediaType {
	m, rejected := negotiate(header, written, (*MediaType).isPlain)
	if rejected != nil {
		return MediaType{Name: JSON, Pretty: true}
	}
	return m
}

func (m *MediaType) isAggregated(parameters map[string]string) bool {
	return m.isStreamed(parameters) && m.As == APIGroupDiscoveryList && parameters["g"] == "apidiscovery.k8s.io" && m.Version == "v2"
}

func (m *MediaType) isPlain(parameters map[string]string) bool {
	return m.isStreamed(parameters) && !has(parameters, "as", "g", "v")
}

// isStreamed reports whether the server allows the stream of a media type for documents without
// versions of their own.
func (m *MediaType) isStreamed(parameters map[string]string) bool {
	return parameters["sv"] == "" && (m.Stream == "" || m.Stream == "watch" && m.Name != YAML)
}
