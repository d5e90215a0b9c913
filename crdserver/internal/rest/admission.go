package rest

import (
	"context"
	"maps"
	"slices"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdserver/internal/admission"
	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/crdserver/internal/user"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/registry"
)

// webhooks returns the webhooks of the request, or nil.
func (x *exchange) webhooks(operation string, options map[string]any, dryRun bool) *admission.Request {
	return x.Hooks.Request(admission.Attributes{
		Group: x.path.Group, Version: x.path.Version, Subresource: x.path.Subresource, Resource: x.kind.Resource(),
		Namespace: x.path.Namespace, Name: x.path.Name, Operation: operation, Options: options, DryRun: dryRun, User: user.From(x.ctx),
	})
}

// writeWebhooks returns the webhooks of a write.
func (x *exchange) writeWebhooks(w Write) *admission.Request {
	operation, kind := admission.Update, "UpdateOptions"
	if w.Operation == crdschema.Create || w.Operation == crdschema.Patch && w.Old == nil {
		operation, kind = admission.Create, "CreateOptions"
	}
	options := optionsOf(kind)
	for _, name := range []string{"fieldManager", "fieldValidation"} {
		if text := x.query.Get(name); text != "" {
			options[name] = text
		}
	}
	if values := x.query["dryRun"]; len(values) > 0 {
		var list []any
		for _, value := range values {
			list = append(list, value)
		}
		options["dryRun"] = list
	}
	return x.webhooks(operation, options, w.Options.DryRun)
}

func optionsOf(kind string) map[string]any {
	return map[string]any{"apiVersion": "meta.k8s.io/v1", "kind": kind}
}

// reviewDeletion calls the webhooks about a deletion that the kind accepts, and adds their warnings.
func (x *exchange) reviewDeletion(d Deletion, old *store.Object, out *Outcome) error {
	webhooks := x.webhooks(admission.Delete, nil, out.DryRun)
	if webhooks == nil {
		return nil
	}
	var err error
	if webhooks.Options, err = d.GivenOptions(x.ctx); err != nil {
		return err
	}
	if d.Collection {
		webhooks.Name = ""
	}
	read, err := x.kind.ReadOne(x.ctx, old.Value)
	if err != nil {
		return err
	}
	x.setPreconditions(webhooks, read, d)
	err = webhooks.Deletion(x.ctx, read)
	if finalizers, _ := metadata(read)["finalizers"].([]any); err == nil && out.Gone && len(finalizers) > 0 {
		err = webhooks.Deletion(x.ctx, read) // a server removes the finalizers first
	}
	out.Warnings = registry.RecordWarnings(slices.Concat(out.Warnings, webhooks.Warnings()))
	if refused := crdschema.StatusOf(err); refused != nil {
		out.Status = refused
		return nil
	}
	return err
}

// setPreconditions adds the uid to the options of the deletion of a CRD or a namespace, as their stores do.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition and
// k8s.io/kubernetes/pkg/registry/core/namespace/storage, REST.Delete.
func (x *exchange) setPreconditions(w *admission.Request, obj map[string]any, d Deletion) {
	isCRD := x.path.Group == "apiextensions.k8s.io"
	if d.Collection || !isCRD && (x.path.Group != "" || x.path.Resource != "namespaces") {
		return
	}
	conditions := map[string]any{}
	if given, ok := w.Options["preconditions"].(map[string]any); ok {
		maps.Copy(conditions, given)
	}
	if conditions["uid"] == nil {
		conditions["uid"] = metadata(obj)["uid"]
	}
	w.Options["preconditions"] = conditions
}

// GivenOptions returns the DeleteOptions that the request has, without unknown fields.
func (d *Deletion) GivenOptions(ctx context.Context) (map[string]any, error) {
	given := d.Options
	if len(d.Body) > 0 {
		docs, err := document.DecodeYAML(ctx, d.Body)
		if err != nil {
			return nil, err
		}
		if given = nil; len(docs) > 0 {
			given = docs[0].Object
		}
	}
	out := optionsOf("DeleteOptions")
	for _, name := range []string{"gracePeriodSeconds", "preconditions", "orphanDependents", "propagationPolicy", "dryRun", "ignoreStoreReadErrorWithClusterBreakingPotential"} {
		if value := given[name]; value != nil {
			out[name] = value
		}
	}
	return out, nil
}
