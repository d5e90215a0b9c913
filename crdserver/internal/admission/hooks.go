// Package admission calls the webhooks of the stored MutatingWebhookConfigurations and
// ValidatingWebhookConfigurations, as a server does.
//
// A server asks [Hooks.Request] before a write or a deletion. The answer is nil if there are no webhooks. Else
// it calls [Request.Mutate] with the decoded object after the managers of fields are known, then prepares
// and validates the object, and calls [Request.Validate] before it writes. A [Tracker] does the first for a
// request of crdschema. Both return a *crdschema.Status as an error if a webhook denies the request, or fails and
// must not.
//
// A configuration is read once after each write of it. Its values are not validated: what is wrong is an
// error of the webhook when it is called.
//
// Policies (ValidatingAdmissionPolicy, MutatingAdmissionPolicy) are not enforced.
//
// Rules: k8s.io/apiserver/pkg/admission/plugin/webhook; Kubernetes documentation, "Dynamic Admission
// Control".
package admission

import (
	"sync"

	"github.com/seed95800270/crdschema/crdserver/internal/store"
)

// Tables are the tables that hold what webhooks depend on.
type Tables struct{ Mutating, Validating, Namespaces, Services *store.Table }

// NewTables returns the tables of a store.
func NewTables(s *store.Store) Tables {
	return Tables{
		Mutating:   s.Table("mutatingwebhookconfigurations.admissionregistration.k8s.io"),
		Validating: s.Table("validatingwebhookconfigurations.admissionregistration.k8s.io"),
		Namespaces: s.Table("namespaces"), Services: s.Table("services."),
	}
}

// Hooks are the webhooks of a server. They are safe for concurrent use.
type Hooks struct {
	tables Tables
	newUID func() string

	mu     sync.Mutex
	read   map[*store.Object][]*hook // the configurations that have been read
	closed bool
}

// New returns the webhooks that are configured in tables. newUID returns the uid of an AdmissionReview.
func New(tables Tables, newUID func() string) *Hooks {
	return &Hooks{tables: tables, newUID: newUID, read: map[*store.Object][]*hook{}}
}

// Close closes idle connections to webhooks.
func (h *Hooks) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	h.forget(nil)
}

// Request returns the webhooks that may concern a request, or nil if there are none. A nil Hooks has none.
func (h *Hooks) Request(a Attributes) *Request {
	if h == nil || h.tables.Mutating.Len()+h.tables.Validating.Len() == 0 || a.exempt() {
		return nil
	}
	mutating, validating := h.configured()
	if len(mutating)+len(validating) == 0 {
		return nil
	}
	return &Request{Attributes: a.complete(), hooks: h, mutating: mutating, validating: validating}
}

// configured returns all webhooks in the order of their configurations' names.
func (h *Hooks) configured() (mutating, validating []*hook) {
	h.mu.Lock()
	defer h.mu.Unlock()
	current := map[*store.Object]bool{}
	for _, kind := range []struct {
		table *store.Table
		out   *[]*hook
	}{{h.tables.Mutating, &mutating}, {h.tables.Validating, &validating}} {
		stored, _, _ := kind.table.List("", 0) // the current revision is never too old
		for _, obj := range stored {
			if _, found := h.read[obj]; !found {
				h.read[obj] = h.configuration(obj.Value)
			}
			current[obj] = true
			*kind.out = append(*kind.out, h.read[obj]...)
		}
	}
	h.forget(current)
	return mutating, validating
}

// forget drops the configurations that are not current. Their calls go on.
func (h *Hooks) forget(current map[*store.Object]bool) {
	for obj, hooks := range h.read {
		if current[obj] && !h.closed {
			continue
		}
		for _, one := range hooks {
			one.close()
		}
		delete(h.read, obj)
	}
}
