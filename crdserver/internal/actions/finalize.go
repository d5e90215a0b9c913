package actions

import (
	"context"
	"errors"
	"net/http"

	"github.com/seed95800270/crdschema/crdserver/internal/rest"
	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/crdserver/internal/untyped"
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
	out := rest.Outcome{Code: http.StatusOK, DryRun: c.options.DryRun}
	given := untyped.Object(c.body, "metadata")
	if given := untyped.Text(given, "name"); given != name {
		return out, status.OtherName(given, name)
	}
	finalizers, _ := untyped.Object(c.body, "spec")["finalizers"].([]any)
	for {
		old, err := get(kind, "", name)
		if err != nil {
			return out, err
		}
		meta := untyped.Object(old.Value, "metadata")
		if wanted := untyped.Text(given, "uid"); wanted != "" && wanted != meta["uid"] {
			return out, status.Resource{Kind: "namespaces", Name: name}.OtherUID("/registry/namespaces/"+name, wanted, untyped.Text(meta, "uid"))
		}
		if wanted := untyped.Text(given, "resourceVersion"); wanted != "" && wanted != meta["resourceVersion"] {
			return out, status.Resource{Kind: "namespaces", Name: name}.Modified()
		}
		spec := untyped.With(untyped.Object(old.Value, "spec"), "finalizers", finalizers)
		if len(finalizers) == 0 {
			delete(spec, "finalizers")
		}
		out.Stored = untyped.With(old.Value, "spec", spec)
		out.Object = out.Stored
		others, _ := meta["finalizers"].([]any)
		out.Gone = meta["deletionTimestamp"] != nil && len(finalizers) == 0 && len(others) == 0
		if err = rest.Commit(ctx, kind, &out, old.Key, old); !errors.Is(err, store.ErrConflict) {
			return out, err
		}
	}
}
