package conversion

import (
	"errors"
	"slices"

	"github.com/seed95800270/crdschema/internal/wire"
)

const reviewGroup = "apiextensions.k8s.io"

// reviewVersions are the versions of the ConversionReview that a server speaks.
var reviewVersions = [...]string{"v1", "v1beta1"}

// Review is one exchange with a conversion webhook: the message that a server
// sends, and what it makes of the answer. It is immutable.
//
//	review, err := conversion.NewReview(request)
//	if review.Len() > 0 {
//		answer := send(review.Message())
//		objs, err = review.Read(answer)
//	}
type Review struct {
	request ReviewRequest
	version string
	pending []map[string]any // the objects of other versions
}

// ReviewRequest is what a [Review] is about.
type ReviewRequest struct {
	// UID identifies the exchange. A server makes up a new one for each.
	UID string
	// ToAPIVersion is the version asked for, "group/version".
	ToAPIVersion string
	// Objects are to be converted. Those that have the version are not sent.
	Objects []map[string]any
	// ListKind is the kind of the list that the objects are items of, for the
	// words of errors: "CronTabList". It may be empty: a single object then is
	// none of a list, and several are in one that is called after their kind.
	ListKind string
	// ReviewVersions are the versions of the ConversionReview that the webhook
	// understands: conversionReviewVersions of a definition. The first one that
	// a server knows, too, is used: v1 or v1beta1.
	ReviewVersions []string
}

// NewReview is the exchange about a request. The error says that the webhook
// and a server have no version of the ConversionReview in common.
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
		if wire.Text(obj, "apiVersion") != request.ToAPIVersion {
			r.pending = append(r.pending, obj)
		}
	}
	return r, nil
}

// Len is how many objects are sent. If there are none, a server does not call
// the webhook.
func (r *Review) Len() int { return len(r.pending) }

// Message is the ConversionReview to send. It shares the objects.
//
// Rule: Kubernetes documentation, "Webhook request and response".
func (r *Review) Message() map[string]any {
	objects := make([]any, len(r.pending))
	for i, obj := range r.pending {
		objects[i] = obj
	}
	return map[string]any{
		"apiVersion": reviewGroup + "/" + r.version,
		"kind":       reviewKind,
		"request": map[string]any{
			"uid":               r.request.UID,
			"desiredAPIVersion": r.request.ToAPIVersion,
			"objects":           objects,
		},
		// The server's types have no way to leave an answer out.
		"response": map[string]any{
			"uid":              "",
			"convertedObjects": nil,
			"result":           map[string]any{"metadata": map[string]any{}},
		},
	}
}

// Read is what the request asked for, taken from the webhook's answer, a
// decoded JSON value: all objects at the version, in the order of the request.
// They have been checked, and their metadata restored, as [Accept] does.
//
// The error is an [*Error], which speaks of a list if the objects are items of
// one.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion,
// webhookConverter.Convert.
func (r *Review) Read(answer any) ([]map[string]any, error) {
	values, err := r.response(answer)
	if err != nil {
		return nil, r.failed(Error{Stage: Exchange, Err: err})
	}
	if len(values) != len(r.pending) {
		return nil, r.failed(Error{Stage: Count, Err: countError(len(values), len(r.pending))})
	}
	// An object is checked before the next one is looked at.
	converted, err := decodeObjects(values)
	accepted, wrong := Accept(r.pending[:len(converted)], converted, r.request.ToAPIVersion)
	if e, ok := wrong.(*Error); ok {
		return nil, r.failed(*e)
	}
	if err != nil {
		return nil, r.failed(Error{Stage: Decode, Index: len(converted), Err: err})
	}
	return r.inPlace(accepted), nil
}

// decodeObjects are values as objects, up to the first that is none.
func decodeObjects(values []any) ([]map[string]any, error) {
	out := make([]map[string]any, 0, len(values))
	for _, v := range values {
		obj, err := decodeObject(v)
		if err != nil {
			return out, err
		}
		out = append(out, obj)
	}
	return out, nil
}

// Failed is the error of an exchange that gave no answer at all, for example
// because the webhook could not be reached.
func (r *Review) Failed(err error) error {
	return r.failed(Error{Stage: Exchange, Err: err})
}

// failed says of what was to be converted that it was not.
func (r *Review) failed(e Error) error {
	return failed(r.request.Objects, r.request.ToAPIVersion, r.request.ListKind, e)
}

// inPlace puts converted objects where those of other versions were.
func (r *Review) inPlace(converted []map[string]any) []map[string]any {
	if len(r.pending) == len(r.request.Objects) {
		return converted
	}
	out := slices.Clone(r.request.Objects)
	for i, obj := range out {
		if wire.Text(obj, "apiVersion") != r.request.ToAPIVersion {
			out[i], converted = converted[0], converted[1:]
		}
	}
	return out
}
