package admission

import (
	"encoding/base64"
	"errors"
	"sync"
	"time"

	"github.com/seed95800270/crdschema/conversion/webhook"
	"github.com/seed95800270/crdschema/crdserver/internal/untyped"
	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/selector"
)

// hook is a configured webhook.
type hook struct {
	name                         string
	rules                        []rule
	equivalent, ignore, reinvoke bool // matchPolicy, failurePolicy, reinvocationPolicy
	sideEffects                  string
	namespaces, objects          func() (selector.Labels, error)
	conditions                   []condition
	reviewVersions               []string
	client                       func() (*webhook.Client, error)
	mu                           sync.Mutex
	connected                    *webhook.Client
	closed                       bool
}

// condition is a match condition.
type condition struct {
	expression string
	compiled   func() (*cellib.Condition, error)
}

// configuration reads a stored configuration.
func (h *Hooks) configuration(stored map[string]any) (out []*hook) {
	for _, v := range untyped.List(stored["webhooks"]) {
		m, _ := v.(map[string]any)
		out = append(out, h.newHook(m))
	}
	return out
}

// newHook reads a webhook of a configuration.
func (h *Hooks) newHook(m map[string]any) *hook {
	out := &hook{
		name: untyped.Text(m, "name"), equivalent: untyped.Text(m, "matchPolicy") != "Exact", ignore: untyped.Text(m, "failurePolicy") == "Ignore",
		reinvoke: untyped.Text(m, "reinvocationPolicy") == "IfNeeded", sideEffects: untyped.Text(m, "sideEffects"),
		namespaces: labels(m, "namespaceSelector"), objects: labels(m, "objectSelector"), reviewVersions: untyped.Texts(m["admissionReviewVersions"]),
	}
	for _, v := range untyped.List(m["rules"]) {
		r, _ := v.(map[string]any)
		out.rules = append(out.rules, readRule(r))
	}
	for _, v := range untyped.List(m["matchConditions"]) {
		c, _ := v.(map[string]any)
		expression := untyped.Text(c, "expression")
		out.conditions = append(out.conditions, condition{expression, sync.OnceValues(func() (*cellib.Condition, error) {
			return cellib.NewCondition(expression)
		})})
	}
	timeout, _ := m["timeoutSeconds"].(int64)
	out.client = sync.OnceValues(func() (*webhook.Client, error) {
		return h.connect(untyped.Object(m, "clientConfig"), time.Duration(timeout)*time.Second)
	})
	return out
}

// labels returns the selector in a field.
func labels(m map[string]any, name string) func() (selector.Labels, error) {
	return sync.OnceValues(func() (selector.Labels, error) {
		given := untyped.Object(m, name)
		if given == nil {
			given = map[string]any{}
		}
		return selector.LabelsFromMap(given)
	})
}

// connect returns a client of a webhook.
func (h *Hooks) connect(m map[string]any, timeout time.Duration) (*webhook.Client, error) {
	config := webhook.Config{URL: untyped.Text(m, "url")}
	var err error
	if config.CABundle, err = base64.StdEncoding.DecodeString(untyped.Text(m, "caBundle")); err != nil {
		return nil, errors.New("the caBundle is not base64")
	}
	if s := untyped.Object(m, "service"); s != nil {
		port, _ := s["port"].(int64)
		config.Service = &webhook.Service{Namespace: untyped.Text(s, "namespace"), Name: untyped.Text(s, "name"), Port: int(port), Path: untyped.Text(s, "path")}
		return webhook.New(config, webhook.WithTimeout(timeout), webhook.WithDialer(h.unreachable(*config.Service)))
	}
	return webhook.New(config, webhook.WithTimeout(timeout), webhook.WithMaxResponseBytes(maxResponse))
}

// maxResponse is the number of bytes of the greatest answer: a few times the greatest object.
const maxResponse = 16 << 20

// connection returns the client of the webhook.
func (k *hook) connection() (*webhook.Client, error) {
	client, err := k.client()
	k.mu.Lock()
	defer k.mu.Unlock()
	k.connected = client
	return client, err
}

// close closes idle connections. A call that goes on closes its own when it ends.
func (k *hook) close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed = true; k.connected != nil {
		k.connected.Close()
	}
}

// release closes the connection of a call that has ended after close.
func (k *hook) release() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed && k.connected != nil {
		k.connected.Close()
	}
}
