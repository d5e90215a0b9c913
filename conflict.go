package crdschema

import (
	"path"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/metaedit"
)

// checkConflicts rejects an update of another state of the crd than the stored one.
func (w *definitionAdmission) checkConflicts() bool {
	if w.req.Operation == Create {
		return true
	}
	meta, old := metaedit.Edit(w.req.CRD), metaedit.Edit(w.req.Old)
	of := subject{group: crd.Group, kind: definitionsResource, name: meta.Text("name")}
	w.res.invalid = of // of the errors found here
	if sameUID(&meta, &old) {
		w.res.Status, w.res.Errors = checkResourceVersion(of, &meta, &old)
	} else {
		key := path.Join(storagePrefix(w.req.StoragePrefix, w.req.DryRun), crd.Group, definitionsResource, of.name)
		w.res.Status = otherUID(of, &meta, &old, key)
	}
	return w.res.Status == nil && len(w.res.Errors) == 0
}

// definitionsResource is the plural name of definitions.
const definitionsResource = "customresourcedefinitions"
