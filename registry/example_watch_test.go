package registry_test

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/selector"
	"github.com/seed95800270/crdschema/status"
)

// showEvent prints an event as a watch sends it.
func showEvent(event map[string]any) {
	text, err := json.Marshal(event)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(text))
}

// The events of `kubectl get crontabs -l team=a --watch` for three writes: an object is
// created, gets another label, and is removed.
func ExampleSelection_Event() {
	selectable, err := registry.NewSelectable(context.Background(), mustCompile().StorageVersion())
	if err != nil {
		panic(err)
	}
	labels, err := selector.ParseLabels("team=a")
	if err != nil {
		panic(err)
	}
	selection, err := selectable.Select(labels, selector.Fields{})
	if err != nil {
		panic(err)
	}
	a := mustDecode(`{metadata: {name: nightly, labels: {team: a}}}`).Object
	b := mustDecode(`{metadata: {name: nightly, labels: {team: b}}}`).Object
	for i, write := range [][2]map[string]any{{nil, a}, {a, b}, {b, nil}} {
		event, err := selection.Event(context.Background(), write[0], write[1], uint64(7+i))
		if err != nil {
			panic(err)
		}
		showEvent(event)
	}
	// Output:
	// {"object":{"metadata":{"labels":{"team":"a"},"name":"nightly","resourceVersion":"7"}},"type":"ADDED"}
	// {"object":{"metadata":{"labels":{"team":"a"},"name":"nightly","resourceVersion":"8"}},"type":"DELETED"}
	// null
}

func ExampleBookmark() {
	showEvent(registry.Bookmark(mustCompile().StorageVersion(), 12))
	// Output:
	// {"object":{"apiVersion":"stable.example.com/v1","kind":"CronTab","metadata":{"resourceVersion":"12"}},"type":"BOOKMARK"}
}

func ExampleInitialEventsEnd() {
	showEvent(registry.InitialEventsEnd(mustCompile().StorageVersion(), 12))
	// Output:
	// {"object":{"apiVersion":"stable.example.com/v1","kind":"CronTab","metadata":{"annotations":{"k8s.io/initial-events-end":"true"},"resourceVersion":"12"}},"type":"BOOKMARK"}
}

func ExampleCRDBookmark() {
	showEvent(registry.CRDBookmark(12))
	// Output:
	// {"object":{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"resourceVersion":"12"},"spec":{"group":"","names":{"kind":"","plural":""},"scope":"","versions":null},"status":{"acceptedNames":{"kind":"","plural":""},"conditions":null,"storedVersions":null}},"type":"BOOKMARK"}
}

func ExampleCRDInitialEventsEnd() {
	event, err := registry.PartialMetadataEvent(context.Background(), registry.CRDInitialEventsEnd(12), "v1")
	if err != nil {
		panic(err)
	}
	showEvent(event)
	// Output:
	// {"object":{"apiVersion":"meta.k8s.io/v1","kind":"PartialObjectMetadata","metadata":{"annotations":{"k8s.io/initial-events-end":"true"},"resourceVersion":"12"}},"type":"BOOKMARK"}
}

// A client asks for changes since revision 3. The store remembers those since revision 90.
func ExampleErrorEvent() {
	showEvent(registry.ErrorEvent(status.TooOldResourceVersion(3, 90)))
	// Output:
	// {"object":{"apiVersion":"v1","code":410,"kind":"Status","message":"too old resource version: 3 (90)","metadata":{},"reason":"Expired","status":"Failure"},"type":"ERROR"}
}

// Only the first table of a watch defines the columns.
func ExamplePrinter_TableEvent() {
	printer, objs := printedCronTabs()
	var opts []registry.TableOption
	for _, obj := range objs {
		event := map[string]any{"type": "ADDED", "object": obj}
		event, err := printer.TableEvent(context.Background(), event, time.Time{}, opts...)
		if err != nil {
			panic(err)
		}
		table := event["object"].(map[string]any)
		columns, _ := table["columnDefinitions"].([]any)
		fmt.Println(event["type"], len(columns), table["rows"].([]any)[0].(map[string]any)["cells"])
		opts = []registry.TableOption{registry.WithoutHeaders()}
	}
	// Output:
	// ADDED 4 [nightly 0 1 * * * 2 <unknown>]
	// ADDED 0 [hourly 0 * * * * <nil> <unknown>]
}

func ExampleCRDTableEvent() {
	event := map[string]any{"type": "MODIFIED", "object": mustDecode(cronTabs).Object}
	event, err := registry.CRDTableEvent(context.Background(), event, registry.WithInclude(registry.IncludeNone))
	if err != nil {
		panic(err)
	}
	fmt.Println(event["type"], event["object"].(map[string]any)["rows"])
	// Output:
	// MODIFIED [map[cells:[crontabs.stable.example.com Namespaced v1(storage),v1beta1 0001-01-01T00:00:00Z stable.example.com CronTab  false] object:<nil>]]
}

func ExamplePartialMetadataEvent() {
	event := map[string]any{"type": "DELETED", "object": mustDecode(`{metadata: {name: nightly, resourceVersion: "9"}, spec: {image: a}}`).Object}
	event, err := registry.PartialMetadataEvent(context.Background(), event, "v1")
	if err != nil {
		panic(err)
	}
	showEvent(event)
	// Output:
	// {"object":{"apiVersion":"meta.k8s.io/v1","kind":"PartialObjectMetadata","metadata":{"name":"nightly","resourceVersion":"9"}},"type":"DELETED"}
}

// CRDs are selected by their names.
func ExampleCRDSelectable() {
	selection, err := registry.CRDSelectable().Select(selector.Labels{}, selector.FieldEquals("metadata.name", "crontabs.stable.example.com"))
	if err != nil {
		panic(err)
	}
	fmt.Println(selection.Matches(context.Background(), mustDecode(cronTabs).Object))
	// Output: true <nil>
}
