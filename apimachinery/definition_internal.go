package apimachinery

import (
	"context"
	"errors"
	"reflect"
	"strings"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/keyword"
)

// internalCRD returns a CRD of the server's internal version as one of v1. The Go types of this version have no names
// for JSON. Their fields are called like the fields of v1beta1, apart from letter case.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1, conversion.go.
func internalCRD(ctx context.Context, typed any) (map[string]any, error) {
	if isNil(typed) {
		return nil, errNil
	}
	v := reflect.ValueOf(typed).Elem()
	r := internalReader{indexes: map[*gotype.Type][][]int{}}
	spec := r.object(v.FieldByName("Spec"), gotype.CRDv1beta1.At("spec"))
	if _, found := spec["preserveUnknownFields"]; !found {
		spec["preserveUnknownFields"] = false
	}
	m := map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1beta1", "kind": crdKind, "metadata": v.FieldByName("ObjectMeta").Interface(),
		"spec": spec, "status": r.object(v.FieldByName("Status"), gotype.CRDv1beta1.At("status")),
	}
	if r.tooDeep {
		return nil, errTooDeep
	}
	m, err := encoded(ctx, m)
	if err != nil {
		return nil, err
	}
	return withoutDefaults(crd.ToV1(m), m["spec"].(map[string]any)), nil
}

// withoutDefaults returns a CRD of v1 without the defaults of v1beta1 that its internal spec lacks.
func withoutDefaults(v1, internal map[string]any) map[string]any {
	v1["apiVersion"] = "apiextensions.k8s.io/v1"
	spec := v1["spec"].(map[string]any)
	spec["scope"] = internal["scope"]
	if internal["versions"] == nil && internal["version"] == nil {
		spec["versions"] = nil
	}
	conversion, _ := internal["conversion"].(map[string]any)
	reviews, _ := conversion["conversionReviewVersions"].([]any)
	if conversion == nil || len(reviews) > 0 {
		return v1
	}
	converted := spec["conversion"].(map[string]any)
	delete(converted, "webhook")
	if client := conversion["webhookClientConfig"]; client != nil || reviews != nil {
		converted["webhook"] = map[string]any{"conversionReviewVersions": conversion["conversionReviewVersions"]}
		if client != nil {
			converted["webhook"].(map[string]any)["clientConfig"] = client
		}
	}
	return v1
}

var errTooDeep = errors.New("the schema has more than 10,000 levels, or contains itself")

const maxLevels = 10_000

// internalReader reads Go values along the table of the server's types.
type internalReader struct {
	indexes map[*gotype.Type][][]int // of the fields of a Go struct, nil for one that it lacks
	level   int
	tooDeep bool
}

// object returns the fields of a struct that JSON has.
func (r *internalReader) object(v reflect.Value, t *gotype.Type) map[string]any {
	out := make(map[string]any, len(t.Fields))
	for i, index := range r.fields(v.Type(), t) {
		if index == nil {
			continue // of a newer release
		}
		f, field := t.Fields[i], v.FieldByIndex(index)
		if f.Presence == keyword.Always || !isEmpty(field) || f.Class == gotype.Struct && field.Kind() == reflect.Struct {
			out[f.Name] = r.value(field, f.Type)
		}
	}
	return out
}

// fields returns the indexes of the Go fields of a type.
func (r *internalReader) fields(goType reflect.Type, t *gotype.Type) [][]int {
	if all, known := r.indexes[t]; known {
		return all
	}
	all := make([][]int, len(t.Fields))
	for i, f := range t.Fields {
		found, _ := goType.FieldByNameFunc(func(name string) bool { return strings.EqualFold(name, goNames.Replace(f.Name)) })
		all[i] = found.Index
	}
	r.indexes[t] = all
	return all
}

// goNames makes names of Go fields of names in JSON.
var goNames = strings.NewReplacer("x-kubernetes-", "X", "-", "", "$", "")

// isEmpty reports whether a field is empty, or a pointer to a JSON null.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		return v.Len() == 0
	case reflect.Pointer:
		return v.IsNil() || v.Elem().Kind() == reflect.Interface && v.Elem().IsNil()
	}
	return v.IsZero()
}

// value returns a value that encodes as JSON.
func (r *internalReader) value(v reflect.Value, t *gotype.Type) any {
	if r.level++; r.level > maxLevels {
		r.tooDeep = true
		return nil
	}
	defer func() { r.level-- }()
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	switch t.Class {
	case gotype.Struct:
		return r.object(v, t)
	case gotype.List:
		return r.list(v, t.Elem)
	case gotype.Map:
		return r.named(v, t.Elem)
	case gotype.SchemaOrBool, gotype.SchemaOrList, gotype.SchemaOrNames:
		return r.either(v, t)
	}
	return v.Interface()
}

func (r *internalReader) list(v reflect.Value, elem *gotype.Type) any {
	if v.IsNil() {
		return nil
	}
	out := make([]any, v.Len())
	for i := range out {
		out[i] = r.value(v.Index(i), elem)
	}
	return out
}

func (r *internalReader) named(v reflect.Value, elem *gotype.Type) any {
	out := make(map[string]any, v.Len())
	for _, name := range v.MapKeys() {
		out[name.String()] = r.value(v.MapIndex(name), elem)
	}
	return out
}

// either returns a schema, or the value that a CRD has instead.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1, marshal.go.
func (r *internalReader) either(v reflect.Value, t *gotype.Type) any {
	schema := v.FieldByName("Schema")
	switch {
	case t.Class == gotype.SchemaOrList && v.FieldByName("JSONSchemas").Len() > 0:
		return r.list(v.FieldByName("JSONSchemas"), t.Elem)
	case t.Class == gotype.SchemaOrNames && v.FieldByName("Property").Len() > 0:
		return v.FieldByName("Property").Interface()
	case !schema.IsNil():
		return r.value(schema, t.Elem)
	case t.Class == gotype.SchemaOrBool:
		return v.FieldByName("Allows").Bool()
	}
	return nil
}
