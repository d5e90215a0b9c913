package apimachinery

import (
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/seed95800270/crdschema"
)

// Webhook is an admission webhook for some definitions. It is an http.Handler and safe for
// concurrent use.
type Webhook struct {
	definitions map[schema.GroupKind]*crdschema.Definition
	mutating    bool
	limit       int64
}

// WebhookOption configures a [Webhook].
type WebhookOption interface{ applyTo(*Webhook) }

type webhookOptionFunc func(*Webhook)

func (f webhookOptionFunc) applyTo(w *Webhook) { f(w) }

// WithMutation makes a mutating webhook: it patches in defaults, removes fields that the
// definition does not specify, and rejects only undecodable objects. By default, a webhook is
// validating.
func WithMutation() WebhookOption {
	return webhookOptionFunc(func(w *Webhook) { w.mutating = true })
}

// WithMaxRequestBytes makes [Webhook.ServeHTTP] reject bodies of more than n bytes, by default
// 16 MiB: a server accepts bodies of 3 MiB, and a review of an update has two objects.
func WithMaxRequestBytes(n int64) WebhookOption {
	return webhookOptionFunc(func(w *Webhook) { w.limit = n })
}

const defaultLimit = 16 << 20

// NewWebhook returns a webhook. It uses the last of several definitions with the same group
// and kind.
func NewWebhook(definitions []*crdschema.Definition, opts ...WebhookOption) *Webhook {
	w := &Webhook{definitions: map[schema.GroupKind]*crdschema.Definition{}, limit: defaultLimit}
	for _, d := range definitions {
		w.definitions[schema.GroupKind{Group: d.Group(), Kind: d.Kind()}] = d
	}
	for _, o := range opts {
		o.applyTo(w)
	}
	return w
}
