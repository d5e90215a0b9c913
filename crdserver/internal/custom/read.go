package custom

import (
	"context"
	"maps"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdserver/internal/rest"
	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// Table returns the table with the objects.
func (k *Kind) Table() *store.Table { return k.definition.table }

// Namespaced reports whether the objects are in namespaces.
func (k *Kind) Namespaced() bool { return k.definition.Scope() != objectmeta.ClusterScoped }

// Lifetime returns a context that ends when another definition replaces this one.
func (k *Kind) Lifetime() context.Context { return k.definition.lifetime.ctx }

// ReadsProtobuf reports whether the kind is built in.
func (k *Kind) ReadsProtobuf() bool { return k.definition.hooks.Typed }

// CheckPatchType refuses types that the server does not apply: strategic merge patches of custom
// resources.
func (k *Kind) CheckPatchType(header string) *crdschema.Status {
	if k.definition.hooks.Prepare != nil && IsStrategic(header) {
		return nil
	}
	return httpapi.CheckContentType(crdschema.Patch, header)
}

// Warnings returns the warning that the version is deprecated.
func (k *Kind) Warnings() []string { return httpapi.VersionWarnings(k.version) }

// Read reads stored objects at the version.
func (k *Kind) Read(ctx context.Context, stored []map[string]any) ([]map[string]any, error) {
	objs, err := k.definition.ReadList(ctx, stored, k.version.Name())
	if show := k.definition.hooks.Show; show != nil {
		for i, obj := range objs {
			objs[i] = show(obj)
		}
	}
	return objs, err
}

// ReadOne reads a stored object at the version.
func (k *Kind) ReadOne(ctx context.Context, stored map[string]any) (map[string]any, error) {
	obj, err := k.definition.Definition.Read(ctx, stored, k.version.Name())
	if show := k.definition.hooks.Show; show != nil && err == nil {
		obj = show(obj)
	}
	return obj, err
}

// Subresource returns the object for its status, or its scale.
func (k *Kind) Subresource(obj map[string]any, name string) (map[string]any, error) {
	if name != "scale" {
		return obj, nil
	}
	scale, refused := registry.Scale(k.version, obj)
	return scale, refused.Err()
}

func (k *Kind) target(namespace, name string) registry.Target {
	return registry.Target{Version: k.version, Namespace: namespace, Name: name}
}

// NotFound returns the answer about an object that is not stored.
func (k *Kind) NotFound(namespace, name string) *crdschema.Status {
	return k.target(namespace, name).NotFound()
}

// Selectable returns the selectable fields.
func (k *Kind) Selectable(context.Context) (*registry.Selectable, error) { return k.selectable() }

// List returns a list.
func (k *Kind) List(objs []map[string]any, metadata map[string]any) map[string]any {
	if !k.definition.hooks.Typed {
		return registry.List(k.version, objs, metadata)
	}
	items := make([]map[string]any, len(objs))
	for i, obj := range objs {
		items[i] = maps.Clone(obj)
		delete(items[i], "apiVersion")
		delete(items[i], "kind")
	}
	return registry.List(k.version, items, metadata)
}

// Printer returns the printer of the objects or of their scales.
func (k *Kind) Printer(_ context.Context, subresource string) (rest.Printer, error) {
	if subresource == "scale" {
		return registry.NewScalePrinter(k.version), nil
	}
	return k.printer()
}

// Bookmark returns a bookmark.
func (k *Kind) Bookmark(revision uint64) map[string]any {
	return registry.Bookmark(k.version, revision)
}

// InitialEventsEnd returns the bookmark after the initial events.
func (k *Kind) InitialEventsEnd(revision uint64) map[string]any {
	return registry.InitialEventsEnd(k.version, revision)
}

// IsStrategic reports whether a Content-Type is the strategic merge patch.
func IsStrategic(header string) bool {
	name, _, _ := strings.Cut(header, ";")
	return strings.TrimSpace(name) == "application/strategic-merge-patch+json"
}
