package builtin

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/crdserver/internal/untyped"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/registry"
)

//go:embed initial.yaml
var initialFile []byte

// CreateInitial stores the objects that Kubernetes creates when it starts, unless they are stored.
func (k *Kinds) CreateInitial(ctx context.Context, newUID func() string) error {
	docs, err := document.DecodeYAML(ctx, initialFile)
	if err != nil {
		return err
	}
	tables := docs[0].Object
	for _, resource := range slices.Sorted(maps.Keys(tables)) {
		for _, obj := range tables[resource].([]any) {
			if err := add(k.config.Store.Table(resource), obj.(map[string]any), newUID()); err != nil {
				return fmt.Errorf("%s: %w", resource, err)
			}
		}
	}
	return nil
}

// add stores an object that is not stored yet.
func add(table *store.Table, obj map[string]any, uid string) error {
	meta := untyped.Object(obj, "metadata")
	meta["uid"], meta["creationTimestamp"] = uid, time.Now().UTC().Format(time.RFC3339)
	key := untyped.Text(meta, "name")
	if namespace := untyped.Text(meta, "namespace"); namespace != "" {
		key = namespace + "/" + key
	}
	_, err := table.Put(key, nil, func(revision uint64) map[string]any { return registry.AtRevision(obj, revision) })
	if errors.Is(err, store.ErrConflict) {
		return nil
	}
	return err
}
