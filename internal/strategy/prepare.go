// Package strategy prepares objects for storage as the server's strategies of custom
// resources do: between decoding or patching and validation. Package registry exports it.
//
// Objects are normalized and of one version. Results share values with their arguments.
package strategy

import (
	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/structural"
)

// Strategy is the strategy of the objects of one version.
type Strategy struct {
	// OwnStatus reports whether there is a status subresource.
	OwnStatus bool
}

// PrepareCreate returns obj as the server prepares a new object.
func (s Strategy) PrepareCreate(obj map[string]any) map[string]any {
	meta := metaedit.Edit(obj)
	meta.Set("generation", int64(1))
	return meta.Object(s.ResetStatus(obj))
}

// ResetStatus returns obj without the status that only requests to a subresource set.
func (s Strategy) ResetStatus(obj map[string]any) map[string]any {
	if !s.OwnStatus {
		return obj
	}
	return without(obj, "status")
}

// PrepareUpdate returns obj as the server prepares an update of old.
func (s Strategy) PrepareUpdate(obj, old map[string]any) map[string]any {
	obj = s.KeepStatus(obj, old)
	meta, stored := metaedit.Edit(obj), metaedit.Edit(old)
	metaedit.PrepareGeneration(&meta, &stored, !metaedit.EqualBut(obj, old, "metadata"))
	return meta.Object(obj)
}

// KeepStatus returns obj with the status of old that only requests to a subresource change.
func (s Strategy) KeepStatus(obj, old map[string]any) map[string]any {
	if !s.OwnStatus {
		return obj
	}
	return withStatusOf(obj, old)
}

// PrepareStatus returns old with the status of obj, with managed fields, and with obj's
// resourceVersion if it has one.
func PrepareStatus(obj, old map[string]any, managedFields any) map[string]any {
	got, meta := metaedit.Edit(obj), metaedit.Edit(old)
	meta.Set("managedFields", managedFields)
	if version := got.Text("resourceVersion"); version != "" {
		meta.Set("resourceVersion", version)
	}
	return meta.Object(withStatusOf(old, obj))
}

// withStatusOf returns obj with from's status, or without a status.
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
