package gotype_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/gotype"
)

// The server decodes metadata from sorted JSON.
func TestMetadataFieldsAreSorted(t *testing.T) {
	for _, typ := range []*gotype.Type{gotype.ObjectMeta, gotype.OwnerReference, gotype.ManagedFieldsEntry} {
		for i := 1; i < len(typ.Fields); i++ {
			assert.Negative(t, strings.Compare(typ.Fields[i-1].Name, typ.Fields[i].Name), typ.Fields[i].Name)
		}
	}
}

// Structs with few and with many fields find them by name.
func TestField(t *testing.T) {
	for _, typ := range []*gotype.Type{gotype.OwnerReference, gotype.CRDv1.At("spec", "versions").Elem.At("schema", "openAPIV3Schema")} {
		for _, f := range typ.Fields {
			assert.Same(t, f, typ.Field(f.Name))
		}
		assert.Nil(t, typ.Field("odd"))
	}
}

func TestChecker(t *testing.T) {
	review := gotype.Reviews["v1"]
	for want, value := range map[string]map[string]any{
		"": {"kind": "a", "request": nil, "response": map[string]any{"result": map[string]any{"code": int64(1)}}, "odd": int64(1)},
		"json: cannot unmarshal number into Go struct field ConversionReview.kind of type string":                             {"kind": int64(1), "apiVersion": int64(1)},
		"json: cannot unmarshal string into Go struct field ConversionRequest.request.objects of type []runtime.RawExtension": {"request": map[string]any{"objects": ""}},
		"json: cannot unmarshal number 1.0 into Go struct field Status.response.result.code of type int32":                    {"response": map[string]any{"result": map[string]any{"code": 1.0}}},
		"json: cannot unmarshal number 2147483648 into Go struct field Status.response.result.code of type int32":             {"response": map[string]any{"result": map[string]any{"code": int64(1) << 31}}},
	} {
		var c gotype.Checker
		c.Struct(review, value)
		assert.Equal(t, want, c.Error())
	}
}
