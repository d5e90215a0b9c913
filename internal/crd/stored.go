package crd

import (
	"maps"

	"github.com/seed95800270/crdschema/internal/gotype"
)

var (
	specWriter   = writerOf(gotype.CRDv1.At("spec"))
	statusWriter = writerOf(gotype.CRDv1.At("status"))
)

// StoredObject returns a CRD as the server stores it, of the given metadata, spec and
// status.
func StoredObject(manifest, meta, spec, status map[string]any) map[string]any {
	out := Edit(manifest)
	for name := range manifest {
		switch name {
		case "apiVersion", "kind", "metadata", "spec", "status":
		default:
			out.Set(name, nil)
		}
	}
	out.Set("apiVersion", Group+"/v1")
	out.Set("kind", Kind)
	out.Set("metadata", meta)
	out.Set("spec", spec)
	out.Set("status", status)
	return out.Result()
}

// StoredSpec returns the spec of a decodable CRD, of v1 or v1beta1, in the stored form of
// v1: without unknown and empty fields, with the fields that are always present, with
// numbers in their JSON form, and with defaults.
func StoredSpec(manifest map[string]any) map[string]any {
	spec := Edit(specWriter(ToV1(manifest)["spec"]))
	spec.Set("names", withDefaultNames(spec.Get("names")))
	if spec.Get("conversion") == nil {
		spec.Set("conversion", map[string]any{"strategy": None})
	}
	conversion := Edit(spec.Get("conversion"))
	webhook := Edit(conversion.Get("webhook"))
	if reviews, _ := webhook.Get("conversionReviewVersions").([]any); len(reviews) == 0 && webhook.Get("clientConfig") == nil {
		conversion.Set("webhook", nil)
	}
	spec.Set("conversion", conversion.Result())
	return spec.Result()
}

func withDefaultNames(v any) map[string]any {
	names := Edit(v)
	text := func(name string) string { s, _ := names.Get(name).(string); return s }
	n := Names{Kind: text("kind"), Singular: text("singular"), ListKind: text("listKind")}
	n.SetDefaults()
	if n.Kind != "" {
		names.Set("singular", n.Singular)
		names.Set("listKind", n.ListKind)
	}
	return names.Result()
}

// StoredStatus returns the stored form of the status of a CRD with other stored versions.
func StoredStatus(manifest map[string]any, storedVersions []string) map[string]any {
	written, _ := statusWriter(manifest["status"]).(map[string]any)
	out := maps.Clone(written)
	out["storedVersions"] = Texts(storedVersions)
	return out
}

// NewStatus returns the status of a new CRD.
func NewStatus(storedVersions []string) map[string]any {
	return map[string]any{
		"conditions": nil, "acceptedNames": map[string]any{"kind": "", "plural": ""}, "storedVersions": Texts(storedVersions),
	}
}

// Empty returns a CRD without values as the server writes it.
func Empty() map[string]any {
	spec := map[string]any{"group": "", "names": map[string]any{"kind": "", "plural": ""}, "scope": "", "versions": nil}
	status := NewStatus(nil)
	status["storedVersions"] = nil
	return StoredObject(nil, map[string]any{}, spec, status)
}
