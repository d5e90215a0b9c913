package crdschema

import (
	"context"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/options"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

// deleteOptions are decoded options of a request to delete an object.
type deleteOptions options.Delete

// readDeleteOptions decodes the body of a request, or returns the Status with which the server
// answers if it cannot. The error is a failure.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, DeleteResource.
func readDeleteOptions(ctx context.Context, text []byte, contentType string) (deleteOptions, *Status, error) {
	if len(text) > decode.MaxBodyBytes {
		return deleteOptions{}, status.TooLarge(decode.MaxBodyBytes), nil
	}
	media, known := decode.MediaTypeOf(contentType)
	if !known {
		return deleteOptions{}, status.UnsupportedMediaType(), nil
	}
	body, err := decode.ReadBody(ctx, text, media)
	if err != nil {
		return deleteOptions{}, status.BadRequest(err.Error()), decode.Failure(ctx, err)
	}
	named, err := wire.ReadTypeMetaText(body.JSON)
	if err != nil {
		return deleteOptions{}, status.BadRequest(err.Error()), nil
	}
	m, bad, err := options.ReadDelete(ctx, body, named)
	if err != nil {
		return deleteOptions{}, nil, err
	}
	read, status := checkedOptions(m, bad)
	return read, status, nil
}

// checkedOptions returns the options in m, or the Status for the error of their decoder.
func checkedOptions(m map[string]any, bad *structural.Error) (deleteOptions, *Status) {
	if bad == nil {
		return optionsOf(m), nil
	}
	status := status.BadRequest(bad.Detail)
	status.Path, status.Remark = bad.Path, bad.Remark
	return deleteOptions{}, status
}

// optionsOf returns decoded options.
func optionsOf(m map[string]any) deleteOptions {
	o := deleteOptions{
		GracePeriodSeconds: pointerTo[int64](m["gracePeriodSeconds"]), OrphanDependents: pointerTo[bool](m["orphanDependents"]),
		PropagationPolicy: pointerTo[string](m["propagationPolicy"]), IgnoreStoreReadError: pointerTo[bool](m[options.IgnoreStoreReadError]),
	}
	if p, ok := m["preconditions"].(map[string]any); ok {
		o.Preconditions = &options.Preconditions{UID: pointerTo[string](p["uid"]), ResourceVersion: pointerTo[string](p["resourceVersion"])}
	}
	list, _ := m["dryRun"].([]any)
	for _, v := range list {
		text, _ := v.(string)
		o.DryRun = append(o.DryRun, text)
	}
	return o
}

// pointerTo returns a pointer to v, or nil if v is absent.
func pointerTo[T any](v any) *T {
	if t, ok := v.(T); ok {
		return &t
	}
	return nil
}

// unsafe reports whether an object is to be deleted because it cannot be read.
func (o *deleteOptions) unsafe() bool {
	return o.IgnoreStoreReadError != nil && *o.IgnoreStoreReadError
}

// The finalizers that the garbage collector removes.
const (
	orphanFinalizer     = "orphan"
	foregroundFinalizer = "foregroundDeletion"
)

// finalizers returns the finalizers of an object that is to be deleted, with that of the
// garbage collector that the options ask for. Without options, that of the object stays.
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry,
// deletionFinalizersForGarbageCollection.
func (o *deleteOptions) finalizers(current []any) []any {
	var kept []any
	for _, f := range current {
		if f != orphanFinalizer && f != foregroundFinalizer {
			kept = append(kept, f)
		}
	}
	if f := o.garbageFinalizer(current); f != "" {
		kept = append(kept, f)
	}
	if sameElements(kept, current) {
		return current
	}
	return kept
}

// garbageFinalizer returns the finalizer of the garbage collector, or "" for none.
func (o *deleteOptions) garbageFinalizer(current []any) string {
	policy := ""
	if o.PropagationPolicy != nil {
		policy = *o.PropagationPolicy
	}
	switch orphan := o.OrphanDependents; {
	case orphan != nil && *orphan, policy == options.Orphan:
		return orphanFinalizer
	case policy == options.Foreground:
		return foregroundFinalizer
	case orphan != nil, policy == options.Background:
		return ""
	}
	for _, f := range current {
		if f == orphanFinalizer || f == foregroundFinalizer {
			return f.(string)
		}
	}
	return ""
}

// sameElements reports whether two lists of texts have the same elements, in any order and
// number.
func sameElements(a, b []any) bool {
	set := make(map[any]bool, len(a))
	for _, v := range a {
		set[v] = true
	}
	other := make(map[any]bool, len(b))
	for _, v := range b {
		if !set[v] {
			return false
		}
		other[v] = true
	}
	return len(set) == len(other)
}
