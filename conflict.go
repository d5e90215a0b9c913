package crdschema

import (
	"github.com/seed95800270/crdschema/internal/checks"
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
	w.res.Status = checks.UID(checks.Key{Resource: of, Prefix: checks.Prefix(w.req.StoragePrefix, w.req.DryRun)}, &meta, &old)
	if w.res.Status == nil {
		w.res.Status, w.res.Errors = checks.ResourceVersion(of, &meta, &old)
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

// key returns the key of the object with metadata meta in the storage of a server with a prefix.
func (d *Definition) key(prefix string, meta *metaedit.Editor) checks.Key {
	return checks.Key{Resource: d.resource(meta), Namespace: meta.Text("namespace"), Prefix: prefix}
}
