package conversion

import (
	"context"
	"errors"
	"slices"

	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/work"
)

var reviewVersions = [...]string{"v1", "v1beta1"}

// Review is one exchange with a conversion webhook. It is immutable.
//
//	review, err := conversion.NewReview(request)
//	if review.Len() > 0 {
//		answer := send(review.Message())
//		objs, err = review.Read(ctx, answer)
//	}
type Review struct {
	request ReviewRequest
	version string
	pending []map[string]any // the objects of other versions
}

// ReviewRequest holds the contents of a [Review].
type ReviewRequest struct {
	// UID identifies the exchange. The server generates one for each.
	UID string
	// ToAPIVersion is the requested version, "group/version".
	ToAPIVersion string
	// Objects are the objects to convert. Objects of the requested version are not sent.
	Objects []map[string]any
	// ListKind is the kind of the list that holds the objects, for the texts of errors:
	// "CronTabList". If it is empty, a single object is not in a list, and the kind of the
	// list of several objects is derived from the first.
	ListKind string
	// ReviewVersions are the conversionReviewVersions of the CRD. The first one that the
	// server supports, v1 or v1beta1, is used.
	ReviewVersions []string
}

// NewReview returns an error if the webhook and the server do not share a version of the
// ConversionReview.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion,
// createConversionReviewObjects.
func NewReview(request ReviewRequest) (*Review, error) {
	r := &Review{request: request}
	known := func(v string) bool { return slices.Contains(reviewVersions[:], v) }
	i := slices.IndexFunc(request.ReviewVersions, known)
	if i < 0 {
		return nil, errors.New("no supported conversion review versions")
	}
	r.version = request.ReviewVersions[i]
	for _, obj := range request.Objects {
		if gotype.StringAt(obj, "apiVersion") != request.ToAPIVersion {
			r.pending = append(r.pending, obj)
		}
	}
	return r, nil
}

// Len returns the number of objects that are sent. If it is 0, the server does not call the
// webhook.
func (r *Review) Len() int { return len(r.pending) }

// Message returns the ConversionReview to send. It shares the objects.
//
// Rule: Kubernetes documentation, "Webhook request and response".
func (r *Review) Message() map[string]any {
	objects := make([]any, len(r.pending))
	for i, obj := range r.pending {
		objects[i] = obj
	}
	return map[string]any{
		"apiVersion": gotype.Group + "/" + r.version,
		"kind":       reviewKind,
		"request": map[string]any{
			"uid":               r.request.UID,
			"desiredAPIVersion": r.request.ToAPIVersion,
			"objects":           objects,
		},
		// The server's Go types always encode a response.
		"response": map[string]any{
			"uid":              "",
			"convertedObjects": nil,
			"result":           map[string]any{"metadata": map[string]any{}},
		},
	}
}

// Read returns the objects of the request at the requested version, in order, from the
// webhook's answer, a decoded JSON value. It checks them and restores their metadata as
// [Accept] does.
//
// The error is an [*Error], about a list if the objects are items of one.
func (r *Review) Read(ctx context.Context, answer any) ([]map[string]any, error) {
	ctx, _ = work.Share(ctx)
	w := work.Start(ctx, "reading the answer of a webhook")
	out, err := r.read(ctx, w, answer)
	if w.Failed() {
		return nil, w.Err()
	}
	return out, err
}

func (r *Review) read(ctx context.Context, w *work.Tracker, answer any) ([]map[string]any, error) {
	values, err := r.response(answer)
	if err != nil {
		return nil, r.failed(Error{Stage: Exchange, Err: err})
	}
	if len(values) != len(r.pending) {
		return nil, r.failed(Error{Stage: Count, Err: countError(len(values), len(r.pending))})
	}
	// Each object is checked before the next one is decoded.
	converted, err := decodeObjects(w, values)
	accepted, wrong := acceptAll(ctx, w, r.pending[:len(converted)], converted, r.request.ToAPIVersion)
	if e, ok := wrong.(*Error); ok {
		return nil, r.failed(*e)
	}
	if err != nil {
		return nil, r.failed(Error{Stage: Decode, Index: len(converted), Err: err})
	}
	return r.merge(accepted), nil
}

func decodeObjects(w *work.Tracker, values []any) ([]map[string]any, error) {
	out := make([]map[string]any, 0, len(values))
	for _, v := range values {
		if !w.Step(1) {
			return out, w.Err()
		}
		obj, err := decodeObject(v)
		if err != nil {
			return out, err
		}
		out = append(out, obj)
	}
	return out, nil
}

// Failed returns the error of an exchange without an answer: the webhook could not be reached.
func (r *Review) Failed(err error) error {
	return r.failed(Error{Stage: Exchange, Err: err})
}

func (r *Review) failed(e Error) error {
	return failed(r.request.Objects, r.request.ToAPIVersion, r.request.ListKind, e)
}

func (r *Review) merge(converted []map[string]any) []map[string]any {
	if len(r.pending) == len(r.request.Objects) {
		return converted
	}
	out := slices.Clone(r.request.Objects)
	for i, obj := range out {
		if gotype.StringAt(obj, "apiVersion") != r.request.ToAPIVersion {
			out[i], converted = converted[0], converted[1:]
		}
	}
	return out
}
