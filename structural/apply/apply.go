package apply

import (
	"context"
	"errors"
	"fmt"

	"sigs.k8s.io/structured-merge-diff/v4/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v4/merge"
	"sigs.k8s.io/structured-merge-diff/v4/typed"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/managedfields"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

// Apply returns the live object at the version of the request after a configuration has been
// applied to it, with defaults and with metadata.managedFields. It is the same map if nothing
// changes.
//
// For a scale, a server answers 500 to an apply that would change the Scale of a custom
// resource. Apply returns the live object with its managed fields, or that Status.
//
// The error is a *[ConflictError] if fields that the configuration would change belong to
// other managers, a *[crdschema.Status] for other reasons to reject the request, or a
// failure.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, FieldManager.Apply.
func (a *Applier) Apply(ctx context.Context, req Request) (map[string]any, error) {
	req, err := req.normalized(ctx)
	if err != nil {
		return nil, err
	}
	return a.apply(ctx, req)
}

func (a *Applier) apply(ctx context.Context, req Request) (map[string]any, error) {
	return interruptible(func() (map[string]any, error) {
		if a.isScale(req) {
			return a.applyScale(ctx, req)
		}
		return a.applyObject(ctx, req)
	})
}

func (a *Applier) applyObject(ctx context.Context, req Request) (map[string]any, error) {
	op, err := a.start(ctx, req)
	if err != nil {
		return nil, err
	}
	out, err := op.apply()
	if err == nil {
		return out, nil
	}
	return nil, op.rejection(err)
}

func (op *operation) rejection(err error) error {
	var rejected *crdschema.Status
	var conflicts merge.Conflicts
	switch {
	case op.work.Err() != nil:
		return op.work.Err()
	case op.ctx.Err() != nil:
		return op.ctx.Err()
	case op.failure != nil:
		return op.failure
	case errors.As(err, &rejected):
		return err
	case errors.As(err, &conflicts):
		return newConflictError(conflicts)
	default:
		return status.Unexpected(err.Error())
	}
}

func (op *operation) apply() (map[string]any, error) {
	entries, list := entriesOf(op.live)
	m, err := readManaged(op.work, entries, list, op.typesAt)
	if err != nil {
		return nil, fmt.Errorf("failed to decode managed fields: %w", err)
	}
	if err := op.checkConfiguration(); err != nil {
		return nil, err
	}
	out, m, err := op.applyAsKubectl(m)
	if err != nil {
		return nil, err
	}
	if out, err = m.in(op.work, out); err == nil && structural.Equal(out, op.live) {
		return op.live, nil
	}
	return out, err
}

// checkConfiguration compares version and kind.
//
// Rules: k8s.io/apimachinery/pkg/util/managedfields, versionCheckManager and
// structuredMergeManager.
func (op *operation) checkConfiguration() error {
	if op.object["apiVersion"] != op.apiVersion || op.object["kind"] != op.tracker.kind() {
		return status.BadRequest("invalid object type: " + kindOf(op.object))
	}
	return nil
}

// applyTracked gives the fields of a live object without managed fields a manager first.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, skipNonAppliedManager.Apply.
func (op *operation) applyTracked(m managed, force bool) (map[string]any, managed, error) {
	if len(m.sets) == 0 {
		var err error
		if m, err = op.track(op.emptyObject(), op.live, m, "before-first-apply"); err != nil {
			return nil, m, fmt.Errorf("failed to create manager for existing fields: %w", err)
		}
	}
	return op.applyAs(m, force)
}

// applyAs applies the configuration as a manager.
//
// Rules: k8s.io/apimachinery/pkg/util/managedfields, buildManagerInfoManager,
// managedFieldsUpdater and stripMetaManager.
func (op *operation) applyAs(m managed, force bool) (map[string]any, managed, error) {
	manager := op.manager(op.req.Manager, managedfields.Apply)
	out, m, err := op.merge(m.clone(), manager, force)
	if err != nil {
		return nil, m, err
	}
	strip(m.sets, manager)
	if out == nil {
		return op.live, m, nil
	}
	m.times[manager] = op.now
	return out, m, nil
}

func (op *operation) manager(name, operation string) string {
	if name == "" {
		name = "unknown"
	}
	e := managedfields.Entry{Manager: name, Operation: operation, APIVersion: op.apiVersion, Subresource: op.req.Subresource}
	return e.ID()
}

// merge returns nil if the merged object equals the live one.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, structuredMergeManager.Apply.
func (op *operation) merge(m managed, manager string, force bool) (map[string]any, managed, error) {
	if entries, _ := entriesOf(op.object); entries != nil {
		return nil, m, status.BadRequest("metadata.managedFields must be nil")
	}
	live, err := op.versionedLive()
	if err != nil {
		return nil, m, err
	}
	config, err := op.typed(op.object, refuseDuplicates)
	if err != nil {
		return nil, m, fmt.Errorf("failed to create typed patch object (%v): %w", nameOf(op.object), err)
	}
	typedLive, err := op.typed(live, allowDuplicates)
	if err != nil {
		return nil, m, fmt.Errorf("failed to create typed live object (%v): %w", nameOf(live), err)
	}
	return op.mergeTyped(typedLive, config, m, manager, force)
}

func (op *operation) versionedLive() (map[string]any, error) {
	live, err := op.convert(op.live, op.apiVersion)
	if err != nil {
		return nil, fmt.Errorf("failed to convert live object (%v) to proper version: %w", nameOf(op.live), err)
	}
	return live, nil
}

func (op *operation) mergeTyped(live, config *typed.TypedValue, m managed, manager string, force bool) (map[string]any, managed, error) {
	if err := op.compareManagers(m, op.live, op.object); err != nil {
		return nil, m, err
	}
	if s := op.shortcutFor(live, config, m.sets, manager); s != nil {
		if s.changesNothing(live, config) {
			return nil, m, nil
		}
		delete(m.sets, manager) // so that the library does not look for fields to remove
	}
	merged, sets, err := op.updater().Apply(live, config, fieldpath.APIVersion(op.apiVersion), m.sets, manager, force)
	if err != nil {
		return nil, m, err
	}
	m.sets = sets
	if merged == nil {
		return nil, m, nil
	}
	obj, ok := merged.AsValue().Unstructured().(map[string]any)
	if !ok {
		return nil, m, fmt.Errorf("failed to convert new typed object (%v) to object: failed to convert value to unstructured for type %T", nameOf(op.object), merged.AsValue().Unstructured())
	}
	if obj, err = op.convert(obj, op.apiVersion); err != nil {
		return nil, m, fmt.Errorf("failed to convert new object (%v) to proper version: %w", nameOf(op.object), err)
	}
	if obj, err = op.tracker.finish(op, obj); err != nil {
		return nil, m, err
	}
	return obj, m, nil
}

// nameOf returns the server's text for an object in an error.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, objectGVKNN.
func nameOf(obj map[string]any) string {
	meta := metaedit.Metadata(obj)
	return fmt.Sprintf("%v/%v; %v", metaedit.Text(meta, "namespace"), metaedit.Text(meta, "name"), kindOf(obj))
}
