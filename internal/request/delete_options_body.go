package request

import (
	"context"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural/field"
)

// ReadDeleteBody decodes the body of a request to delete objects, or returns the Status that rejects
// it. The error is a failure.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, DeleteResource.
func ReadDeleteBody(ctx context.Context, text []byte, contentType string) (DeleteOptions, *status.Status, error) {
	if len(text) > decode.MaxBodyBytes {
		return DeleteOptions{}, status.TooLarge(decode.MaxBodyBytes), nil
	}
	media, known := decode.MediaTypeOf(contentType)
	if !known {
		return DeleteOptions{}, status.UnsupportedMediaType(), nil
	}
	body, err := decode.ReadBody(ctx, text, media)
	if err != nil {
		return DeleteOptions{}, status.BadRequest(err.Error()), decode.Failure(ctx, err)
	}
	named, err := gotype.ReadTypeMetaText(body.JSON)
	if err != nil {
		return DeleteOptions{}, status.BadRequest(err.Error()), nil
	}
	m, bad, err := ReadDeleteOptions(ctx, body, named)
	if err != nil {
		return DeleteOptions{}, nil, err
	}
	read, rejected := DeleteOptionsOf(m, bad)
	return read, rejected, nil
}

// DeleteOptionsOf returns the options in m, or the Status for the error of their decoder.
func DeleteOptionsOf(m map[string]any, bad *field.Error) (DeleteOptions, *status.Status) {
	if bad == nil {
		return deleteOptionsOf(m), nil
	}
	rejected := status.BadRequest(bad.Detail)
	rejected.Path, rejected.Remark = bad.Path, bad.Remark
	return DeleteOptions{}, rejected
}

func deleteOptionsOf(m map[string]any) DeleteOptions {
	o := DeleteOptions{
		GracePeriodSeconds: pointerTo[int64](m["gracePeriodSeconds"]), OrphanDependents: pointerTo[bool](m["orphanDependents"]),
		PropagationPolicy: pointerTo[string](m["propagationPolicy"]), IgnoreStoreReadError: pointerTo[bool](m[IgnoreStoreReadError]),
	}
	if p, ok := m["preconditions"].(map[string]any); ok {
		o.Preconditions = &Preconditions{UID: pointerTo[string](p["uid"]), ResourceVersion: pointerTo[string](p["resourceVersion"])}
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
