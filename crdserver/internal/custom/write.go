package custom

import (
	"context"
	"slices"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdserver/internal/rest"
	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
)

// Write decides about a new, updated or patched object.
func (k *Kind) Write(ctx context.Context, w rest.Write) (rest.Outcome, error) {
	if prepare := k.definition.hooks.Prepare; prepare != nil {
		var err error
		if w, err = prepare(ctx, w, k.version); err != nil {
			return rest.Outcome{}, err
		}
		if w.Admission != nil && w.Operation == crdschema.Create {
			w.Admission.Creates() // what may have been an update
		}
	}
	result, err := k.admit(ctx, w, crdschema.Request{
		Operation: w.Operation, Body: w.Body, ContentType: w.ContentType, Old: w.Old, Version: k.version.Name(),
		Namespace: w.Namespace, NoDefaultNamespace: true, Name: w.Name, FieldValidation: w.Options.FieldValidation,
		UID: w.UID, CreationTimestamp: w.Now, Fields: k.definition.fields, FieldManager: w.FieldManager, Now: w.Now,
		Force: w.Options.Force != nil && *w.Options.Force, NameSuffix: w.Suffix, Revision: w.Revision, DryRun: w.Options.DryRun,
	})
	if err != nil {
		return rest.Outcome{}, err
	}
	out := rest.Outcome{Status: result.Status(), Object: result.Object, Code: result.Code, Warnings: result.Warnings, Gone: result.Gone}
	if isNew := w.Operation == crdschema.Create || w.Old == nil && w.Operation == crdschema.Patch; isNew {
		if refused := k.checkNew(w, result); refused != nil {
			return rest.Outcome{Status: refused, Warnings: result.Warnings}, nil
		}
	}
	if w.Admission != nil && result.Accepted() {
		err := k.review(ctx, w, result.Validated)
		out.Warnings = registry.RecordWarnings(slices.Concat(out.Warnings, w.Admission.Warnings()))
		if err != nil {
			out.Status = crdschema.StatusOf(err)
			return out, unlessStatus(err)
		}
	}
	if !result.Unchanged {
		out.Stored = result.Stored
	}
	if hold := k.definition.hooks.Hold; hold != nil && out.Gone && hold(w.Old) != nil {
		out.Gone, out.Stored = false, result.Validated
	}
	return k.complete(out, w.Old), nil
}

// checkNew asks the server about a new object whose body was accepted: as admission plugins do, before
// the object is validated.
func (k *Kind) checkNew(w rest.Write, result crdschema.Result) *crdschema.Status {
	if k.definition.hooks.CheckNew == nil || !result.Accepted() && len(result.Errors) == 0 {
		return nil
	}
	name := w.Name
	if meta, ok := result.Object["metadata"].(map[string]any); ok {
		name, _ = meta["name"].(string)
	}
	return k.definition.hooks.CheckNew(w.Namespace, name)
}

// Delete decides about a deletion.
func (k *Kind) Delete(ctx context.Context, d rest.Deletion) (rest.Outcome, error) {
	if check := k.definition.hooks.CheckDeletion; check != nil {
		if refused := check(d.Name); refused != nil {
			return rest.Outcome{Status: refused}, nil
		}
	}
	old := d.Old
	if hold := k.definition.hooks.Hold; hold != nil && old != nil {
		if held := hold(old); held != nil {
			old = held
		}
	}
	result, err := k.definition.Definition.Delete(ctx, crdschema.DeleteRequest{
		Body: d.Body, ContentType: d.ContentType, Options: d.Options, Old: old, Version: k.version.Name(),
		Name: d.Name, Now: d.Now, Revision: d.Revision,
	})
	if err != nil {
		return rest.Outcome{}, err
	}
	return k.complete(Deleted(result, old), d.Old), nil
}

// complete changes the object to store and the answer as the server wants it.
func (k *Kind) complete(out rest.Outcome, old map[string]any) rest.Outcome {
	if complete := k.definition.hooks.Complete; complete != nil && out.Stored != nil {
		out.Stored, out.Object = complete(out.Stored, old), complete(out.Object, old)
	}
	return out
}

// Deleted returns the outcome of a deletion. An object that was being deleted already may not change.
func Deleted(result crdschema.DeleteResult, old map[string]any) rest.Outcome {
	out := rest.Outcome{Status: result.Status(), Object: result.Object, Code: result.Code, Warnings: result.Warnings,
		Gone: result.Gone, Stored: result.Stored, DryRun: result.DryRun}
	if out.Stored != nil && structural.Equal(registry.AtRevision(out.Stored, 0), registry.AtRevision(old, 0)) {
		out.Stored = nil
	}
	return out
}

// AlreadyExists returns the answer to a new object with the name of a stored one.
func (k *Kind) AlreadyExists(namespace string, obj, old map[string]any) *crdschema.Status {
	return k.target(namespace, "").AlreadyExists(obj, old)
}

// Written calls the hook for a removed object.
func (k *Kind) Written(ctx context.Context, w store.Write) error {
	if removed := k.definition.hooks.Removed; removed != nil && w.Cur == nil {
		return removed(ctx)
	}
	return nil
}
