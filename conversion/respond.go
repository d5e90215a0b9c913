package conversion

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// Respond returns the answer to a ConversionReview, a decoded JSON value, with its objects
// converted by c. Changes that c makes to metadata other than labels and annotations are
// undone, and a converted object without metadata gets the original's.
//
// Each object is converted by a separate call. If one fails or panics, the answer is a result
// with the status Failed and a message that names the object, and the server fails the
// request that needed the conversion.
//
// The error is about a review that is not a request for a conversion. c gets the same
// context.
//
// Rule: Kubernetes documentation, "Webhook request and response".
func Respond(ctx context.Context, review any, c Converter) (map[string]any, error) {
	ctx, _ = work.Share(ctx)
	w := work.Start(ctx, "answering a ConversionReview")
	r, err := readRequest(w, review)
	if w.Failed() {
		return nil, w.Err()
	}
	if err != nil {
		return nil, err
	}
	response := map[string]any{"uid": r.uid, "result": map[string]any{"status": "Success"}}
	converted, err := r.convert(ctx, w, c)
	switch {
	case w.Failed():
		return nil, w.Err()
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		response["result"] = map[string]any{"status": "Failed", "message": err.Error()}
	default:
		response["convertedObjects"] = converted
	}
	return map[string]any{"apiVersion": r.apiVersion, "kind": reviewKind, "response": response}, nil
}

type conversionRequest struct {
	apiVersion, uid, to string
	objects             []map[string]any
}

func readRequest(w *work.Tracker, review any) (conversionRequest, error) {
	fields, ok := review.(map[string]any)
	if !ok {
		return conversionRequest{}, errors.New("a ConversionReview is needed")
	}
	kind := gotype.TypeMetaOf(fields)
	if gotype.OfKind(kind) == "" || kind.Kind != reviewKind {
		return conversionRequest{}, fmt.Errorf("a ConversionReview of %s/v1 or v1beta1 is needed, not a %v", gotype.Group, kind)
	}
	if err := checkTypes(fields, kind.Version); err != nil {
		return conversionRequest{}, err
	}
	request, ok := fields["request"].(map[string]any)
	if !ok {
		return conversionRequest{}, errors.New("the ConversionReview has no request")
	}
	r := conversionRequest{apiVersion: kind.GroupVersion.String(), uid: gotype.StringAt(request, "uid"), to: gotype.StringAt(request, "desiredAPIVersion")}
	if gv, err := gotype.ParseGroupVersion(r.to); err != nil || gv.Version == "" {
		return conversionRequest{}, fmt.Errorf("the desiredAPIVersion %q is not a version", r.to)
	}
	values, _ := request["objects"].([]any)
	var err error
	r.objects, err = decodeObjects(w, values)
	if err != nil {
		return conversionRequest{}, fmt.Errorf("object %d: %w", len(r.objects), err)
	}
	return r, nil
}

func (r conversionRequest) convert(ctx context.Context, w *work.Tracker, c Converter) ([]any, error) {
	out := make([]any, len(r.objects))
	for i, obj := range r.objects {
		if !w.Step(stepsOfObject) {
			return nil, w.Err()
		}
		converted, err := r.convertOne(ctx, w, c, obj)
		if err != nil {
			return nil, err
		}
		out[i] = converted
	}
	return out, nil
}

const stepsOfObject = 64

// convertOne returns a panic of the converter as an error.
func (r conversionRequest) convertOne(ctx context.Context, w *work.Tracker, c Converter, obj map[string]any) (out map[string]any, err error) {
	defer func() {
		if p := recover(); p != nil {
			out, err = nil, fmt.Errorf("%s: the conversion panicked: %s", nameOf(obj), jsontext.Panicked(p))
		}
	}()
	original, err := structural.Normalize(obj)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", nameOf(obj), err)
	}
	obj = original.(map[string]any)
	// The result is compared with obj, so a converter must not write to it.
	copied := work.Clone(w, obj)
	if w.Failed() {
		return nil, w.Err()
	}
	converted, err := c.Convert(work.Caller(ctx), []map[string]any{copied}, r.to)
	if err != nil {
		return nil, err
	}
	if len(converted) != 1 || converted[0] == nil {
		return nil, fmt.Errorf("%s: was not converted to one object but %d", nameOf(obj), len(converted))
	}
	normal, err := structural.Normalize(converted[0])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", nameOf(obj), err)
	}
	return r.restore(ctx, w, obj, normal.(map[string]any))
}

func (r conversionRequest) restore(ctx context.Context, w *work.Tracker, obj, converted map[string]any) (map[string]any, error) {
	out := cow.OfMap(withAPIVersion(converted, r.to))
	if converted["kind"] != obj["kind"] {
		out.Set("kind", obj["kind"])
	}
	if converted["metadata"] == nil {
		out.Set("metadata", metadataOr(obj))
	}
	converted, _ = out.Result()
	restored, err := restoreMetadata(ctx, w, obj, converted)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", nameOf(obj), err)
	}
	return restored, nil
}

// metadataOr returns an empty object if obj lacks metadata: a server does not accept that.
func metadataOr(obj map[string]any) any {
	if meta := obj["metadata"]; meta != nil {
		return meta
	}
	return map[string]any{}
}
