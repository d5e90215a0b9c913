package builtin

import (
	"context"
	"maps"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdserver/internal/custom"
	"github.com/seed95800270/crdschema/crdserver/internal/rest"
)

// The events of the groups "" and events.k8s.io are the same objects. They are stored as those of the core
// group.
const (
	coreEvents  behavior = "events."
	groupEvents behavior = "events.events.k8s.io"
)

// table returns the name of the table with the objects of a resource.
func (b behavior) table() string {
	if b == groupEvents {
		return string(coreEvents)
	}
	return string(b)
}

// eventFields are the fields of an event by their names in the core group.
//
// Rule: k8s.io/kubernetes/pkg/apis/events/v1, Convert_v1_Event_To_core_Event.
var eventFields = map[string]string{
	"involvedObject": "regarding", "message": "note", "reportingComponent": "reportingController", "source": "deprecatedSource",
	"firstTimestamp": "deprecatedFirstTimestamp", "lastTimestamp": "deprecatedLastTimestamp", "count": "deprecatedCount",
}

// eventOf returns a stored event for the group events.k8s.io.
func eventOf(stored map[string]any) map[string]any {
	out := maps.Clone(stored)
	for core, name := range eventFields {
		move(out, core, name)
	}
	return ofVersion(out, "events.k8s.io/v1")
}

// coreEvent returns an event of the group events.k8s.io as it is stored.
func coreEvent(obj map[string]any) map[string]any {
	out := maps.Clone(obj)
	for core, name := range eventFields {
		move(out, name, core)
	}
	return ofVersion(out, "v1")
}

func move(obj map[string]any, from, to string) {
	if value, found := obj[from]; found {
		delete(obj, from)
		obj[to] = value
	}
}

func ofVersion(event map[string]any, apiVersion string) map[string]any {
	if event != nil {
		event["apiVersion"] = apiVersion
	}
	return event
}

// events is the kind Event of the group events.k8s.io.
type events struct{ *custom.Kind }

var _ rest.Kind = events{}

// Kind returns the kind at a served version.
func (r *Resource) Kind(v *crdschema.Version) rest.Kind {
	kind := r.Definition.Kind(v)
	switch r.behavior {
	case groupEvents:
		return events{kind}
	case "pods.":
		return pods{kind}
	}
	return kind
}

// Read reads stored events.
func (e events) Read(ctx context.Context, stored []map[string]any) ([]map[string]any, error) {
	out := make([]map[string]any, len(stored))
	for i, obj := range stored {
		out[i] = eventOf(obj)
	}
	return e.Kind.Read(ctx, out)
}

// ReadOne reads a stored event.
func (e events) ReadOne(ctx context.Context, stored map[string]any) (map[string]any, error) {
	return e.Kind.ReadOne(ctx, eventOf(stored))
}

// Write decides about an event.
func (e events) Write(ctx context.Context, w rest.Write) (rest.Outcome, error) {
	w.Old = eventOf(w.Old)
	out, err := e.Kind.Write(ctx, w)
	out.Stored = coreEvent(out.Stored)
	return out, err
}

// Delete decides about a deletion.
func (e events) Delete(ctx context.Context, d rest.Deletion) (rest.Outcome, error) {
	d.Old = eventOf(d.Old)
	out, err := e.Kind.Delete(ctx, d)
	out.Stored = coreEvent(out.Stored)
	return out, err
}

// AlreadyExists returns the answer to a new event with the name of a stored one.
func (e events) AlreadyExists(namespace string, obj, old map[string]any) *crdschema.Status {
	return e.Kind.AlreadyExists(namespace, obj, eventOf(old))
}
