package registry_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/selector"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

func TestEvent(t *testing.T) {
	selectable := selectableFields(t, "Namespaced", ".spec.replicas")
	keys := []string{"labels", "fields", "old", "cur", "revision", "want", "same"}
	cases.Run(t, "testdata/events.yaml", keys, func(t *testing.T, c cases.Case) {
		selection := selectionOf(t, selectable, c)
		old, cur := c.Object(t, "old"), c.Object(t, "cur")
		before := structural.Clone([]any{old, cur})
		got, err := selection.Event(t.Context(), old, cur, uint64(c.Value("revision").(int64)))
		require.NoError(t, err)
		assert.Equal(t, before, []any{old, cur}, "the input was written to")
		if !c.Has("want") {
			assert.Nil(t, got)
			return
		}
		require.Equal(t, c.Object(t, "want"), got)
		obj := got["object"].(map[string]any)
		assert.Equal(t, c.Value("same") == "cur", cur != nil && cases.Same(obj, cur))
		assert.Equal(t, c.Value("same") == "old", old != nil && cases.Same(obj, old))
	})
}

func selectionOf(t *testing.T, s *registry.Selectable, c cases.Case) *registry.Selection {
	var labels selector.Labels
	var fields selector.Fields
	var err error
	if c.Has("labels") {
		labels, err = selector.ParseLabels(c.Text(t, "labels"))
		require.NoError(t, err)
	}
	if c.Has("fields") {
		fields, err = selector.ParseFields(c.Text(t, "fields"))
		require.NoError(t, err)
	}
	out, err := s.Select(labels, fields)
	require.NoError(t, err)
	return out
}

// A zero and a nil Selection select everything.
func TestEventOfNoSelection(t *testing.T) {
	obj := map[string]any{"kind": "Lamp"}
	for _, s := range []*registry.Selection{nil, new(registry.Selection)} {
		event, err := s.Event(t.Context(), nil, obj, 0)
		require.NoError(t, err)
		assert.Equal(t, map[string]any{"type": "ADDED", "object": obj}, event)
	}
}

// The path * of a selectable field may have several values: neither the old nor the new
// object may have them.
func TestEventOfUnselectableObjects(t *testing.T) {
	selection, err := selectableFields(t, "Namespaced", ".spec.*").Select(selector.Labels{}, selector.FieldEquals("metadata.name", "a"))
	require.NoError(t, err)
	good := map[string]any{"metadata": map[string]any{"name": "a"}}
	bad := map[string]any{"metadata": map[string]any{"name": "a"}, "spec": map[string]any{"a": int64(1), "b": int64(2)}}
	for _, write := range [][2]map[string]any{{good, bad}, {bad, good}, {nil, bad}, {bad, nil}} {
		event, err := selection.Event(t.Context(), write[0], write[1], 1)
		assert.Nil(t, event)
		assert.Len(t, structural.ErrorsOf(err), 1)
	}
}

func TestBookmarks(t *testing.T) {
	v := mustCompile().StorageVersion()
	ends := map[string]any{"k8s.io/initial-events-end": "true"}
	emptySpec := map[string]any{"group": "", "names": map[string]any{"kind": "", "plural": ""}, "scope": "", "versions": nil}
	emptyStatus := map[string]any{"acceptedNames": map[string]any{"kind": "", "plural": ""}, "conditions": nil, "storedVersions": nil}
	cronTab := func(meta map[string]any) map[string]any {
		return map[string]any{"type": "BOOKMARK", "object": map[string]any{"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": meta}}
	}
	crd := func(meta map[string]any) map[string]any {
		return map[string]any{"type": "BOOKMARK", "object": map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
			"metadata": meta, "spec": emptySpec, "status": emptyStatus}}
	}
	assert.Equal(t, cronTab(map[string]any{"resourceVersion": "12"}), registry.Bookmark(v, 12))
	assert.Equal(t, cronTab(map[string]any{"resourceVersion": "12", "annotations": ends}), registry.InitialEventsEnd(v, 12))
	assert.Equal(t, crd(map[string]any{"resourceVersion": "12"}), registry.CRDBookmark(12))
	assert.Equal(t, crd(map[string]any{"resourceVersion": "12", "annotations": ends}), registry.CRDInitialEventsEnd(12))
}

// The metadata of the bookmark that ends the initial events is in its table, even if the
// client wants no objects.
func TestTableOfBookmark(t *testing.T) {
	v := mustCompile().StorageVersion()
	for event, want := range map[*map[string]any]any{
		ptr(registry.Bookmark(v, 12)): nil,
		ptr(registry.InitialEventsEnd(v, 12)): map[string]any{"apiVersion": "meta.k8s.io/v1", "kind": "PartialObjectMetadata",
			"metadata": map[string]any{"resourceVersion": "12", "annotations": map[string]any{"k8s.io/initial-events-end": "true"}}},
	} {
		got, err := new(registry.Printer).TableEvent(t.Context(), *event, time.Time{}, registry.WithoutHeaders(), registry.WithInclude(registry.IncludeNone))
		require.NoError(t, err)
		assert.Equal(t, map[string]any{"type": "BOOKMARK", "object": map[string]any{
			"apiVersion": "meta.k8s.io/v1", "kind": "Table", "metadata": map[string]any{"resourceVersion": "12"}, "columnDefinitions": nil,
			"rows": []any{map[string]any{"cells": []any{"", nil}, "object": want}},
		}}, got)
	}
}

func ptr[T any](v T) *T { return &v }

// An event with an error is the same in all formats.
func TestErrorEvents(t *testing.T) {
	assert.Nil(t, registry.ErrorEvent(nil))
	event := registry.ErrorEvent(status.CompactedResourceVersion())
	table, err := new(registry.Printer).TableEvent(t.Context(), event, time.Time{})
	require.NoError(t, err)
	crdTable, err := registry.CRDTableEvent(t.Context(), event)
	require.NoError(t, err)
	partial, err := registry.PartialMetadataEvent(t.Context(), event, "v1")
	require.NoError(t, err)
	for _, got := range []map[string]any{event, table, crdTable, partial} {
		assert.Equal(t, map[string]any{"type": "ERROR", "object": map[string]any{
			"kind": "Status", "apiVersion": "v1", "metadata": map[string]any{}, "status": "Failure", "code": int64(410), "reason": "Expired",
			"message": "The resourceVersion for the provided watch is too old.",
		}}, got)
	}
}

// The tables of a watch have the resourceVersion of their object, unless an option sets
// another metadata.
func TestTableEventMetadata(t *testing.T) {
	event := map[string]any{"type": "ADDED", "object": map[string]any{"metadata": map[string]any{"name": "a", "resourceVersion": "7"}}}
	for _, table := range []func(...registry.TableOption) (map[string]any, error){
		func(opts ...registry.TableOption) (map[string]any, error) {
			return new(registry.Printer).TableEvent(t.Context(), event, time.Time{}, opts...)
		},
		func(opts ...registry.TableOption) (map[string]any, error) {
			return registry.CRDTableEvent(t.Context(), event, opts...)
		},
	} {
		got, err := table()
		require.NoError(t, err)
		assert.Equal(t, map[string]any{"resourceVersion": "7"}, got["object"].(map[string]any)["metadata"])
		assert.NotNil(t, got["object"].(map[string]any)["columnDefinitions"])
		got, err = table(registry.WithListMetadata(map[string]any{"resourceVersion": "8"}))
		require.NoError(t, err)
		assert.Equal(t, map[string]any{"resourceVersion": "8"}, got["object"].(map[string]any)["metadata"])
	}
}

// A zero Selectable knows no namespaces, and its errors are about custom resources.
func TestCRDSelectable(t *testing.T) {
	fields, err := selector.ParseFields("metadata.namespace=,metadata.name=a")
	require.NoError(t, err)
	selection, err := registry.CRDSelectable().Select(selector.Labels{}, fields)
	require.NoError(t, err)
	for name, want := range map[string]bool{"a": true, "b": false} {
		selected, err := selection.Matches(t.Context(), map[string]any{"metadata": map[string]any{"name": name}})
		require.NoError(t, err)
		assert.Equal(t, want, selected)
	}
	fields, err = selector.ParseFields("spec.group=a")
	require.NoError(t, err)
	_, err = registry.CRDSelectable().Select(selector.Labels{}, fields)
	assert.EqualError(t, err, `"spec.group" is not a known field selector: only "metadata.name", "metadata.namespace"`)
	_, err = new(registry.Selectable).Select(selector.Labels{}, fields)
	assert.EqualError(t, err, "field label not supported: spec.group")
}
