package crdschema

import (
	"cmp"
	"path"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/status"
)

// checkConflicts rejects an update of another state of the crd than the stored one.
func (w *definitionAdmission) checkConflicts() bool {
	if w.req.Operation == Create {
		return true
	}
	meta, old := metaedit.Edit(w.req.CRD), metaedit.Edit(w.req.Old)
	of := status.Resource{Group: crd.Group, Kind: definitionsResource, Name: meta.Text("name")}
	w.res.invalid = of // of the errors found here
	if sameUID(&meta, &old) {
		w.res.Status, w.res.Errors = checkResourceVersion(of, &meta, &old)
	} else {
		key := path.Join(storagePrefix(w.req.StoragePrefix, w.req.DryRun), crd.Group, definitionsResource, of.Name)
		w.res.Status = otherUID(of, &meta, &old, key)
	}
	return w.res.Status == nil && len(w.res.Errors) == 0
}

// definitionsResource is the plural name of definitions.
const definitionsResource = "customresourcedefinitions"

// resource returns the object with metadata meta as one of its resource.
func (d *Definition) resource(meta *metaedit.Editor) status.Resource {
	return d.named(meta.Text("name"))
}

// named returns the object with a name as one of its resource.
func (d *Definition) named(name string) status.Resource {
	return status.Resource{Group: d.group, Kind: d.names.Plural, Name: name}
}

// storageKey returns the key of the object with metadata meta in the storage of a
// server with a prefix.
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry, NamespaceKeyFunc.
func (d *Definition) storageKey(prefix string, meta *metaedit.Editor) string {
	return path.Join(prefix, d.group, d.names.Plural, meta.Text("namespace"), meta.Text("name"))
}

// storagePrefix returns the prefix of keys in storage. In a dry run they have none.
func storagePrefix(prefix string, dryRun bool) string {
	if dryRun {
		return "/"
	}
	return cmp.Or(prefix, "/registry")
}
