package live

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apiserver/pkg/endpoints/discovery/aggregated"
	"k8s.io/apiserver/pkg/server"

	"github.com/seed95800270/crdschema/internal/oracle/corpus"
)

// groupsHandler returns the handler of GET /apis. The server leaves that path to
// kube-apiserver's aggregator, which serves the aggregated document of the servers
// behind it like this, with the priority of kube-apiserver for the group of
// definitions. Its APIGroupList has only that group here.
func groupsHandler(s *server.GenericAPIServer) http.Handler {
	s.AggregatedDiscoveryGroupManager.SetGroupVersionPriority(
		metav1.GroupVersion{Group: "apiextensions.k8s.io", Version: "v1"}, 16700, 15)
	return aggregated.WrapAggregatedDiscoveryToHandler(s.DiscoveryGroupManager, s.AggregatedDiscoveryGroupManager, nil)
}

// Groups sends GET /apis with the headers Accept and, unless it is empty,
// If-None-Match.
func (s *Server) Groups(accept, etag string) (Answer, http.Header) {
	r := httptest.NewRequest(http.MethodGet, "/apis", nil)
	r.Header.Set("Accept", accept)
	if etag != "" {
		r.Header.Set("If-None-Match", etag)
	}
	w := httptest.NewRecorder()
	s.groups.ServeHTTP(w, r)
	answer := Answer{Code: w.Code, Text: w.Body.Bytes()}
	answer.Body, _ = corpus.DecodeJSON(w.Body.Bytes())
	return answer, w.Header()
}

// OwnOpenAPI returns the OpenAPI v2 document of the server's own resources, without
// those of the definitions that are installed.
func (s *Server) OwnOpenAPI() map[string]any {
	text, err := json.Marshal(s.openapi)
	if err != nil {
		panic(err)
	}
	out, err := corpus.DecodeJSON(text)
	if err != nil {
		panic(err)
	}
	return out
}
