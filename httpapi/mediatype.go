package httpapi

import (
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/weburl"
	"github.com/seed95800270/crdschema/status"
)

// The media types that the server writes. Custom resources are written in the first two.
const (
	JSON     = "application/json"
	YAML     = "application/yaml"
	Protobuf = "application/vnd.kubernetes.protobuf"
)

// Target is the kind to which the server converts its answer.
type Target string

// The targets.
const (
	// WholeObject is the object or list itself.
	WholeObject Target = ""
	// Table is what [registry.Printer.Table] returns.
	Table Target = "Table"
	// PartialObjectMetadata has the metadata of an object.
	PartialObjectMetadata Target = "PartialObjectMetadata"
	// PartialObjectMetadataList has the metadata of all objects of a list.
	PartialObjectMetadataList Target = "PartialObjectMetadataList"
)

// MediaType is the negotiated format of an answer.
type MediaType struct {
	// Name is [JSON], [YAML] or [Protobuf], the last one never for a whole object or a table.
	Name string
	// As is the target.
	As Target
	// Version is the target's version in the group meta.k8s.io, "v1" or "v1beta1"; "v2" for an
	// [APIGroupDiscoveryList]; or empty for a whole object.
	Version string
	// Pretty reports whether the media type has pretty=1. See [MediaType.Indents].
	Pretty bool
	// Stream is "watch" for stream=watch, or empty. The server ignores it.
	Stream string
}

// ParseAccept returns the media type of the answer to a request with an Accept header: the first
// header if there are several, or "" if it is absent. The Status (406) is for a header without a
// media type that the server writes. Media types are case-sensitive. written are the media types to
// choose from, the preferred one first; by default, they are the server's three.
//
// A target needs g=meta.k8s.io and v=v1 or v=v1beta1. Skipped are media types with another target,
// with a server version (sv) other than v1 or with a stream that the server does not write, and
// tables in protobuf. Unknown parameters are ignored.
//
// Rules: k8s.io/apiserver/pkg/endpoints/handlers/negotiation, NegotiateOutputMediaType;
// k8s.io/apiserver/pkg/endpoints/handlers, RequestScope.
func ParseAccept(header string, written ...string) (MediaType, *crdschema.Status) {
	return negotiate(header, written, (*MediaType).isServed)
}

func negotiate(header string, written []string, allowed func(*MediaType, map[string]string) bool) (MediaType, *crdschema.Status) {
	if len(written) == 0 {
		written = []string{JSON, YAML, Protobuf}
	}
	if header == "" {
		return MediaType{Name: written[0]}, nil
	}
	for _, c := range parseAccept(header) {
		for _, name := range written {
			if !c.includes(name) {
				continue
			}
			if m := c.mediaType(name); allowed(&m, c.parameters) {
				return m, nil
			}
		}
	}
	return MediaType{}, status.NotAcceptable(written)
}

func (c *clause) includes(name string) bool {
	mainType, subType, _ := strings.Cut(name, "/")
	switch {
	case c.subType == "*":
		return c.mainType == "*" || c.mainType == mainType
	default:
		return c.mainType == mainType && c.subType == subType
	}
}

func (c *clause) mediaType(name string) MediaType {
	return MediaType{Name: name, As: Target(c.parameters["as"]), Version: c.parameters["v"],
		Pretty: c.parameters["pretty"] == "1", Stream: c.parameters["stream"]}
}

func (m *MediaType) isServed(parameters map[string]string) bool {
	if sv := parameters["sv"]; sv != "" && sv != "v1" || m.Stream != "" && (m.Stream != "watch" || m.Name == YAML) {
		return false
	}
	if !has(parameters, "as", "g", "v") {
		return m.Name != Protobuf
	}
	if parameters["g"] != "meta.k8s.io" || m.Version != "v1" && m.Version != "v1beta1" {
		return false
	}
	switch m.As {
	case Table:
		return m.Name != Protobuf
	case PartialObjectMetadata, PartialObjectMetadataList:
		return true
	}
	return false
}

func has(parameters map[string]string, names ...string) bool {
	for _, name := range names {
		if _, found := parameters[name]; found {
			return true
		}
	}
	return false
}

// CheckWatch returns the Status for a watch in the media type (406), or nil: the server does not
// write a stream of YAML documents. It checks this after the parameters.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers/negotiation, NegotiateOutputMediaTypeStream.
func (m MediaType) CheckWatch() *crdschema.Status {
	if m.Name == YAML {
		return status.NotAcceptableStream()
	}
	return nil
}

// CheckObject returns the Status for an answer with one object (500), or nil: the client asked for
// the metadata of a list. The server checks it after it has carried out the request. An object with
// a list called items counts as a list.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, asPartialObjectMetadataList.
func (m MediaType) CheckObject() *crdschema.Status {
	if m.As == PartialObjectMetadataList {
		return status.NotAList()
	}
	return nil
}

// CheckScale returns the Status for an answer with a Scale (406), or nil: it is CheckObject for
// requests to the subresource scale.
//
// Rule: the same as for [MediaType.CheckObject].
func (m MediaType) CheckScale() *crdschema.Status {
	if m.As == PartialObjectMetadataList {
		return status.ScaleNotAList()
	}
	return nil
}

// CheckList returns the Status for an answer with a list (406), or nil: the client asked for the
// metadata of one object.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, asPartialObjectMetadata.
func (m MediaType) CheckList() *crdschema.Status {
	if m.As == PartialObjectMetadata {
		return status.AList()
	}
	return nil
}

// Indents reports whether the server indents its answer. It indents only JSON: if the media
// type or the parameter pretty in rawQuery says so, or without this parameter for the
// User-Agent of curl, Wget and browsers. A value of pretty that is not a boolean of Go is
// false. An escaped name of the parameter does not count.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers/negotiation, isPrettyPrint.
func (m MediaType) Indents(rawQuery, userAgent string) bool {
	if m.Name != JSON || m.Pretty {
		return m.Pretty && m.Name == JSON
	}
	if strings.Contains(rawQuery, "pretty") {
		values, _ := weburl.ParseQuery(rawQuery) // what is malformed is left out
		if text := values.Get("pretty"); text != "" {
			pretty, _ := strconv.ParseBool(text)
			return pretty
		}
	}
	for _, client := range []string{"curl", "Wget", "Mozilla/5.0"} {
		if strings.HasPrefix(userAgent, client) {
			return true
		}
	}
	return false
}
