package crdtest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/valuediff"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// update sets the operation, and fills in both objects of an update.
func (r *request) update(ctx context.Context, d *Definition, req *crdschema.Request) error {
	if r.old == nil {
		if r.subresource != noSubresource {
			return fmt.Errorf("an update of a subresource needs an old object")
		}
		if _, found := req.Object["metadata"]; !found {
			req.Object = withMetadata(req.Object, map[string]any{"name": defaultName})
		}
		return nil
	}
	old, err := r.old.only(ctx)
	if err != nil {
		return err
	}
	if !d.declares(typeOf(old.object)) {
		return fmt.Errorf("%s: the old object is not of the definition %s", old.at(ctx, nil), d.compiled.Name())
	}
	req.Old = fillOld(d, old.object, req.Object)
	if !old.answered && !r.invalidOld {
		if err := checkOld(ctx, d, old, req.Old); err != nil {
			return err
		}
	}
	req.Revision = 2
	req.Operation = map[subresource]crdschema.Operation{
		noSubresource: crdschema.Update, statusSubresource: crdschema.UpdateStatus, scaleSubresource: crdschema.UpdateScale,
	}[r.subresource]
	oldMeta := metadataOf(req.Old)
	filled := map[string]any{"name": oldMeta["name"], "namespace": oldMeta["namespace"]}
	if !r.applied {
		filled["resourceVersion"] = oldMeta["resourceVersion"]
	}
	req.Object = withMetadata(req.Object, filled)
	return nil
}

// checkOld returns an error unless a server stores a filled old object as it is.
func checkOld(ctx context.Context, d *Definition, old item, filled map[string]any) error {
	name := typeOf(old.object).version
	if err := d.checkVersion(name); err != nil {
		return fmt.Errorf("%s: the old object: %w", old.at(ctx, nil), err)
	}
	version, _ := d.compiled.Version(name)
	normal, err := structural.NormalizeStored(filled)
	if err != nil {
		return fmt.Errorf("%s: the old object: %w", old.at(ctx, nil), err)
	}
	read, err := version.DecodeStored(ctx, normal.(map[string]any))
	if err != nil {
		return fmt.Errorf("%s: the old object: %w", old.at(ctx, nil), err)
	}
	verdict, err := version.ValidateCreate(ctx, read)
	if err != nil {
		return err
	}
	var errs []error
	for _, c := range valuediff.Compare(read, normal) {
		if c.Missing {
			errs = append(errs, fmt.Errorf("%s: unknown field %s", old.at(ctx, c.Path), c.Path))
		}
	}
	for _, e := range verdict.Errors {
		errs = append(errs, fmt.Errorf("%s: %w", old.at(ctx, e.Path), e))
	}
	if len(errs) > 0 {
		return fmt.Errorf("a server rejects the old object, too; WithInvalidOld, or oldIsInvalid in a table, allows one that "+
			"was stored before a change of the CRD:\n%w", errors.Join(errs...))
	}
	return nil
}

// fillOld returns a stored object with what the server has generated.
func fillOld(d *Definition, old, obj map[string]any) map[string]any {
	filled := map[string]any{
		"name": defaultName, "uid": generatedUID, "resourceVersion": "1", "generation": int64(1),
		"creationTimestamp": generatedTime.Format(time.RFC3339),
	}
	meta := metadataOf(obj)
	if name, found := meta["name"]; found {
		filled["name"] = name
	}
	if d.compiled.Scope() == objectmeta.Namespaced {
		filled["namespace"] = "default"
		if namespace, found := meta["namespace"]; found {
			filled["namespace"] = namespace
		}
	}
	return withMetadata(old, filled)
}

func metadataOf(obj map[string]any) map[string]any {
	meta, _ := obj["metadata"].(map[string]any)
	return meta
}

// withMetadata returns obj with the fields of metadata that it lacks. Metadata that is not an
// object stays as it is.
func withMetadata(obj, filled map[string]any) map[string]any {
	meta, isMap := obj["metadata"].(map[string]any)
	if _, found := obj["metadata"]; found && !isMap {
		return obj
	}
	merged := make(map[string]any, len(meta)+len(filled))
	for name, value := range filled {
		if value != nil {
			merged[name] = value
		}
	}
	for name, value := range meta {
		merged[name] = value
	}
	out := make(map[string]any, len(obj)+1)
	for name, value := range obj {
		out[name] = value
	}
	out["metadata"] = merged
	return out
}
