package crdschema

import (
	"context"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/structural"
)

// prepare makes the object to keep out of the decoded one.
//
// Rules: k8s.io/apiserver/pkg/registry/rest, BeforeCreate and BeforeUpdate;
// k8s.io/apiextensions-apiserver/pkg/registry/customresource, the strategies'
// PrepareForCreate and PrepareForUpdate.
func (a *admission) prepare(ctx context.Context) error {
	meta := metadataOf(a.res.Decoded)
	if a.req.Operation == Create {
		wipe(&meta)
	}
	if a.res.Refused = a.place(&meta); a.res.Refused != nil {
		return nil
	}
	if a.req.Operation == Create {
		a.prepareNew(meta)
		return nil
	}
	old, err := normalObject(a.req.Old, "old object")
	if err != nil {
		return err
	}
	if old, err = a.definition.read(ctx, old, a.version); err != nil {
		return err
	}
	if a.req.Operation == UpdateStatus {
		a.prepareStatus(meta, old)
	} else {
		a.prepareUpdate(meta, old)
	}
	return nil
}

// wipe removes what only the server sets.
func wipe(meta *metadata) {
	for _, field := range []string{"creationTimestamp", "uid", "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink"} {
		meta.set(field, nil)
	}
}

// place puts the object into the namespace of the request.
//
// Rule: k8s.io/apiserver/pkg/registry/rest,
// EnsureObjectNamespaceMatchesRequestNamespace.
func (a *admission) place(meta *metadata) *Refusal {
	switch namespace := meta.text("namespace"); {
	case !a.definition.namespaced:
		meta.set("namespace", nil)
	case a.req.Namespace == "":
	case namespace == "":
		meta.set("namespace", a.req.Namespace)
	case namespace != a.req.Namespace:
		return badRequest("the namespace of the provided object does not match the namespace sent on the request")
	}
	return nil
}

func (a *admission) prepareNew(meta metadata) {
	meta.set("creationTimestamp", a.req.CreationTimestamp)
	meta.set("uid", a.req.UID)
	if prefix := meta.text("generateName"); meta.text("name") == "" && prefix != "" && a.req.NameSuffix != "" {
		meta.set("name", prefix+a.req.NameSuffix)
	}
	meta.set("generation", int64(1))
	out := a.res.Decoded
	if _, found := out["status"]; found && a.version.status {
		out = without(out, "status")
	}
	a.res.Object = meta.of(out)
}

func (a *admission) prepareUpdate(meta metadata, old map[string]any) {
	oldMeta := metadataOf(old)
	out := a.res.Decoded
	if a.version.status {
		out = withStatusOf(out, old)
	}
	generation, _ := oldMeta.get("generation").(int64)
	if !equalButMetadata(out, old) {
		generation++
	}
	meta.set("generation", generation)
	keepSystemFields(&meta, &oldMeta)
	a.res.Object = meta.of(out)
}

// keepSystemFields takes over what an update cannot change.
func keepSystemFields(meta, old *metadata) {
	if meta.text("uid") == "" {
		meta.set("uid", old.get("uid"))
	}
	for _, field := range []string{"creationTimestamp", "deletionTimestamp"} {
		if t := old.get(field); t != nil {
			meta.set(field, t)
		}
	}
	if seconds := old.get("deletionGracePeriodSeconds"); seconds != nil && meta.get("deletionGracePeriodSeconds") == nil {
		meta.set("deletionGracePeriodSeconds", seconds)
	}
}

// prepareStatus takes nothing but status and managedFields from the request.
func (a *admission) prepareStatus(meta metadata, old map[string]any) {
	kept := metadataOf(old)
	kept.set("managedFields", meta.get("managedFields"))
	a.res.Object = kept.of(withStatusOf(old, a.res.Decoded))
}

// withStatusOf is obj with the status of from, without any if from has none.
func withStatusOf(obj, from map[string]any) map[string]any {
	status, found := from["status"]
	if !found {
		return without(obj, "status")
	}
	out := cow.OfMap(obj)
	if current, same := obj["status"]; !same || !structural.Equal(current, status) {
		out.Set("status", status)
	}
	obj, _ = out.Result()
	return obj
}

func without(obj map[string]any, field string) map[string]any {
	if _, found := obj[field]; !found {
		return obj
	}
	out := cow.OfMap(obj)
	out.Delete(field)
	obj, _ = out.Result()
	return obj
}

// equalButMetadata compares two objects as a server does to decide on the
// generation.
//
// Rule: k8s.io/apimachinery/pkg/api/equality, Semantic.DeepEqual, which on JSON
// values is [structural.Equal].
func equalButMetadata(a, b map[string]any) bool {
	return structural.Equal(without(a, "metadata"), without(b, "metadata"))
}
