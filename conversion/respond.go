package conversion

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/structural"
)

// Respond answers a ConversionReview, a decoded JSON value, with the objects
// that c makes of those in it. The answer has the version and the UID of the
// request and as many objects in the same order. Whatever c does to the
// metadata besides labels and annotations is undone, and a converted object
// without metadata gets that of the original.
//
// Each object is converted by a call of its own. If one fails, or panics, the
// answer is a result with the status Failed and a message that names the object:
// a server then fails the request that it needed the conversion for.
//
// The error says that review is no request for a conversion, so that there is
// nothing to answer; or that the context is done.
//
// Rule: Kubernetes documentation, "Webhook request and response".
func Respond(ctx context.Context, review any, c Converter) (map[string]any, error) {
	q, err := readQuestion(review)
	if err != nil {
		return nil, err
	}
	response := map[string]any{"uid": q.uid, "result": map[string]any{"status": "Success"}}
	converted, err := q.convert(ctx, c)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		response["result"] = map[string]any{"status": "Failed", "message": err.Error()}
	default:
		response["convertedObjects"] = converted
	}
	return map[string]any{"apiVersion": q.apiVersion, "kind": reviewKind, "response": response}, nil
}

// question is the request of a ConversionReview.
type question struct {
	apiVersion, uid, to string
	objects             []map[string]any
}

// readQuestion takes what a server would send, and nothing else.
func readQuestion(review any) (question, error) {
	fields, ok := review.(map[string]any)
	if !ok {
		return question{}, errors.New("a ConversionReview is needed")
	}
	kind := wire.TypeMetaOf(fields)
	if goTypeOf(kind) == "" || kind.Kind != reviewKind {
		return question{}, fmt.Errorf("a ConversionReview of %s/v1 or v1beta1 is needed, not a %v", reviewGroup, kind)
	}
	if err := checkTypes(fields, reviewTypes[kind.Version]); err != nil {
		return question{}, err
	}
	request, ok := fields["request"].(map[string]any)
	if !ok {
		return question{}, errors.New("the ConversionReview has no request")
	}
	q := question{apiVersion: kind.GroupVersion.String(), uid: wire.Text(request, "uid"), to: wire.Text(request, "desiredAPIVersion")}
	if gv, err := wire.ParseGroupVersion(q.to); err != nil || gv.Version == "" {
		return question{}, fmt.Errorf("the desiredAPIVersion %q is no version", q.to)
	}
	values, _ := request["objects"].([]any)
	var err error
	q.objects, err = decodeObjects(values)
	if err != nil {
		return question{}, fmt.Errorf("object %d: %w", len(q.objects), err)
	}
	return q, nil
}

func (q question) convert(ctx context.Context, c Converter) ([]any, error) {
	out := make([]any, len(q.objects))
	for i, obj := range q.objects {
		converted, err := q.convertOne(ctx, c, obj)
		if err != nil {
			return nil, err
		}
		out[i] = converted
	}
	return out, nil
}

// convertOne keeps what is wrong with one conversion from ending the program.
func (q question) convertOne(ctx context.Context, c Converter, obj map[string]any) (out map[string]any, err error) {
	defer func() {
		if p := recover(); p != nil {
			out, err = nil, fmt.Errorf("%s: the conversion panicked: %v", nameOf(obj), p)
		}
	}()
	original, err := structural.Normalize(obj)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", nameOf(obj), err)
	}
	obj = original.(map[string]any)
	// A converter that writes to its input would change what the result is held to.
	converted, err := c.Convert(ctx, []map[string]any{structural.Clone(obj)}, q.to)
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
	return q.asOriginal(obj, normal.(map[string]any))
}

// asOriginal gives a converted object back what a conversion must not change.
func (q question) asOriginal(obj, converted map[string]any) (map[string]any, error) {
	out := cow.OfMap(withAPIVersion(converted, q.to))
	if converted["kind"] != obj["kind"] {
		out.Set("kind", obj["kind"])
	}
	if converted["metadata"] == nil {
		out.Set("metadata", metadataOr(obj))
	}
	converted, _ = out.Result()
	restored, err := restoreMetadata(obj, converted)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", nameOf(obj), err)
	}
	return restored, nil
}

// metadataOr is the metadata of an object, empty if it has none: a server does
// not accept an object without.
func metadataOr(obj map[string]any) any {
	if meta := obj["metadata"]; meta != nil {
		return meta
	}
	return map[string]any{}
}
