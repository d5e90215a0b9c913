package admission

import (
	"context"
	"maps"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdserver/internal/untyped"
	"github.com/seed95800270/crdschema/structural"
)

// Tracker is a tracker of fields that calls mutating webhooks at the moment at which a server does: after the
// managers of fields are known, before the object is prepared and validated. If a webhook changes
// the object, or warns, the request ends without an answer ([Tracker.Ended]): it has to be sent again with
// [Tracker.Object] and the tracker that [Tracker.Next] returns.
type Tracker struct {
	crdschema.FieldTracker
	// Admit returns the object of a request after its webhooks. out is the result of the tracker.
	Admit func(ctx context.Context, change crdschema.FieldChange, out map[string]any) (before, after map[string]any, err error)
	// Warnings returns the warnings of webhooks.
	Warnings func() []string
	// Object is the object after the webhooks.
	Object map[string]any

	ended    bool
	managers any
}

// TrackFields implements crdschema.FieldTracker.
func (t *Tracker) TrackFields(ctx context.Context, change crdschema.FieldChange) (map[string]any, error) {
	out, err := t.FieldTracker.TrackFields(ctx, change)
	if err == nil {
		return t.admit(ctx, change, out)
	}
	if change.Subresource == "scale" && change.Live != nil { // a server looks at the number only after webhooks
		if _, refused := t.admit(ctx, change, change.Live); refused != nil {
			return nil, refused
		}
	}
	return nil, err
}

// ApplyFields implements crdschema.FieldTracker.
func (t *Tracker) ApplyFields(ctx context.Context, change crdschema.FieldChange) (map[string]any, error) {
	out, err := t.FieldTracker.ApplyFields(ctx, change)
	if err != nil {
		return nil, err
	}
	change.Object = nil // a configuration
	return t.admit(ctx, change, out)
}

func (t *Tracker) admit(ctx context.Context, change crdschema.FieldChange, out map[string]any) (map[string]any, error) {
	before, after, err := t.Admit(ctx, change, out)
	if err != nil {
		return nil, err
	}
	if structural.Equal(before, after) && len(t.Warnings()) == 0 {
		return out, nil
	}
	t.Object, t.managers, t.ended = after, untyped.Object(out, "metadata")["managedFields"], true
	return nil, errEnded
}

// errEnded ends a request. No client sees it.
var errEnded = &crdschema.Status{Code: 500, Message: "the request is to be sent again"}

// Ended reports whether the request has to be sent again.
func (t *Tracker) Ended() bool { return t.ended }

// Next returns the tracker for the request that is sent again: nobody manages what a webhook changes.
func (t *Tracker) Next() crdschema.FieldTracker { return tracked{t.managers} }

// tracked are the managed fields of a request that is sent again.
type tracked struct{ managers any }

// TrackFields implements crdschema.FieldTracker.
func (t tracked) TrackFields(_ context.Context, change crdschema.FieldChange) (map[string]any, error) {
	out, managers := change.Object, untyped.Object(change.Object, "metadata")["managedFields"]
	if change.Subresource == "scale" {
		out, managers = change.Live, t.managers
	}
	if managers == nil {
		managers = t.managers
	}
	return withManagers(out, managers), nil
}

// ApplyFields implements crdschema.FieldTracker.
func (t tracked) ApplyFields(_ context.Context, change crdschema.FieldChange) (map[string]any, error) {
	return change.Object, nil
}

func withManagers(obj map[string]any, managers any) map[string]any {
	out, meta := maps.Clone(obj), maps.Clone(untyped.Object(obj, "metadata"))
	if meta == nil {
		meta = map[string]any{}
	}
	if meta["managedFields"] = managers; managers == nil {
		delete(meta, "managedFields")
	}
	out["metadata"] = meta
	return out
}

// Again returns the operation with which a request is sent again: the object is a whole one.
func Again(op crdschema.Operation, old map[string]any) crdschema.Operation {
	switch op {
	case crdschema.PatchStatus:
		return crdschema.UpdateStatus
	case crdschema.PatchScale:
		return crdschema.UpdateScale
	case crdschema.Patch:
		if old == nil {
			return crdschema.Create
		}
		return crdschema.Update
	}
	return op
}

// Located returns an object with the namespace and the name in the URL, if it has none: those of an applied
// configuration are set after its fields are tracked.
func Located(obj map[string]any, namespace, name string) map[string]any {
	meta := untyped.Object(obj, "metadata")
	noNamespace, noName := namespace != "" && untyped.Text(meta, "namespace") == "", name != "" && untyped.Text(meta, "name") == ""
	if !noNamespace && !noName {
		return obj
	}
	out, changed := maps.Clone(obj), map[string]any{}
	maps.Copy(changed, meta)
	if noNamespace {
		changed["namespace"] = namespace
	}
	if noName {
		changed["name"] = name
	}
	out["metadata"] = changed
	return out
}
