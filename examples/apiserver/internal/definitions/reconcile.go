package definitions

import (
	"context"
	"errors"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/webhook"
	"github.com/seed95800270/crdschema/examples/apiserver/internal/custom"
	"github.com/seed95800270/crdschema/lifecycle"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
)

// reconcile brings a CRD and what is served up to date.
func (c *Controller) reconcile(ctx context.Context, name string) error {
	stored, err := c.Store.load(ctx, name)
	if err != nil {
		return err
	}
	if stored == nil {
		c.forget(name)
		return nil
	}
	crd, err := lifecycle.Reconcile(ctx, stored, c.siblings(stored), time.Now())
	if err != nil {
		return err
	}
	if stored, err = c.keep(ctx, name, stored, crd); stored == nil || err != nil {
		return err
	}
	return errors.Join(c.update(ctx, name, stored), c.clean(ctx, name, stored))
}

// keep writes a CRD if a controller has changed it. It returns what is stored: nil if the CRD is gone.
func (c *Controller) keep(ctx context.Context, name string, stored, crd map[string]any) (map[string]any, error) {
	switch {
	case registry.Finalized(crd, stored):
		if err := c.Store.remove(ctx, name, stored); err != nil {
			return nil, err
		}
		c.forget(name)
		return nil, nil
	case structural.Equal(crd, stored):
		c.remember(name, stored)
		return stored, nil
	}
	written, err := c.Store.write(ctx, name, stored, crd)
	if err == nil {
		c.remember(name, written)
	}
	return written, err
}

// remember keeps a stored CRD, and looks at others again if it gave up names.
func (c *Controller) remember(name string, crd map[string]any) {
	old := c.crds[name]
	c.crds[name] = crd
	if old != nil && !structural.Equal(acceptedNames(old), acceptedNames(crd)) {
		c.waiting(name)
	}
}

func (c *Controller) forget(name string) {
	delete(c.crds, name)
	c.serve(name, nil)
	c.waiting(name)
}

// waiting looks at CRDs again whose names are taken.
func (c *Controller) waiting(except string) {
	for name, crd := range c.crds {
		accepted, _ := lifecycle.ConditionOf(crd, lifecycle.NamesAccepted)
		if name != except && accepted.Status != "True" {
			c.queue.Add(name)
		}
	}
}

func (c *Controller) siblings(crd map[string]any) (out []map[string]any) {
	for name, other := range c.crds {
		if name != nameOf(crd) && spec(other)["group"] == spec(crd)["group"] {
			out = append(out, other)
		}
	}
	return out
}

// update serves an established CRD as it is stored. Requests and watches go on unless its spec or names have
// changed. The error says why its objects cannot be served.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, crdHandler.updateCustomResourceDefinition.
func (c *Controller) update(ctx context.Context, name string, stored map[string]any) error {
	old := (*c.served.Load())[name]
	now := served{crd: stored}
	established, _ := lifecycle.ConditionOf(stored, lifecycle.Established)
	switch {
	case established.Status != "True":
	case old.kind != nil && structural.Equal(spec(old.crd), spec(stored)) && structural.Equal(acceptedNames(old.crd), acceptedNames(stored)):
		now.kind, now.close = old.kind, old.close
		if deletionOf(stored) != nil && deletionOf(old.crd) == nil {
			var d *crdschema.Definition
			if d, _, now.broken = c.compile(ctx, stored); d != nil {
				now.kind.Terminate(d)
			}
		}
	default:
		now.kind, now.close, now.broken = c.newKind(ctx, stored)
	}
	c.serve(name, &now)
	return now.broken
}

func (c *Controller) newKind(ctx context.Context, stored map[string]any) (*custom.Kind, func(), error) {
	d, end, err := c.compile(ctx, stored)
	if err != nil {
		return nil, end, err
	}
	kind, err := custom.New(ctx, d, stored, c.Host)
	if err != nil && end != nil {
		end()
	}
	return kind, end, err
}

// compile returns the definition of a CRD, with a client for its conversion webhook, if it has one.
func (c *Controller) compile(ctx context.Context, stored map[string]any) (*crdschema.Definition, func(), error) {
	config, err := webhook.ReadConfig(stored)
	if err != nil { // the strategy is not Webhook
		d, err := c.Compiler.Compile(ctx, stored)
		return d, nil, err
	}
	client, err := webhook.New(config, c.Webhooks...)
	if err != nil {
		return nil, nil, err
	}
	d, err := c.Compiler.Compile(ctx, stored, crdschema.WithConverter(client, conversion.StrategyWebhook))
	return d, client.Close, err
}

func spec(crd map[string]any) map[string]any {
	out, _ := crd["spec"].(map[string]any)
	return out
}

func acceptedNames(crd map[string]any) any {
	status, _ := crd["status"].(map[string]any)
	return status["acceptedNames"]
}
