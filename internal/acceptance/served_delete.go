package acceptance

import (
	"net/http"
	"path"

	"github.com/seed95800270/crdschema/lifecycle"
	"github.com/seed95800270/crdschema/structural"
)

// deleted deletes the object of a case, or its definition with an object. The outcome has the sentences that hold.
func (s *trial) deleted(object map[string]any) outcome {
	if object != nil {
		return s.deletedObject(object)
	}
	return s.deletedDefinition()
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
		sentence{"the first delete request sets metadata.deletionTimestamp and deletionGracePeriodSeconds 0, increments the generation and leaves the object in place",
			is["deletionTimestamp"] != nil && is["deletionGracePeriodSeconds"] == int64(0) && is["generation"] == before+1},
		sentence{"while the list of finalizers is not empty the object cannot be removed, not even with force",
			forced.code == http.StatusOK && structural.Equal(still.body, first.body)},
		sentence{"the update that empties the list removes the object",
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
		sentence{"the definition gets the finalizer customresourcecleanup.apiextensions.k8s.io, a deletionTimestamp and the condition Terminating", isMarked},
		sentence{"every stored object is deleted, then the definition", isHeld && isGone},
		sentence{"a list of the resource is answered 404", notFound},
		sentence{"the same definition created again starts without objects", s.last.code == http.StatusOK && len(items) == 0},
	)
}
