package registry

import (
	"context"
	"time"
)

// TableEvent returns an event of a watch with a Table in place of its object, for clients
// such as `kubectl get --watch`. Pass [WithoutHeaders] for all events after the first of a
// watch. An event with an error remains as it is. now, opts and the error are those of
// [Printer.Table].
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, watchEmbeddedEncoder.
func (p *Printer) TableEvent(ctx context.Context, event map[string]any, now time.Time, opts ...TableOption) (map[string]any, error) {
	return withObject(event, func(obj map[string]any) (map[string]any, error) {
		return p.Table(ctx, []map[string]any{obj}, now, ofObject(obj, opts)...)
	})
}

// CRDTableEvent returns an event of a watch of CRDs as [Printer.TableEvent] does, with the
// table of [CRDTable].
func CRDTableEvent(ctx context.Context, event map[string]any, opts ...TableOption) (map[string]any, error) {
	return withObject(event, func(obj map[string]any) (map[string]any, error) {
		return CRDTable(ctx, []map[string]any{obj}, ofObject(obj, opts)...)
	})
}

// PartialMetadataEvent returns an event of a watch with the metadata of its object in place
// of the object. version and the error are those of [PartialMetadata]. An event with an
// error remains as it is.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, watchEmbeddedEncoder.
func PartialMetadataEvent(ctx context.Context, event map[string]any, version string) (map[string]any, error) {
	return withObject(event, func(obj map[string]any) (map[string]any, error) {
		return PartialMetadata(ctx, obj, version)
	})
}

// ofObject returns opts after an option that gives the table the resourceVersion of obj.
func ofObject(obj map[string]any, opts []TableOption) []TableOption {
	meta, _ := obj["metadata"].(map[string]any)
	return append([]TableOption{WithListMetadata(map[string]any{"resourceVersion": meta["resourceVersion"]})}, opts...)
}

// withObject returns a copy of an event with a transformed object. It returns an event with
// an error, or without an object, itself.
func withObject(event map[string]any, transform func(map[string]any) (map[string]any, error)) (map[string]any, error) {
	obj, ok := event["object"].(map[string]any)
	if !ok || event["type"] == failed {
		return event, nil
	}
	out, err := transform(obj)
	if err != nil {
		return nil, err
	}
	return map[string]any{"type": event["type"], "object": out}, nil
}
