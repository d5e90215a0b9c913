package acceptance

import (
	"context"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
)

// Sequences tell what happens one thing after the other. Each type below does one of them and
// returns the sentences that hold.

type readStored struct {
	definition *crdschema.Definition
	stored     map[string]any
}

func (r readStored) told(any) any {
	ctx, before := context.Background(), structural.Clone(r.stored)
	read, err := r.definition.Read(ctx, r.stored, "")
	if err != nil {
		return err.Error()
	}
	var holds []string
	_, missing, err := r.definition.StorageVersion().Default(ctx, r.stored)
	if err != nil {
		return err.Error()
	}
	_, still, err := r.definition.StorageVersion().Default(ctx, read)
	if err != nil {
		return err.Error()
	}
	if len(missing) > 0 && len(still) == 0 {
		holds = append(holds, "the object is read with defaults")
	}
	if structural.Equal(r.stored, before) && len(missing) > 0 {
		holds = append(holds, "what is stored stays without them")
	}
	return list(holds)
}

type mutated struct {
	definition *crdschema.Definition
	object     map[string]any
}

func (m mutated) told(any) any {
	ctx := context.Background()
	decoded, err := m.definition.Decode(ctx, m.object)
	if err != nil {
		return err.Error()
	}
	v, obj := m.definition.StorageVersion(), structural.Clone(decoded.Object)
	spec := obj["spec"].(map[string]any)
	var holds []string
	if _, defaulted := spec["replicas"]; defaulted {
		holds = append(holds, "a webhook removes spec.replicas")
		delete(spec, "replicas")
	}
	obj, _, err = v.Default(ctx, obj)
	if err != nil {
		return err.Error()
	}
	validation, err := v.ValidateCreate(ctx, registry.PrepareCreate(v, obj))
	if err == nil && len(validation.Errors) == 0 && structural.Equal(obj["spec"].(map[string]any)["replicas"], int64(1)) {
		holds = append(holds, "the object gets spec.replicas 1 again before validation")
	}
	return list(holds)
}
