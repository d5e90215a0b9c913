package custom

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdserver/internal/admission"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/managedfields"
	"github.com/seed95800270/crdschema/internal/scale"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
)

// unsetReplicas is the number of replicas in the old Scale of an object that has none, before mutating webhooks.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource, scaleUpdatedObjectInfo.UpdatedObject.
const unsetReplicas = -2147483648

// scaleOf returns the Scale of an object. If the object does not have a number of replicas, it is unset.
func (k *Kind) scaleOf(obj map[string]any, unset int64) (map[string]any, error) {
	scale, refused := registry.Scale(k.version, obj)
	if refused == nil {
		return scale, nil
	}
	withNumber, failed := registry.PrepareScale(k.version, map[string]any{}, obj)
	if failed != nil {
		return nil, refused
	}
	if scale, failed = registry.Scale(k.version, withNumber); failed != nil {
		return nil, refused
	}
	if unset != 0 {
		scale["spec"] = map[string]any{"replicas": unset}
	}
	return scale, nil
}

// scales returns the new and the old Scale that mutating webhooks see: of a client's Scale, or else of a tracked
// object, and of the stored object. They have the managers of the number of replicas.
func (k *Kind) scales(ctx context.Context, change crdschema.FieldChange, out map[string]any) (obj, old map[string]any, err error) {
	if old, err = k.scaleOf(change.Live, unsetReplicas); err != nil {
		return nil, nil, err
	}
	if obj = change.Object; obj != nil {
		obj = admission.AsScale(obj)
	} else if obj, err = k.scaleOf(out, 0); err != nil {
		return nil, nil, err
	}
	after, _ := out["metadata"].(map[string]any)
	if obj, err = k.managed(ctx, obj, after["managedFields"]); err != nil {
		return nil, nil, err
	}
	before, _ := change.Live["metadata"].(map[string]any)
	if old, err = k.managed(ctx, old, distinct(before["managedFields"])); err != nil {
		return nil, nil, err
	}
	setTimes(obj, old, change.Now)
	return obj, old, nil
}

// setTimes sets the time of managers without one, unless nothing changes: the new managers of a Scale have it, those of
// its object do not.
func setTimes(s, old map[string]any, now time.Time) {
	meta, _ := s["metadata"].(map[string]any)
	managers, _ := meta["managedFields"].([]any)
	before, _ := old["metadata"].(map[string]any)
	known, _ := before["managedFields"].([]any)
	same := structural.Equal(s["spec"], old["spec"])
	for _, v := range managers {
		entry, _ := v.(map[string]any)
		if entry["time"] == nil && !(same && slices.ContainsFunc(known, func(v any) bool { return structural.Equal(v, any(entry)) })) {
			entry["time"] = now.UTC().Format(time.RFC3339)
		}
	}
}

// distinct returns managed fields with only the last entry of each manager: a server reads them so. A request for a
// scale may have made two.
func distinct(managers any) any {
	list, _ := managers.([]any)
	last := map[string]int{}
	for i, v := range list {
		e := managedfields.EntryOf(v)
		last[e.ID()] = i
	}
	var out []any
	for i, v := range list {
		if e := managedfields.EntryOf(v); last[e.ID()] == i {
			out = append(out, v)
		}
	}
	return out
}

// managed returns a Scale with those managers of an object that have the number of replicas.
func (k *Kind) managed(ctx context.Context, s map[string]any, managers any) (map[string]any, error) {
	paths := map[string]*scale.Paths{}
	for _, v := range k.definition.versions {
		if p := v.version.Subresources().Scale; p != nil {
			converted := scale.Paths(*p)
			paths[v.apiVersion()] = &converted
		}
	}
	doc, err := document.DecodeJSON(ctx, scale.New(s, scale.Values{}).Text(managers, paths))
	if err != nil {
		return nil, err
	}
	out, own := maps.Clone(s), map[string]any{}
	given, _ := s["metadata"].(map[string]any)
	maps.Copy(own, given)
	read, _ := doc.Object["metadata"].(map[string]any)
	if own["managedFields"] = read["managedFields"]; own["managedFields"] == nil {
		delete(own, "managedFields")
	}
	out["metadata"] = own
	return out, nil
}
