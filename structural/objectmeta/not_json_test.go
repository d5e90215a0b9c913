package objectmeta

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/structural"
)

// Values that are not normalized give no right answers, but no panic either.
func TestValuesThatAreNotJSON(t *testing.T) {
	s := schemaOf(t, `{additionalProperties: {x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}}`)
	for _, v := range []any{1, uint8(1), json.Number("1"), []string{"a"}, map[string]string{"a": "b"}, map[any]any{}, struct{}{}, &struct{}{}, math.NaN(),
		math.Inf(1), map[string]any(nil), []any(nil), func() {}, []any{[]string{}, struct{}{}}} {
		for _, object := range []map[string]any{objectWith(v), {"metadata": v}, {"part": v}, {"apiVersion": v, "kind": v}, nil} {
			for _, mode := range modes {
				assert.NotPanics(t, func() {
					out, _, _ := Decode(bg, object, mode)
					Coerce(bg, out, s, structural.Value, mode)
					Coerce(bg, object, s, structural.Resource, mode)
					Coerce(bg, v, s, structural.Value, mode)
					Metadata(bg, v, mode)
				}, "%T", v)
			}
			assert.NotPanics(t, func() {
				PrepareNamespace(object, Namespaced, "ns")
				PrepareCreate(object, madeUp)
				PrepareUpdate(object, objectWith(v))
				DedupOwnerReferences(bg, object)
				verdict(FinalizerWarnings(bg, object, object))
				textsOf(ValidateType(object, "example.com", "v1", "Part"), verdict(ValidateCreate(bg, object, Namespaced)), verdict(ValidateUpdate(bg, object, objectWith(v), Namespaced)),
					ValidateGenerateName(object), verdict(ValidateEmbedded(bg, object, s, structural.Value)), verdict(ValidateEmbedded(bg, object, s, structural.Resource)), verdict(ValidateEmbedded(bg, v, s, structural.Value)))
			}, "%T", v)
		}
	}
}

// objectWith returns an object with v in every field of its metadata.
func objectWith(v any) map[string]any {
	meta := map[string]any{"labels": map[string]any{"a": v}, "annotations": map[string]any{"a": v}, "finalizers": []any{v}, "ownerReferences": []any{v}, "managedFields": []any{v}}
	for _, f := range gotype.ObjectMeta.Fields {
		if _, taken := meta[f.Name]; !taken {
			meta[f.Name] = v
		}
	}
	return map[string]any{"apiVersion": "example.com/v1", "kind": "Part", "metadata": meta, "part": map[string]any{"metadata": meta}}
}

// textsOf prints errors with their values.
func textsOf(lists ...structural.Errors) (all []string) {
	for _, errs := range lists {
		all = append(all, errs.Texts()...)
	}
	return all
}
