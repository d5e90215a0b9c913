package live

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

	"github.com/seed95800270/crdschema/lifecycle"
)

// AwaitCondition waits until the controllers of a server have set a condition of a definition
// for a reason. send is [Server.Send] of the server.
func AwaitCondition(send func(string, string, map[string]string, []byte) Answer, name, condition, reason string) error {
	return await(send, name, condition+" "+reason, func(crd map[string]any) bool {
		c, _ := lifecycle.ConditionOf(crd, condition)
		return c.Reason == reason
	})
}

// awaitNames waits until a definition is established, or its names are not accepted.
func (s *Server) awaitNames(name string) error {
	return await(s.Send, name, "decision about its names", func(crd map[string]any) bool {
		established, _ := lifecycle.ConditionOf(crd, lifecycle.Established)
		accepted, _ := lifecycle.ConditionOf(crd, lifecycle.NamesAccepted)
		return established.Status == "True" || accepted.Status == "False"
	})
}

// await waits until a definition is as wanted. A controller of the reference may miss a change on a
// busy machine, so every 20 seconds an annotation changes.
func await(send func(string, string, map[string]string, []byte) Answer, name, what string, wanted func(crd map[string]any) bool) error {
	path := definitionsPath + "/" + name
	for i := range 1200 {
		if i%200 == 199 {
			touch := fmt.Sprintf(`{"metadata":{"annotations":{"touched":"%d"}}}`, i)
			send(http.MethodPatch, path, map[string]string{"Content-Type": "application/merge-patch+json", "Accept": "application/json"}, []byte(touch))
		}
		crd := send(http.MethodGet, path, map[string]string{"Accept": "application/json"}, nil)
		if crd.Code == http.StatusNotFound {
			return fmt.Errorf("%s: %s", name, crd.Message())
		}
		if wanted(crd.Body) {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return fmt.Errorf("%s has no %s", name, what)
}

// AwaitServed waits until all definitions have been in the cache of the server as they are stored,
// unchanged, for two seconds. The server has then dropped the handlers of older ones, and its
// controllers have nothing to change.
func (s *Server) AwaitServed() error {
	var last map[string]string
	for same, tries := 0, 0; tries < 120; tries++ {
		answer := s.Send(http.MethodGet, definitionsPath, map[string]string{"Accept": "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"}, nil)
		if !answer.Accepted() {
			return errors.New(answer.Message())
		}
		stored := revisions(answer.Body)
		if same++; !maps.Equal(stored, last) || !maps.Equal(stored, s.cached()) {
			same = 0
		}
		if same == 4 {
			return nil
		}
		last = stored
		time.Sleep(500 * time.Millisecond)
	}
	return errors.New("the definitions still change")
}

// revisions returns the resource versions in a list, by name.
func revisions(list map[string]any) map[string]string {
	out := map[string]string{}
	items, _ := list["items"].([]any)
	for _, item := range items {
		object := unstructured.Unstructured{Object: item.(map[string]any)}
		out[object.GetName()] = object.GetResourceVersion()
	}
	return out
}

// cached returns the resource versions of the definitions in the cache of the server, by name.
func (s *Server) cached() map[string]string {
	out := map[string]string{}
	for _, object := range s.definitions.GetStore().List() {
		crd := object.(*apiextensionsv1.CustomResourceDefinition)
		out[crd.Name] = crd.ResourceVersion
	}
	return out
}
