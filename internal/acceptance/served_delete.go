package acceptance

import (
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/lifecycle"
	"github.com/seed95800270/crdschema/structural"
)

// deleted deletes the object of a case, or its definition with an object. The outcome has the sentences that hold.
func (s *trial) deleted(object map[string]any) outcome {
	switch {
	case object != nil:
		return s.deletedObject(object)
	case slices.Contains(s.expect["sequence"].([]any), any(ofNamespace)):
		return s.deletedNamespace()
	default:
		return s.deletedDefinition()
	}
}

// deletedNamespace asks for what the namespace controller of a cluster asks for: to delete all objects in the namespace of each
// resource that discovery has with the verbs list and deletecollection.
func (s *trial) deletedNamespace() outcome {
	version := s.storageVersion()
	inside := s.collection(version)
	outside := strings.Replace(inside, "/namespaces/default/", "/namespaces/other/", 1)
	for _, at := range []string{inside, outside} {
		for _, name := range []string{"a", "b"} {
			s.do(http.MethodPost, at, map[string]any{"apiVersion": s.group() + "/" + version, "kind": "CronTab", "metadata": map[string]any{"name": name}})
		}
	}
	created := s.count(inside) == 2 && s.count(outside) == 2
	resources, _ := s.do(http.MethodGet, "/apis/"+s.group()+"/"+version, nil).body["resources"].([]any)
	for _, r := range resources {
		r := r.(map[string]any)
		verbs, _ := r["verbs"].([]any)
		if r["namespaced"] == true && slices.Contains(verbs, any("list")) && slices.Contains(verbs, any("deletecollection")) {
			s.do(http.MethodDelete, path.Dir(inside)+"/"+textOf(r["name"]), nil)
		}
	}
	return sentences(sentence{ofNamespace, created && s.count(inside) == 0 && s.count(outside) == 2})
}

// count returns the number of objects in a collection, or -1 if it is not served.
func (s *trial) count(collection string) int {
	answer := s.do(http.MethodGet, collection, nil)
	items, isList := answer.body["items"].([]any)
	if answer.code != http.StatusOK || !isList {
		return -1
	}
	return len(items)
}

func (s *trial) deletedObject(object map[string]any) outcome {
	at := s.path(s.storageVersion(), object)
	created := metaOf(s.do(http.MethodPost, path.Dir(at), object).body)
	s.do(http.MethodDelete, at, nil)
	first := s.do(http.MethodGet, at, nil)
	is := metaOf(first.body)
	before, _ := created["generation"].(int64)
	forced := s.do(http.MethodDelete, at, map[string]any{"apiVersion": "v1", "kind": "DeleteOptions", "gracePeriodSeconds": 0, "propagationPolicy": "Background"})
	still := s.do(http.MethodGet, at, nil)
	body := structural.Clone(still.body)
	if meta := metaOf(body); meta != nil {
		meta["finalizers"] = []any{}
	}
	updated := s.do(http.MethodPut, at, body)
	return sentences(
		sentence{firstRequest,
			is["deletionTimestamp"] != nil && is["deletionGracePeriodSeconds"] == int64(0) && is["generation"] == before+1},
		sentence{held,
			forced.code == http.StatusOK && structural.Equal(still.body, first.body)},
		sentence{removedByUpdate,
			updated.code == http.StatusOK && s.do(http.MethodGet, at, nil).code == http.StatusNotFound},
	)
}

func (s *trial) deletedDefinition() outcome {
	at, objects := definitionsPath+"/"+nameOf(s.crd), s.collection(s.storageVersion())
	object := map[string]any{"apiVersion": s.group() + "/" + s.storageVersion(), "kind": "CronTab", "metadata": map[string]any{"name": "a", "finalizers": []any{"example.com/held"}}}
	s.do(http.MethodPost, objects, object)
	s.do(http.MethodDelete, at, nil)
	var marked map[string]any
	s.until(func() bool {
		marked = s.definition().body
		terminating, _ := lifecycle.ConditionOf(marked, lifecycle.Terminating)
		return terminating.Status == "True"
	})
	terminating, _ := lifecycle.ConditionOf(marked, lifecycle.Terminating)
	isMarked := structural.Equal(metaOf(marked)["finalizers"], []any{lifecycle.CleanupFinalizer}) && metaOf(marked)["deletionTimestamp"] != nil && terminating.Status == "True"
	var isHeld bool
	s.until(func() bool {
		isHeld = metaOf(s.do(http.MethodGet, objects+"/a", nil).body)["deletionTimestamp"] != nil
		return isHeld
	})
	isHeld = isHeld && s.definition().code == http.StatusOK
	s.send(http.MethodPatch, objects+"/a", map[string]string{"Content-Type": "application/merge-patch+json"}, []byte(`{"metadata":{"finalizers":null}}`))
	isGone := s.until(func() bool { return s.definition().code == http.StatusNotFound })
	notFound := s.until(func() bool { return s.do(http.MethodGet, objects, nil).code == http.StatusNotFound })
	s.install()
	items, _ := s.do(http.MethodGet, objects, nil).body["items"].([]any)
	return sentences(
		sentence{definitionMarked, isMarked},
		sentence{objectsFirst, isHeld && isGone},
		sentence{listNotFound, notFound},
		sentence{startsEmpty, s.last.code == http.StatusOK && len(items) == 0},
	)
}
