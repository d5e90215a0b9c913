package crdserver

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/crdserver/internal/builtin"
	"github.com/seed95800270/crdschema/crdserver/internal/crds"
	"github.com/seed95800270/crdschema/crdserver/internal/disk"
	"github.com/seed95800270/crdschema/crdserver/internal/store"
)

// openStore opens the store of the options.
func openStore(c config) (*store.Store, error) {
	if c.data == "" {
		return store.New(c.history), nil
	}
	file, err := disk.Open(c.data)
	if err != nil {
		return nil, fmt.Errorf("crdserver: %w", err)
	}
	objects, err := store.Open(c.history, file)
	if err != nil {
		return nil, fmt.Errorf("crdserver: %w", errors.Join(err, file.Close()))
	}
	return objects, nil
}

// restore serves the CRDs of the store. It removes the objects of CRDs that are gone: a crash may have come
// between.
func restore(ctx context.Context, objects *store.Store, controller *crds.Controller) error {
	if err := controller.Restore(ctx); err != nil {
		return fmt.Errorf("crdserver: %w", err)
	}
	for _, name := range objects.Tables() {
		_, group, isCustom := strings.Cut(name, ".")
		if isCustom && !builtin.Has(group) && group != crds.Group && controller.Served().CRDs[name] == nil {
			objects.Drop(name)
		}
	}
	return nil
}
