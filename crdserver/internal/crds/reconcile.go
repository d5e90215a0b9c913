package crds

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/webhook"
	"github.com/seed95800270/crdschema/crdserver/internal/custom"
	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/lifecycle"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
)

// written runs the controllers after a write of a CRD. The names that it gives up may
// be free for others of its group now.
func (c *Controller) written(ctx context.Context, w store.Write) error {
	ctx = context.WithoutCancel(ctx) // the work belongs to the server, not to the client
	c.mu.Lock()
	defer c.mu.Unlock()
	waiting := []string{w.Key()}
	for len(waiting) > 0 {
		name := waiting[0]
		waiting = waiting[1:]
		changed, err := c.reconcile(ctx, name)
		if err != nil {
			return err
		}
		if changed {
			waiting = append(waiting, c.withoutNames(name)...)
		}
	}
	return nil
}

// reconcile brings the status of a CRD and what is served up to date. It reports whether names of the
// group may be free now.
func (c *Controller) reconcile(ctx context.Context, name string) (changed bool, err error) {
	for {
		stored, _ := c.table.Get(name)
		if stored == nil {
			return c.forget(name), nil
		}
		crd, err := lifecycle.Reconcile(ctx, stored.Value, c.siblings(stored.Value), time.Now())
		if err == nil && !structural.Equal(crd, stored.Value) {
			stored, err = c.table.Put(name, stored, at(crd))
		}
		if err == nil {
			c.serve(ctx, stored)
			changed, err = c.clean(ctx, stored)
		}
		if !errors.Is(err, store.ErrConflict) {
			return changed, err
		}
	}
}

// siblings returns the other CRDs of the group.
func (c *Controller) siblings(crd map[string]any) (out []map[string]any) {
	for name, other := range c.Served().CRDs {
		if name != nameOf(crd) && groupOf(other.Value) == groupOf(crd) {
			out = append(out, other.Value)
		}
	}
	return out
}

// withoutNames returns the CRDs that wait for names of others.
func (c *Controller) withoutNames(except string) (names []string) {
	for name, crd := range c.Served().CRDs {
		accepted, _ := lifecycle.ConditionOf(crd.Value, lifecycle.NamesAccepted)
		if name != except && accepted.Status != "True" {
			names = append(names, name)
		}
	}
	return names
}

// serve publishes a stored CRD, and the definition of an established one. Watches go on unless the
// CRD serves its objects in another way.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, crdHandler.updateCustomResourceDefinition.
func (c *Controller) serve(ctx context.Context, stored *store.Object) {
	now := c.Served()
	before, old := now.CRDs[stored.Key], now.Definitions[stored.Key]
	if before == stored {
		return
	}
	next := &Served{CRDs: with(now.CRDs, stored.Key, stored), Definitions: now.Definitions, Broken: now.Broken}
	defer c.served.Store(next)
	lifetime := custom.NewLifetime()
	if old != nil && served(before.Value, stored.Value) {
		if old.Terminating() == (deletionOf(stored.Value) != nil) {
			return
		}
		lifetime = old.Lifetime()
	}
	if established, _ := lifecycle.ConditionOf(stored.Value, lifecycle.Established); established.Status != "True" {
		return
	}
	d, err := c.compile(ctx, stored, lifetime)
	if err != nil {
		next.Definitions, next.Broken = without(now.Definitions, stored.Key), with(now.Broken, stored.Key, err)
	} else {
		next.Definitions, next.Broken = with(now.Definitions, stored.Key, d), without(now.Broken, stored.Key)
	}
	if old != nil && old.Lifetime() != lifetime {
		defer old.Lifetime().End()
	}
}

// served reports whether two states of a CRD serve objects in the same way.
func served(before, after map[string]any) bool {
	names := func(crd map[string]any) any {
		status, _ := crd["status"].(map[string]any)
		return status["acceptedNames"]
	}
	return structural.Equal(before["spec"], after["spec"]) && structural.Equal(names(before), names(after))
}

func deletionOf(crd map[string]any) any {
	meta, _ := crd["metadata"].(map[string]any)
	return meta["deletionTimestamp"]
}

// hasFinalizer reports whether a CRD waits for the deletion of its objects.
func hasFinalizer(crd map[string]any) bool {
	meta, _ := crd["metadata"].(map[string]any)
	finalizers, _ := meta["finalizers"].([]any)
	return slices.Contains(finalizers, any(lifecycle.CleanupFinalizer))
}

func with[V any](m map[string]V, key string, value V) map[string]V {
	out := maps.Clone(m)
	if out == nil {
		out = map[string]V{}
	}
	out[key] = value
	return out
}

func without[V any](m map[string]V, key string) map[string]V {
	out := maps.Clone(m)
	delete(out, key)
	return out
}

// forget removes a CRD that is not stored any more, with its objects.
func (c *Controller) forget(name string) bool {
	now := c.Served()
	if now.CRDs[name] == nil {
		return false
	}
	c.served.Store(&Served{CRDs: without(now.CRDs, name), Definitions: without(now.Definitions, name), Broken: without(now.Broken, name)})
	c.Store.Drop(name)
	return true
}

// compile returns the definition of a stored CRD.
func (c *Controller) compile(ctx context.Context, stored *store.Object, lifetime *custom.Lifetime) (*custom.Definition, error) {
	converter, err := c.converter(stored)
	if err != nil {
		return nil, err
	}
	var opts []crdschema.DefinitionOption
	if converter != nil {
		opts = append(opts, crdschema.WithConverter(converter, conversion.StrategyWebhook))
	}
	d, err := c.Compiler.Compile(ctx, stored.Value, opts...)
	if err != nil {
		return nil, err
	}
	hooks := custom.Hooks{CheckNew: func(namespace, name string) *crdschema.Status { return c.CheckNew(d, namespace, name) }}
	if d.Terminating() {
		hooks.Removed = func(ctx context.Context) error { return c.written(ctx, store.Write{Cur: stored}) }
	}
	return custom.New(d, c.Store.Table(stored.Key), hooks, lifetime)
}

// converter returns the converter of a CRD, or nil.
func (c *Controller) converter(stored *store.Object) (conversion.Converter, error) {
	if converter := c.Converters[stored.Key]; converter != nil {
		return converter, nil
	}
	config, err := webhook.ReadConfig(stored.Value)
	if err != nil {
		return nil, nil // the strategy is not Webhook
	}
	return webhook.New(config)
}

// clean deletes the objects of a CRD that is being deleted, and then the CRD. It reports whether the CRD is
// gone.
func (c *Controller) clean(ctx context.Context, stored *store.Object) (bool, error) {
	if deletionOf(stored.Value) == nil || !hasFinalizer(stored.Value) {
		return false, nil
	}
	if d := c.Served().Definitions[stored.Key]; d != nil {
		if err := d.DeleteAll(ctx); err != nil {
			return false, err
		}
		if d.Len() > 0 {
			return false, nil // objects with finalizers
		}
	}
	crd, err := lifecycle.Finalize(ctx, stored.Value, lifecycle.ObjectsRemoved, nil, time.Now())
	if err != nil {
		return false, err
	}
	if registry.Finalized(crd, stored.Value) {
		if _, err := c.table.Delete(stored); err != nil {
			return false, err
		}
		return c.forget(stored.Key), nil
	}
	if !structural.Equal(crd, stored.Value) {
		_, err = c.table.Put(stored.Key, stored, at(crd))
	}
	return false, err
}
