package registry

import (
	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/strategy"
)

// PrepareCreate returns obj, a decoded object of version v, as the server prepares a new
// object: with generation 1 and, if there is a status subresource, without a status.
// objectmeta.PrepareCreate comes before it, and [crdschema.Version.ValidateCreate] after it.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceStrategy.PrepareForCreate.
func PrepareCreate(v *crdschema.Version, obj map[string]any) map[string]any {
	return strategyOf(v).PrepareCreate(obj)
}

// PrepareUpdate returns obj, a decoded object that replaces old, as the server prepares an
// update: with old's status if there is a status subresource, and with old's generation,
// incremented if anything but the metadata changes. Both are normalized objects of version
// v: old as [crdschema.Version.DecodeStored] returns it. objectmeta.PrepareUpdate comes
// before it, and [crdschema.Version.ValidateUpdate] after it.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceStrategy.PrepareForUpdate.
func PrepareUpdate(v *crdschema.Version, obj, old map[string]any) map[string]any {
	return strategyOf(v).PrepareUpdate(obj, old)
}

func strategyOf(v *crdschema.Version) strategy.Strategy {
	return strategy.Strategy{OwnStatus: v.Subresources().Status}
}

// PrepareStatus returns old with the status and the managedFields of obj, as the server
// prepares an update of the status, and with obj's resourceVersion if it has one. Both are
// normalized objects of one version. The managedFields are already the new ones.
// [crdschema.Version.ValidateStatus] comes after it.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// statusStrategy.PrepareForUpdate.
func PrepareStatus(obj, old map[string]any) map[string]any {
	got := metaedit.Edit(obj)
	return strategy.PrepareStatus(obj, old, got.Get("managedFields"))
}
