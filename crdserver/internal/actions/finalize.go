package actions

import (
	"context"
	"errors"
	"net/http"

	"github.com/seed95800270/crdschema/crdserver/internal/rest"
	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/status"
)

// finalize replaces the finalizers in the spec of a namespace. A namespace that is being deleted goes with the last
// one.
//
// Rule: k8s.io/kubernetes/pkg/registry/core/namespace/storage, FinalizeREST and REST.
func finalize(ctx context.Context, c *call) (rest.Outcome, error) {
	version, _ := c.Namespaces.Definition.Definition.Version("v1")
	kind, name := c.Namespaces.Kind(version), c.path.Name
	c.path.Namespace = ""
	out := rest.Outcome{Code: http.StatusOK}
	given := object(c.body, "metadata")
	if given := text(given, "name"); given != name {
		return out, status.OtherName(given, name)
	}
	finalizers, _ := object(c.body, "spec")["finalizers"].([]any)
	for {
		old, err := get(kind, "", name)
		if err != nil {
			return out, err
		}
		meta := object(old.Value, "metadata")
		if wanted := text(given, "uid"); wanted != "" && wanted != meta["uid"] {
			return out, status.Resource{Kind: "namespaces", Name: name}.OtherUID("/registry/namespaces/"+name, wanted, text(meta, "uid"))
		}
		if wanted := text(given, "resourceVersion"); wanted != "" && wanted != meta["resourceVersion"] {
			return out, status.Resource{Kind: "namespaces", Name: name}.Modified()
		}
		spec := with(object(old.Value, "spec"), "finalizers", finalizers)
		if len(finalizers) == 0 {
			delete(spec, "finalizers")
		}
		out.Object = with(old.Value, "spec", spec)
		others, _ := meta["finalizers"].([]any)
		gone := meta["deletionTimestamp"] != nil && len(finalizers) == 0 && len(others) == 0
		err = c.store(ctx, kind, old, &out, gone)
		if !errors.Is(err, store.ErrConflict) {
			return out, err
		}
	}
}

// store writes or removes the namespace, unless it is a dry run.
func (c *call) store(ctx context.Context, kind rest.Kind, old *store.Object, out *rest.Outcome, gone bool) error {
	switch {
	case c.options.DryRun:
		return nil
	case gone:
		revision, err := kind.Table().Delete(old)
		if err != nil {
			return err
		}
		return kind.Written(ctx, store.Write{Old: old, Revision: revision})
	}
	stored := out.Object
	cur, err := kind.Table().Put(old.Key, old, func(revision uint64) map[string]any { return registry.AtRevision(stored, revision) })
	if err != nil {
		return err
	}
	out.Object = cur.Value
	return kind.Written(ctx, store.Write{Old: old, Cur: cur, Revision: cur.Revision})
}
