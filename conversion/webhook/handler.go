package webhook

import (
	"context"
	"net/http"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/posted"
	"github.com/seed95800270/crdschema/internal/work"
)

// HandlerOption configures a [Handler].
type HandlerOption interface{ applyTo(*handler) }

type handlerOptionFunc func(*handler)

func (f handlerOptionFunc) applyTo(h *handler) { f(h) }

// WithMaxRequestBytes rejects requests of more than n bytes, by default 16 MiB: an object has
// at most 3 MiB. Clients that convert long lists in one request need a larger n, or
// [WithBatchSize].
func WithMaxRequestBytes(n int64) HandlerOption {
	return handlerOptionFunc(func(h *handler) { h.limit = n })
}

const defaultRequestLimit = 16 << 20

type handler struct {
	converter conversion.Converter
	limit     int64
}

// Handler returns a conversion webhook: it answers the ConversionReviews of a server with
// their objects converted by c. A conversion that fails or panics is answered with the HTTP
// status 200 and a result with the error.
//
// It rejects other methods than POST (405), other types than application/json (415), bodies
// that are too large (413), and bodies that are not a ConversionReview with a request (400).
// It answers 503 if the context of the request is done or the budget (structural.WithBudget)
// is spent, for which each map and list of the body counts as a made value. The ReadTimeout of http.Server limits how long a client may take to send a
// request.
//
// Rule: Kubernetes documentation, "Write a conversion webhook server".
func Handler(c conversion.Converter, opts ...HandlerOption) http.Handler {
	h := &handler{converter: c, limit: defaultRequestLimit}
	for _, o := range opts {
		o.applyTo(h)
	}
	return h
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if body, ok := posted.Read(w, r, h.limit); ok {
		h.answer(w, r, body)
	}
}

func (h *handler) answer(w http.ResponseWriter, r *http.Request, body []byte) {
	answer, err := h.respond(r.Context(), body)
	posted.Answer(r.Context(), w, answer, err)
}

// respond returns the answer to a body. Counting, decoding and converting spend one budget.
func (h *handler) respond(ctx context.Context, body []byte) (map[string]any, error) {
	ctx, _ = work.Share(ctx)
	if w := work.Start(ctx, "reading a ConversionReview"); !posted.Count(w, body) {
		return nil, w.Err()
	}
	review, err := decode.JSON(ctx, body)
	if err != nil {
		return nil, err
	}
	return conversion.Respond(ctx, review.Value, h.converter)
}
