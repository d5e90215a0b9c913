package fakeclient

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural/apply"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// kind is a definition.
type kind struct {
	*crdschema.Definition
	fields *apply.Applier
	// versions are the served versions. The first one is the storage version if that is served.
	versions []*version
}

// version is a served version of a kind.
type version struct {
	kind       *kind
	version    *crdschema.Version
	gvk        schema.GroupVersionKind
	gvr        schema.GroupVersionResource // where the tracker has the objects
	selectable func() (*registry.Selectable, error)
}

func newKind(d *crdschema.Definition) (*kind, error) {
	fields, err := apply.New(d)
	if err != nil {
		return nil, err
	}
	k := &kind{Definition: d, fields: fields}
	for _, name := range d.ServedVersions() {
		v, _ := d.Version(name)
		gvk := schema.GroupVersionKind{Group: d.Group(), Version: name, Kind: d.Kind()}
		gvr, _ := meta.UnsafeGuessKindToResource(gvk)
		k.versions = append(k.versions, &version{kind: k, version: v, gvk: gvk, gvr: gvr,
			selectable: sync.OnceValues(func() (*registry.Selectable, error) { return registry.NewSelectable(context.Background(), v) })})
	}
	slices.SortStableFunc(k.versions, func(a, b *version) int {
		return rank(b.version == d.StorageVersion()) - rank(a.version == d.StorageVersion())
	})
	return k, nil
}

func rank(first bool) int {
	if first {
		return 1
	}
	return 0
}

func (k *kind) namespaced() bool { return k.Scope() != objectmeta.ClusterScoped }

func (v *version) target(namespace, name string) registry.Target {
	return registry.Target{Version: v.version, Namespace: namespace, Name: name}
}

// kinds finds the definition of an object.
type kinds map[schema.GroupKind]*kind

// of returns the version of an object or list. It is nil if the kind does not have a definition, or
// if the scheme does not know the type: the fake client answers then.
func (k kinds) of(types goTypes, obj runtime.Object) (*version, error) {
	gvk, err := types.kindOf(obj)
	if err != nil {
		return nil, nil //nolint:nilerr // the fake client has the error
	}
	return k.at(gvk)
}

func (k kinds) at(gvk schema.GroupVersionKind) (*version, error) {
	found := k[gvk.GroupKind()]
	if found == nil {
		return nil, nil
	}
	for _, v := range found.versions {
		if v.gvk.Version == gvk.Version {
			return v, nil
		}
	}
	return nil, &meta.NoKindMatchError{GroupKind: gvk.GroupKind(), SearchedVersions: []string{gvk.Version}}
}

// ofList returns the version of the items of a list.
func (k kinds) ofList(types goTypes, list runtime.Object) (*version, error) {
	gvk, err := types.kindOf(list)
	if err != nil {
		return nil, nil //nolint:nilerr // the fake client has the error
	}
	for _, found := range k {
		if found.Group() == gvk.Group && found.Names().ListKind == gvk.Kind {
			gvk.Kind = found.Kind()
			return k.at(gvk)
		}
	}
	gvk.Kind = strings.TrimSuffix(gvk.Kind, "List")
	return k.at(gvk)
}

// checkURL refuses what a client refuses before it sends a request.
func (v *version) checkURL(namespace, name string) error {
	switch {
	case name == "":
		return fmt.Errorf("resource name may not be empty")
	case v.kind.namespaced() && namespace == "":
		return fmt.Errorf("an empty namespace may not be set when a resource name is provided")
	}
	return nil
}

// namespace returns the namespace in the URL of a request about an object.
func (v *version) namespace(namespace string) string {
	if !v.kind.namespaced() {
		return ""
	}
	return namespace
}
