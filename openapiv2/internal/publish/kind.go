package publish

import (
	"context"
	"slices"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
	"github.com/seed95800270/crdschema/structural/field"
)

const (
	groupVersionKind = "x-kubernetes-group-version-kind"
	selectableFields = "x-kubernetes-selectable-fields"
)

// models converts the schema of a version and returns the models of its kind and of its list.
// The error says that the server cannot decode the schema, that a text is not UTF-8, or that
// the context or the budget ended the call.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder, buildKubeNative and
// buildListSchema.
func (d *Definition) models(ctx context.Context, v *Version, form Form) (kind, list spec.Schema, err error) {
	ctx, w := work.Share(ctx)
	s, err := v.publishable(ctx)
	if err != nil {
		return kind, list, err
	}
	if err := d.checkTexts(w, v, s); err != nil {
		return kind, list, err
	}
	c := newConverter(form, work.Start(ctx, "building an OpenAPI document"))
	if s == nil || form == V2 && (s.PreservesUnknownFields() || d.preservesUnknown) {
		kind.Type = types[structural.Object]
	} else {
		if form == V3 {
			s = s.Unfold()
		}
		c.root(&kind, s)
	}
	list = c.list(d, v)
	extend(&kind, groupVersionKind, []any{d.GroupVersionKind(v)}, true)
	extend(&list, groupVersionKind, []any{gvk(d.Group, v.Name, d.ListKind)}, true)
	if fields := v.selectable(); fields != nil {
		extend(&kind, selectableFields, fields, true)
		extend(&list, selectableFields, fields, true)
	}
	return kind, list, w.Err()
}

func (v *Version) publishable(ctx context.Context) (*structural.Schema, error) {
	s, problems, err := structural.FromMap(ctx, v.schema)
	if err != nil {
		return nil, err
	}
	var undecodable structural.Errors
	for _, p := range problems {
		if p.Kind == field.Undecodable {
			undecodable = append(undecodable, p)
		}
	}
	if len(undecodable) > 0 {
		return nil, undecodable.In(v.schemaPath...).Err()
	}
	if s == nil || s.Holds(facts.Unsupported) || s.Holds(facts.OtherTypes) {
		return nil, nil
	}
	errs, err := structural.Check(ctx, s, structural.Resource)
	if err != nil || len(errs) > 0 {
		return nil, err
	}
	return s, nil
}

func (c *converter) root(out *spec.Schema, s *structural.Schema) {
	c.node(out, s)
	if out.Properties == nil {
		out.Properties = make(map[string]spec.Schema, 3)
	}
	out.Properties["metadata"] = c.metadata
	typeMeta(out.Properties)
	c.embed(out, s)
}

func typeMeta(properties map[string]spec.Schema) {
	properties["apiVersion"] = text(apiVersionText)
	properties["kind"] = text(kindText)
}

func text(description string) spec.Schema {
	return spec.Schema{SchemaProps: spec.SchemaProps{Type: types[structural.String], Description: description}}
}

var typeMetaFields = []string{"apiVersion", "kind", "metadata"}

// embed adds apiVersion, kind and metadata to an embedded resource. Version 2 does not
// describe a resource that preserves unknown fields.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder, addEmbeddedProperties.
func (c *converter) embed(out *spec.Schema, s *structural.Schema) {
	if !s.EmbeddedResource() || c.form == V2 && s.PreservesUnknownFields() {
		return
	}
	if out.Properties == nil {
		out.Properties = make(map[string]spec.Schema, 3)
	}
	out.Properties["apiVersion"] = text(embeddedAPIVersionText)
	out.Properties["kind"] = text(embeddedKindText)
	out.Properties["metadata"] = c.metadata
	for _, name := range []string{"kind", "apiVersion"} {
		if !slices.Contains(out.Required, name) {
			out.Required = append(out.Required, name)
		}
	}
}

func (c *converter) list(d *Definition, v *Version) spec.Schema {
	item := spec.Schema{SchemaProps: spec.SchemaProps{Ref: c.form.Ref(modelName(d.Group, v.Name, d.Kind))}}
	properties := map[string]spec.Schema{
		"items": {SchemaProps: spec.SchemaProps{
			Type:        types[structural.Array],
			Description: "List of " + d.Plural + ". More info: " + conventions,
			Items:       &spec.SchemaOrArray{Schema: &item},
		}},
		"metadata": shared()[c.form].listMetadata,
	}
	typeMeta(properties)
	return spec.Schema{SchemaProps: spec.SchemaProps{
		Type:        types[structural.Object],
		Description: d.ListKind + " is a list of " + d.Kind,
		Required:    []string{"items"},
		Properties:  properties,
	}}
}

// GroupVersionKind returns the extension of operations with their group, version and kind.
func (d *Definition) GroupVersionKind(v *Version) map[string]any { return gvk(d.Group, v.Name, d.Kind) }

func gvk(group, version, kind string) map[string]any {
	return map[string]any{"group": group, "version": version, "kind": kind}
}

func (v *Version) selectable() any {
	if len(v.SelectableFields) == 0 {
		return nil
	}
	out := make([]any, len(v.SelectableFields))
	for i, path := range v.SelectableFields {
		out[i] = map[string]any{"fieldPath": path}
	}
	return out
}
