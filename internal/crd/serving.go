package crd

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/scale"
	"github.com/seed95800270/crdschema/structural"
)

// servingFields are the fields that the server needs to serve objects.
var servingFields = Paths{
	"metadata.name", "spec.group", "spec.scope", "spec.preserveUnknownFields", "spec.conversion.strategy",
	"spec.names.plural", "spec.names.singular", "spec.names.kind", "spec.names.listKind",
	"spec.versions.name", "spec.versions.served", "spec.versions.storage", "spec.versions.deprecated", "spec.versions.deprecationWarning",
	"spec.versions.schema.openAPIV3Schema", "spec.versions.subresources.scale.specReplicasPath",
	"spec.versions.subresources.scale.statusReplicasPath", "spec.versions.subresources.scale.labelSelectorPath",
	"spec.version", "spec.validation.openAPIV3Schema", "spec.subresources.scale.specReplicasPath",
	"spec.subresources.scale.statusReplicasPath", "spec.subresources.scale.labelSelectorPath",
}

// Serving reads a normalized manifest, which passed all checks when it was written,
// as the server does to serve objects. What v1beta1 specifies for all versions is
// returned in each version. The errors, which are sorted, say why the server cannot
// serve objects; those of fields that it does not need for that are left out.
func Serving(manifest map[string]any) (*CRD, structural.Errors) {
	c, wrongTypes := Read(manifest)
	if errs := CheckType(manifest); len(errs) > 0 {
		return &CRD{}, errs
	}
	errs := append(servingFields.Of(wrongTypes), checkServing(c)...)
	c.Distribute()
	c.Scope = cmp.Or(c.Scope, Namespaced)
	c.Conversion.Strategy = cmp.Or(c.Conversion.Strategy, None)
	return c, errs.Sort()
}

// CheckType returns errors if the apiVersion and kind of a manifest are not those of
// a CustomResourceDefinition of v1 or v1beta1.
func CheckType(manifest map[string]any) structural.Errors {
	r := reader{}
	root := object{r: &r, fields: manifest}
	apiVersion, kind := root.text("apiVersion"), root.text("kind")
	if kind == Kind && (apiVersion == Group+"/v1" || IsV1beta1(manifest)) {
		return nil
	}
	return append(r.errs, &structural.Error{Kind: structural.Invalid, Code: codes.CRDType,
		Value: fmt.Sprintf("%s, Kind=%s", apiVersion, kind), Detail: codes.CRDTypeDetail})
}

// checkServing returns the errors that keep the server from serving objects of c.
func checkServing(c *CRD) structural.Errors {
	spec := structural.Path{structural.Field("spec")}
	errs := c.CheckNames()
	errs = append(errs, checkValue(spec.Append(structural.Field("scope")), c.Scope, Namespaced, Cluster)...)
	strategy := spec.Append(structural.Field("conversion"), structural.Field("strategy"))
	errs = append(errs, checkValue(strategy, c.Conversion.Strategy, None, Webhook)...)
	errs = append(errs, c.Shared.Subresources.checkScale(spec)...)
	for i := range c.Versions {
		errs = append(errs, c.Versions[i].Subresources.checkScale(c.Versions[i].Path)...)
	}
	if c.StorageVersion() == nil {
		errs = append(errs, &structural.Error{Path: spec.Append(structural.Field("versions")), Kind: structural.Invalid,
			Code: codes.StorageVersion, Value: structural.Omitted, Detail: codes.StorageVersionDetail})
	}
	return errs
}

// CheckNames returns an error for each of group, plural, kind and the names of
// versions that is missing.
func (c *CRD) CheckNames() structural.Errors {
	spec := structural.Path{structural.Field("spec")}
	names := spec.Append(structural.Field("names"))
	errs := checkRequired(spec, "group", c.Group)
	errs = append(errs, checkRequired(names, "plural", c.Names.Plural)...)
	errs = append(errs, checkRequired(names, "kind", c.Names.Kind)...)
	for i := range c.Versions {
		errs = append(errs, checkRequired(c.Versions[i].Path, "name", c.Versions[i].Name)...)
	}
	return errs
}

func (s *Subresources) checkScale(parent structural.Path) structural.Errors {
	if s == nil || s.Scale == nil {
		return nil
	}
	path := parent.Append(structural.Field("subresources"), structural.Field("scale"))
	errs := checkRequired(path, "specReplicasPath", s.Scale.SpecReplicasPath)
	return append(errs, checkRequired(path, "statusReplicasPath", s.Scale.StatusReplicasPath)...)
}

func checkRequired(parent structural.Path, name, value string) structural.Errors {
	if value != "" {
		return nil
	}
	return structural.Errors{{Path: parent.Append(structural.Field(name)), Kind: structural.Required,
		Code: codes.CRDFieldRequired, Value: structural.Omitted}}
}

func checkValue(path structural.Path, value string, supported ...string) structural.Errors {
	if value == "" || slices.Contains(supported, value) {
		return nil
	}
	return structural.Errors{{Path: path, Kind: structural.NotSupported,
		Code: codes.CRDFieldValue, Value: value, Detail: codes.SupportedValues(supported...)}}
}

// ScalePaths returns the paths of the scale subresource, or nil if there is none.
func (p *VersionParts) ScalePaths() *scale.Paths {
	if p.Subresources == nil || p.Subresources.Scale == nil {
		return nil
	}
	paths := p.Subresources.Scale
	out := &scale.Paths{SpecReplicas: paths.SpecReplicasPath, StatusReplicas: paths.StatusReplicasPath}
	if paths.LabelSelectorPath != nil {
		out.Selector = *paths.LabelSelectorPath
	}
	return out
}
