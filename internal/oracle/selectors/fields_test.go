package selectors

import (
	"context"
	"fmt"
	"strings"
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/conversion"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/storage"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/selector"
	"github.com/seed95800270/crdschema/structural"
)

// listing is a request for the objects that a field selector and a label selector select.
type listing struct {
	Paths         []string // of the selectable fields
	ClusterScoped bool
	Fields        string
	Labels        string
	Objects       []map[string]any
}

// TestSelectableFields compares field selectors: errors, requirements and text, the values
// of fields, and which objects a server selects.
func TestSelectableFields(t *testing.T) {
	cases := parity.Generated(parity.Full(300_000), newListing)
	parity.Run(t, "selectable-fields", cases, func(c *parity.Check, in listing) {
		ours, theirs := in.ours(c), in.theirs()
		c.Equal("answer", ours, theirs)
	})
}

func (in listing) ours(c *parity.Check) []any {
	f, err := selector.ParseFields(in.Fields)
	if err != nil {
		c.Coded(structural.ErrorsOf(err)...)
		return []any{err.Error()}
	}
	l, err := selector.ParseLabels(in.Labels)
	if err != nil {
		return []any{err.Error()}
	}
	out := []any{f.String(), f.Empty()}
	for _, r := range f.Requirements() {
		value, found := f.ExactMatch(r.Key)
		out = append(out, r.Key, string(r.Operator), r.Values[0], value, found)
	}
	fields := cases.Must(registry.NewSelectable(context.Background(), in.version()))
	selection, err := fields.Select(l, f)
	if err != nil {
		c.Coded(structural.ErrorsOf(err)...)
		return append(out, err.Error())
	}
	for _, obj := range in.Objects {
		matched, err := selection.Matches(context.Background(), obj)
		out = append(out, matched, fmt.Sprint(err))
		values, err := fields.Values(context.Background(), obj)
		c.Coded(structural.ErrorsOf(err)...)
		out = append(out, fmt.Sprint(map[string]string(values)), fmt.Sprint(err))
	}
	return out
}

func (in listing) theirs() []any {
	f, err := fields.ParseSelector(in.Fields)
	if err != nil {
		return []any{err.Error()}
	}
	l, err := labels.Parse(in.Labels)
	if err != nil {
		return []any{err.Error()}
	}
	out := []any{f.String(), f.Empty()}
	for _, r := range f.Requirements() {
		value, found := f.RequiresExactMatch(r.Field)
		out = append(out, r.Field, string(r.Operator), r.Value, value, found)
	}
	kind := schema.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "Part"}
	converter := in.converter()
	f, err = f.Transform(func(label, value string) (string, string, error) {
		return converter.ConvertFieldLabel(kind, label, value)
	})
	if err != nil {
		return append(out, err.Error())
	}
	strategy := customresource.NewStrategy(nil, !in.ClusterScoped, kind, nil, nil, &structuralschema.Structural{}, nil, nil, in.selectable())
	predicate := storage.SelectionPredicate{Label: l, Field: f, GetAttrs: strategy.GetAttrs}
	for _, obj := range in.Objects {
		u := &unstructured.Unstructured{Object: obj}
		matched, err := predicate.Matches(u)
		out = append(out, matched, fmt.Sprint(err))
		_, values, err := strategy.GetAttrs(u)
		out = append(out, fmt.Sprint(map[string]string(values)), fmt.Sprint(err))
	}
	return out
}

func (in listing) selectable() (out []apiextensionsv1.SelectableField) {
	for _, path := range in.Paths {
		out = append(out, apiextensionsv1.SelectableField{JSONPath: path})
	}
	return out
}

var converters, _ = conversion.NewCRConverterFactory(nil, nil)

func (in listing) converter() runtime.ObjectConvertor {
	scope := apiextensionsv1.NamespaceScoped
	if in.ClusterScoped {
		scope = apiextensionsv1.ClusterScoped
	}
	safe, _, err := converters.NewConverter(&apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "parts.example.com"},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: "example.com", Scope: scope, Conversion: &apiextensionsv1.CustomResourceConversion{Strategy: apiextensionsv1.NoneConverter},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{Name: "v1", SelectableFields: in.selectable()}},
		},
	})
	if err != nil {
		panic(err)
	}
	return safe
}

func (in listing) version() *crdschema.Version {
	var selectable []any
	for _, path := range in.Paths {
		selectable = append(selectable, map[string]any{"jsonPath": path})
	}
	scope := "Namespaced"
	if in.ClusterScoped {
		scope = "Cluster"
	}
	definition, err := crdschema.Compile(context.Background(), map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": "parts.example.com"},
		"spec": map[string]any{
			"group": "example.com", "scope": scope, "names": map[string]any{"plural": "parts", "kind": "Part"},
			"versions": []any{map[string]any{
				"name": "v1", "served": true, "storage": true, "selectableFields": selectable,
				"schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object", "x-kubernetes-preserve-unknown-fields": true}},
			}},
		},
	})
	if err != nil {
		panic(err)
	}
	return definition.StorageVersion()
}

// newListing returns a request whose selector often uses a declared field with a value that
// an object has.
func newListing(seed uint64) listing {
	r := parity.Rand(seed)
	in := listing{ClusterScoped: r.IntN(4) == 0, Labels: pick(r, "", "", "a", "a=b", "!a")}
	for range r.IntN(4) {
		in.Paths = append(in.Paths, fieldPath(r))
	}
	for range 3 {
		in.Objects = append(in.Objects, part(r))
	}
	terms := make([]string, r.IntN(4))
	for i := range terms {
		terms[i] = in.term(r)
	}
	in.Fields = strings.Join(terms, ",")
	if r.IntN(4) == 0 {
		in.Fields = spoiled(r, in.Fields)
	}
	return in
}
