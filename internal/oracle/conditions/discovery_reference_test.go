package conditions

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/endpoints/discovery/aggregated"
	"k8s.io/apiserver/pkg/endpoints/handlers/negotiation"
	"k8s.io/apiserver/pkg/endpoints/handlers/responsewriters"

	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/lifecycle"
)

// discoveryServer has the reference's handlers below /apis.
type discoveryServer struct {
	group, version http.Handler
	all            aggregated.ResourceManager
}

// newDiscoveryServer runs the reference's controller until it has processed all
// definitions.
func newDiscoveryServer(crds []*apiextensionsv1.CustomResourceDefinition) discoveryServer {
	create := reflect.ValueOf(apiserver.NewDiscoveryController)
	versions, groups := newHandler(create.Type().In(1)), newHandler(create.Type().In(2))
	all := aggregated.NewResourceManager("apis").WithSource(aggregated.CRDSource)
	watched := informer{store: newStore(crds[0], crds[1:])}
	controller := create.Call([]reflect.Value{reflect.ValueOf(watched), versions, groups, reflect.ValueOf(all)})[0].
		Interface().(*apiserver.DiscoveryController)
	stop, processed, stopped := make(chan struct{}), make(chan struct{}), make(chan struct{})
	go func() { defer close(stopped); controller.Run(stop, processed) }()
	<-processed
	close(stop)
	<-stopped
	return discoveryServer{groups.Interface().(http.Handler), versions.Interface().(http.Handler), all}
}

// newHandler returns an empty handler of an unexported struct type with the fields
// discovery, a map, and delegate.
func newHandler(pointer reflect.Type) reflect.Value {
	handler := reflect.New(pointer.Elem())
	set := func(name string, value func(reflect.Type) reflect.Value) {
		field := handler.Elem().FieldByName(name)
		reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem().Set(value(field.Type()))
	}
	set("discovery", reflect.MakeMap)
	set("delegate", func(reflect.Type) reflect.Value { return reflect.ValueOf(http.NotFoundHandler()) })
	return handler
}

// get returns the answer of a handler, without a body if that is not JSON.
func get(handler http.Handler, path, accept string) (*httptest.ResponseRecorder, map[string]any) {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("Accept", accept)
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	body, _ := corpus.DecodeJSON(w.Body.Bytes())
	return w, body
}

// document returns the body of an answer, or its text.
func document(handler http.Handler, path string) any {
	w, body := get(handler, path, "application/json")
	if body == nil {
		return strings.TrimSpace(w.Body.String())
	}
	return body
}

// groupList returns the answer of an aggregator to GET /apis for groups that all
// have the same priority, and one that comes first.
func (s discoveryServer) groupList(names []string) map[string]any {
	list := metav1.APIGroupList{Groups: []metav1.APIGroup{}}
	for _, name := range names {
		var group metav1.APIGroup
		w, _ := get(s.group, "/apis/"+name, "application/json")
		if w.Code == http.StatusOK {
			if err := json.Unmarshal(w.Body.Bytes(), &group); err != nil {
				panic(err)
			}
			group.TypeMeta = metav1.TypeMeta{}
			list.Groups = append(list.Groups, group)
		}
	}
	_, body := get(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		responsewriters.WriteObjectNegotiated(apiserver.Codecs, negotiation.DefaultEndpointRestrictions,
			schema.GroupVersion{}, w, r, http.StatusOK, &list, false)
	}), "/apis", "application/json")
	return body
}

// sorted returns a resource list in our order: that of plural names.
func sorted(document any) any {
	body, ok := document.(map[string]any)
	if !ok {
		return document
	}
	resources, _ := body["resources"].([]any)
	slices.SortStableFunc(resources, func(a, b any) int {
		return strings.Compare(pluralOf(a), pluralOf(b))
	})
	return body
}

func pluralOf(resource any) string {
	name, _ := resource.(map[string]any)["name"].(string)
	plural, _, _ := strings.Cut(name, "/")
	return plural
}

// accepting is the Accept header of clients that read aggregated documents.
const accepting = lifecycle.AggregatedMediaType + ",application/json"
