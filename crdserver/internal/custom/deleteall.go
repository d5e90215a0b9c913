package custom

import (
	"context"
	"errors"
	"time"

	"github.com/seed95800270/crdschema/crdserver/internal/rest"
	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/registry"
)

// Len returns the number of stored objects.
func (d *Definition) Len() int { return d.table.Len() }

// DeleteAll deletes all objects, as requests without options do. Those with finalizers stay.
func (d *Definition) DeleteAll(ctx context.Context) error {
	stored, _, err := d.table.List("", 0)
	if err != nil {
		return err
	}
	for _, obj := range stored {
		if err := d.deleteOne(ctx, obj); err != nil && !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
	return nil
}

func (d *Definition) deleteOne(ctx context.Context, obj *store.Object) error {
	k := newKind(d, d.StorageVersion())
	out, err := k.Delete(ctx, rest.Deletion{Old: obj.Value, Now: time.Now()})
	switch {
	case err != nil:
		return err
	case out.Gone:
		_, err = d.table.Delete(obj)
	case out.Stored != nil:
		_, err = d.table.Put(obj.Key, obj, func(revision uint64) map[string]any { return registry.AtRevision(out.Stored, revision) })
	}
	return err
}
