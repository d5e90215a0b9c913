package requests

import (
	"math/rand/v2"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apiserver/pkg/endpoints/discovery/aggregated"
	"k8s.io/apiserver/pkg/endpoints/handlers"
	"k8s.io/apiserver/pkg/endpoints/handlers/negotiation"
	"k8s.io/apiserver/pkg/registry/rest"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

var noTime time.Time

// asked is a request with an Accept header.
type asked struct{ Accept, Query, Agent string }

// TestAccept compares the negotiation of media types, of whole answers and of watches, and
// whether JSON is indented.
func TestAccept(t *testing.T) {
	scope := &handlers.RequestScope{MetaGroupVersion: metav1.SchemeGroupVersion, TableConvertor: rest.NewDefaultTableConvertor(handlers.RequestScope{}.Resource.GroupResource())}
	types := mediaTypes()
	scope.StandardSerializers = types[:2]
	parity.Run(t, "accept", parity.Generated(parity.Full(400_000), newAsked), func(c *parity.Check, in asked) {
		c.Equal("media type", in.ours(), in.theirs(served(types), scope))
		c.Equal("of two", in.offered(), in.negotiated(served(types[:2]), scope))
		c.Equal("discovery", in.discovery(), in.discovered(served(types)))
	})
}

// offered returns the media type if only JSON and YAML are written.
func (in asked) offered() []any {
	media, status := httpapi.ParseAccept(in.Accept, httpapi.JSON, httpapi.YAML)
	return negotiated(media, status)
}

// discovery returns the media type of a document of /apis.
func (in asked) discovery() []any {
	media, status := httpapi.ParseDiscoveryAccept(in.Accept)
	return negotiated(media, status)
}

func negotiated(media httpapi.MediaType, status *crdschema.Status) []any {
	if status != nil {
		return []any{status.Object()}
	}
	return []any{media.Name, string(media.As), media.Version}
}

// negotiated returns the server's media type for an endpoint.
func (in asked) negotiated(types served, endpoint negotiation.EndpointRestrictions) []any {
	req := httptest.NewRequest("GET", "/", nil)
	req.Header.Set("Accept", in.Accept)
	media, info, err := negotiation.NegotiateOutputMediaType(req, types, endpoint)
	switch {
	case err != nil:
		return []any{statusOf(err)}
	case media.Convert != nil:
		return []any{info.MediaType, media.Convert.Kind, media.Convert.Version}
	default:
		return []any{info.MediaType, "", ""}
	}
}

// discovered chooses between the documents of /apis as aggregated.WrappedHandler does.
func (in asked) discovered(types served) []any {
	media, _ := negotiation.NegotiateMediaTypeOptions(in.Accept, types, aggregated.DiscoveryEndpointRestrictions)
	if aggregated.IsAggregatedDiscoveryGVK(media.Convert) {
		return in.negotiated(types, aggregated.DiscoveryEndpointRestrictions)
	}
	return in.negotiated(types, negotiation.DefaultEndpointRestrictions)
}

func (in asked) ours() []any {
	media, status := httpapi.ParseAccept(in.Accept)
	if status != nil {
		return []any{status.Object(), status.Object()["message"]}
	}
	out := []any{media.Name, string(media.As), media.Version, media.Stream, media.Indents(in.Query, in.Agent)}
	if status := media.CheckWatch(); status != nil {
		return append(out, status.Object())
	}
	return out
}

func (in asked) theirs(types served, scope *handlers.RequestScope) []any {
	req := httptest.NewRequest("GET", "/", nil)
	req.URL.RawQuery = in.Query
	req.Header.Set("Accept", in.Accept)
	req.Header.Set("User-Agent", in.Agent)
	media, info, err := negotiation.NegotiateOutputMediaType(req, types, scope)
	if err != nil {
		return []any{statusOf(err), err.Error()}
	}
	as, version := "", ""
	if media.Convert != nil {
		as, version = media.Convert.Kind, media.Convert.Version
	}
	out := []any{info.MediaType, as, version, media.Stream, info.PrettySerializer != nil && info.Serializer == info.PrettySerializer}
	if _, err := negotiation.NegotiateOutputMediaTypeStream(req, types, scope); err != nil {
		return append(out, statusOf(err))
	}
	return out
}

// served are the media types that the server writes. Its other methods are not called.
type served []runtime.SerializerInfo

// SupportedMediaTypes returns the media types.
func (s served) SupportedMediaTypes() []runtime.SerializerInfo { return s }

// EncoderForVersion returns nothing.
func (served) EncoderForVersion(runtime.Encoder, runtime.GroupVersioner) runtime.Encoder { return nil }

// DecoderToVersion returns nothing.
func (served) DecoderToVersion(runtime.Decoder, runtime.GroupVersioner) runtime.Decoder { return nil }

// mediaTypes returns those of custom resources, in the order of the server.
func mediaTypes() []runtime.SerializerInfo {
	plain := json.NewSerializerWithOptions(json.DefaultMetaFactory, nil, nil, json.SerializerOptions{})
	pretty := json.NewSerializerWithOptions(json.DefaultMetaFactory, nil, nil, json.SerializerOptions{Pretty: true})
	stream := &runtime.StreamSerializerInfo{Serializer: plain, Framer: json.Framer}
	return []runtime.SerializerInfo{
		{MediaType: "application/json", MediaTypeType: "application", MediaTypeSubType: "json", Serializer: plain, PrettySerializer: pretty, StreamSerializer: stream},
		{MediaType: "application/yaml", MediaTypeType: "application", MediaTypeSubType: "yaml", Serializer: plain},
		{MediaType: "application/vnd.kubernetes.protobuf", MediaTypeType: "application", MediaTypeSubType: "vnd.kubernetes.protobuf", Serializer: plain, StreamSerializer: stream},
	}
}

// newAsked returns an Accept header of up to 30 media types, often a strange one.
func newAsked(seed uint64) asked {
	r := parity.Rand(seed)
	n := r.IntN(5)
	if r.IntN(30) == 0 {
		n = 30 // more than are sorted by insertion
	}
	parts := make([]string, n)
	for i := range parts {
		parts[i] = part(r)
	}
	in := asked{Accept: strings.Join(parts, pick(r, ",", ",", ", ", " ,")), Agent: newSent(seed).Agent}
	if r.IntN(4) == 0 {
		in.Accept = spoiled(r, in.Accept)
	}
	if r.IntN(3) == 0 {
		in.Query = pick(r, "", "x=1&") + pick(r, "pretty", "%70retty", "Pretty") + "=" + url.QueryEscape(pick(r, parameters["pretty"]...))
	}
	return in
}

func part(r *rand.Rand) string {
	text := pick(r, "application", "application", "application", "*", "text", "") + "/" + pick(r, "json", "yaml", "vnd.kubernetes.protobuf", "vnd.kubernetes.protobuf", "*", "html", "cbor", "")
	if r.IntN(10) == 0 {
		text = pick(r, "*", "application", "a/b/c", "*/json")
	}
	if r.IntN(2) == 0 {
		text += ";as=" + pick(r, "Table", "PartialObjectMetadata", "PartialObjectMetadataList", "table", " ") + pick(r, ";g=meta.k8s.io", ";g=meta.k8s.io", ";g=apps") + pick(r, ";v=v1", ";v=v1beta1", ";v=v2", "")
	}
	if r.IntN(6) == 0 {
		text += ";as=APIGroupDiscoveryList" + pick(r, ";v=v2", ";v=v2", ";v=v2beta1", "") + pick(r, ";g=apidiscovery.k8s.io", ";g=apidiscovery.k8s.io", ";g=apps")
	}
	for r.IntN(3) == 0 {
		text += ";" + pick(r, "q=0.5", "q=1", "q=0", " q=0.9", "q= 0.1", "q=x", "q=nan", "q=inf", "q=1e400", "q=-1", "pretty=1", "pretty=0", "stream=watch", "stream=x", "stream=", "sv=v1", "sv=v2",
			"charset=utf-8", "a=b=c", "export=1", "profile=x", "g=meta.k8s.io", "v= v1 ", "as=Table")
	}
	return text
}

// spoiled returns a text with some changes.
func spoiled(r *rand.Rand, text string) string {
	for range 1 + r.IntN(3) {
		i := r.IntN(len(text) + 1)
		j := min(len(text), i+r.IntN(3))
		text = text[:i] + pick(r, ",", ";", "=", "/", "*", " ", "\t", "q", "\"", "\\", "", "", "é", "\xff", "\x00", "?=", "299 - \"") + text[j:]
	}
	return text
}
