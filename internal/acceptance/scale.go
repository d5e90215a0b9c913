package acceptance

import (
	"context"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/registry"
)

func scaleOf(ctx context.Context, given, object map[string]any) (outcome, error) {
	d, err := definition(given)
	if err != nil {
		return nil, err
	}
	replicas, written := given["replicas"]
	if !written {
		return scaleOutcome(registry.Scale(d.StorageVersion(), object)), nil
	}
	name := object["metadata"].(map[string]any)["name"]
	body := map[string]any{"metadata": map[string]any{"name": name}, "spec": map[string]any{"replicas": replicas}}
	req := crdschema.Request{Operation: crdschema.UpdateScale, Object: body, Old: object}
	if replicas == nil { // a patch that does not set it
		req = crdschema.Request{Operation: crdschema.PatchScale, Body: []byte("{}"), ContentType: "application/merge-patch+json", Old: object}
	}
	result, err := d.Admit(ctx, req)
	if err != nil {
		return nil, err
	}
	var refused *crdschema.Status
	if len(result.Errors) == 0 {
		refused = result.Status()
	}
	got := scaleOutcome(result.Object, refused)
	got["accepted"], got["errors"], got["object"] = result.Accepted(), errorsOf(result.Errors), result.Stored
	return got, nil
}

func scaleOutcome(scale map[string]any, status *crdschema.Status) outcome {
	if status != nil {
		return outcome{"error": map[string]any{"message": status.Message, "reason": status.Reason}}
	}
	return outcome{"scale": scale}
}
