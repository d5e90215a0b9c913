package crds

import (
	"context"
	"maps"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdserver/internal/store"
)

// Restore serves the CRDs that a store has kept. [Controller.Create] updates them.
func (c *Controller) Restore(ctx context.Context) error {
	stored, _, err := c.table.List("", 0)
	if err != nil {
		return err
	}
	c.kept = map[string]bool{}
	before := map[string]*store.Object{} // all of them, so that none takes the names of another
	for _, crd := range stored {
		sibling := *crd
		before[crd.Key], c.kept[crd.Key] = &sibling, true
	}
	c.served.Store(&Served{CRDs: before})
	for _, crd := range stored {
		if err := c.written(ctx, store.Write{Cur: crd}); err != nil {
			return err
		}
	}
	return nil
}

// update updates a stored CRD as a request does.
func (c *Controller) update(ctx context.Context, crd map[string]any, old *store.Object) error {
	crd = maps.Clone(crd)
	meta, _ := crd["metadata"].(map[string]any)
	meta = maps.Clone(meta)
	meta["resourceVersion"] = old.Value["metadata"].(map[string]any)["resourceVersion"]
	crd["metadata"] = meta
	res, err := c.Compiler.AdmitCRD(ctx, crdschema.CRDRequest{
		Operation: crdschema.Update, CRD: crd, Old: old.Value, Name: old.Key, Revision: c.Store.Revision() + 1,
		Fields: c.fields, FieldManager: manager, Now: time.Now(),
	})
	if err != nil {
		return err
	}
	if refused := res.Status(); refused != nil {
		return refused
	}
	if res.Unchanged {
		return nil
	}
	return c.put(ctx, old, res.Object)
}
