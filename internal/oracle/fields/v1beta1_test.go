package fields_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apiserver"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// TestV1beta1 compares how stored definitions of v1beta1 are served: the
// reference converts them to v1.
func TestV1beta1(t *testing.T) {
	real := manifests(t)
	cases := parity.Join(parity.Map(real, func(m map[string]any) map[string]any { return older(parity.Rand(0), m) }),
		parity.Times(real, parity.Full(10), func(seed uint64, m map[string]any) map[string]any {
			r := parity.Rand(seed)
			return varied(r, older(r, m))
		}))
	parity.Run(t, "crd-v1beta1", cases, func(c *parity.Check, m map[string]any) {
		d, errs := crd.Serving(nil, m)
		want := converted(m)
		if errs.Len() > 0 || want == nil {
			c.Void()
			return
		}
		c.Equal("definition", readOf(d), convertedOf(want))
		for i, v := range want.Spec.Versions {
			if i >= len(d.Versions) {
				break // reported above
			}
			var schema *apiextensionsv1.JSONSchemaProps
			if v.Schema != nil {
				schema = v.Schema.OpenAPIV3Schema
			}
			raw, _ := d.Versions[i].OpenAPIV3Schema()
			c.Equal("schema of "+v.Name, schemaText(raw), propsText(schema))
		}
	})
}

// converted returns a definition as v1, or nil if it cannot be decoded.
//
// Reference: the decoder and the conversions of
// k8s.io/apiextensions-apiserver/pkg/apis/apiextensions.
func converted(m map[string]any) *apiextensionsv1.CustomResourceDefinition {
	internal, err := upstream.Definition(m)
	if err != nil {
		return nil
	}
	out := &apiextensionsv1.CustomResourceDefinition{}
	if err := apiserver.Scheme.Convert(internal, out, nil); err != nil {
		panic(err)
	}
	apiserver.Scheme.Default(out)
	return out
}

// summary holds the compared parts of a definition.
type summary struct {
	Name, Group, Plural, Singular, Kind, ListKind, Scope, Conversion string
	Preserve                                                         bool
	Versions                                                         []version
}

type version struct {
	Name                                string
	Served, Storage, Deprecated, Status bool
	Warning                             any
	Scale                               []string
}

func readOf(d *crd.CRD) summary {
	out := summary{d.Name, d.Group, d.Names.Plural, d.Names.Singular, d.Names.Kind, d.Names.ListKind, d.Scope, d.Conversion.Strategy, d.PreserveUnknownFields, nil}
	for _, v := range d.Versions {
		w := version{Name: v.Name, Served: v.Served, Storage: v.Storage, Deprecated: v.Deprecated, Status: v.Subresources.HasStatus()}
		if v.DeprecationWarning != nil {
			w.Warning = *v.DeprecationWarning
		}
		if paths := v.ScalePaths(); paths != nil {
			w.Scale = []string{paths.SpecReplicasPath, paths.StatusReplicasPath, paths.LabelSelectorPath}
		}
		out.Versions = append(out.Versions, w)
	}
	return out
}

func convertedOf(crd *apiextensionsv1.CustomResourceDefinition) summary {
	s, n := crd.Spec, crd.Spec.Names
	out := summary{crd.Name, s.Group, n.Plural, n.Singular, n.Kind, n.ListKind, string(s.Scope), string(s.Conversion.Strategy), s.PreserveUnknownFields, nil}
	for _, v := range s.Versions {
		w := version{Name: v.Name, Served: v.Served, Storage: v.Storage, Deprecated: v.Deprecated}
		if v.DeprecationWarning != nil {
			w.Warning = *v.DeprecationWarning
		}
		if sub := v.Subresources; sub != nil {
			w.Status = sub.Status != nil
			if scale := sub.Scale; scale != nil {
				w.Scale = []string{scale.SpecReplicasPath, scale.StatusReplicasPath, ""}
				if scale.LabelSelectorPath != nil {
					w.Scale[2] = *scale.LabelSelectorPath
				}
			}
		}
		out.Versions = append(out.Versions, w)
	}
	return out
}

// schemaText encodes a schema as v1 does.
func schemaText(schema map[string]any) string {
	if schema == nil {
		return "none"
	}
	text, err := upstream.Encode(schema)
	if err != nil {
		panic(err)
	}
	props := &apiextensionsv1.JSONSchemaProps{}
	if err := json.Unmarshal(text, props); err != nil {
		panic(err)
	}
	return propsText(props)
}

func propsText(props *apiextensionsv1.JSONSchemaProps) string {
	if props == nil {
		return "none"
	}
	text, err := json.Marshal(props)
	if err != nil {
		panic(err)
	}
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		panic(err)
	}
	text, _ = json.Marshal(v) // the order of keys in defaults
	return string(text)
}

// older returns a definition as v1beta1 has it: fields that all versions share
// are in the spec.
func older(r *rand.Rand, m map[string]any) map[string]any {
	out := runtime.DeepCopyJSON(m)
	if out["apiVersion"] != "apiextensions.k8s.io/v1" {
		return out
	}
	out["apiVersion"] = "apiextensions.k8s.io/v1beta1"
	spec, _ := out["spec"].(map[string]any)
	var versions []map[string]any
	list, _ := spec["versions"].([]any)
	for _, v := range list {
		if version, ok := v.(map[string]any); ok {
			versions = append(versions, version)
		}
	}
	for name, old := range map[string]string{"schema": "validation", "subresources": "subresources", "additionalPrinterColumns": "additionalPrinterColumns"} {
		alike := len(versions) > 0 && len(versions) == len(list)
		for _, v := range versions {
			alike = alike && v[name] != nil && string(encode(v[name])) == string(encode(versions[0][name]))
		}
		if !alike || len(versions) > 1 && r.IntN(4) == 0 {
			continue
		}
		spec[old] = versions[0][name]
		for _, v := range versions {
			delete(v, name)
		}
	}
	return out
}

// varied removes fields that v1beta1 defaults, and similar ones.
func varied(r *rand.Rand, m map[string]any) map[string]any {
	spec, _ := m["spec"].(map[string]any)
	if spec == nil {
		return m
	}
	names, _ := spec["names"].(map[string]any)
	changes := []func(){
		func() { delete(spec, "scope") },
		func() { delete(spec, "conversion") },
		func() { spec["conversion"] = map[string]any{"strategy": "Webhook"} },
		func() { spec["conversion"] = map[string]any{"strategy": "None"} },
		func() { spec["preserveUnknownFields"] = r.IntN(2) == 0 },
		func() { spec["preserveUnknownFields"] = nil },
		func() { delete(spec, "preserveUnknownFields") },
		func() { maps.DeleteFunc(names, func(name string, _ any) bool { return name == "singular" }) },
		func() { maps.DeleteFunc(names, func(name string, _ any) bool { return name == "listKind" }) },
		func() { delete(spec, "versions"); spec["version"] = "v1" },
		func() { spec["versions"] = []any{}; spec["version"] = "v1" },
		func() { spec["version"] = "v1" },
		func() { spec["subresources"] = map[string]any{}; withoutSubresources(spec) },
		func() { spec["subresources"] = map[string]any{"status": nil}; withoutSubresources(spec) },
		func() { spec["validation"] = nil },
	}
	for range 1 + r.IntN(4) {
		changes[r.IntN(len(changes))]()
	}
	return m
}

func withoutSubresources(spec map[string]any) {
	list, _ := spec["versions"].([]any)
	for _, v := range slices.Clone(list) {
		if version, ok := v.(map[string]any); ok {
			delete(version, "subresources")
		}
	}
}
