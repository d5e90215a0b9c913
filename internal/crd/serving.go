package crd

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/scale"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

var servingFields = PathsOf(
	"metadata.name", "spec.group", "spec.scope", "spec.preserveUnknownFields", "spec.conversion.strategy",
	"spec.names.plural", "spec.names.singular", "spec.names.kind", "spec.names.listKind",
	"spec.versions.name", "spec.versions.served", "spec.versions.storage", "spec.versions.deprecated", "spec.versions.deprecationWarning",
	"spec.versions.schema.openAPIV3Schema", "spec.versions.subresources.scale.specReplicasPath",
	"spec.versions.subresources.scale.statusReplicasPath", "spec.versions.subresources.scale.labelSelectorPath",
	"spec.version", "spec.validation.openAPIV3Schema", "spec.subresources.scale.specReplicasPath",
	"spec.subresources.scale.statusReplicasPath", "spec.subresources.scale.labelSelectorPath",
)

// Serving reads a normalized CRD, which passed all checks when it was written, as the
// server does to serve objects. The fields of v1beta1 for all versions are in each
// version. The errors say why the server cannot serve objects. w is as in [Read].
func Serving(w *work.Tracker, manifest map[string]any) (*CRD, *errlist.List) {
	if wrong := CheckType(manifest); len(wrong) > 0 {
		errs := &errlist.List{}
		for _, e := range wrong {
			errs.Add(nil, e)
		}
		return &CRD{}, errs
	}
	c, errs := Read(w, manifest, servingFields)
	c.checkServing(w, errs)
	c.Distribute()
	c.Scope = cmp.Or(c.Scope, defaultScope(manifest))
	c.Conversion.Strategy = cmp.Or(c.Conversion.Strategy, None)
	return c, errs
}

// defaultScope returns the scope of a stored CRD without one: only v1beta1 has a default.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1,
// SetDefaults_CustomResourceDefinitionSpec.
func defaultScope(manifest map[string]any) string {
	if IsV1beta1(manifest) {
		return Namespaced
	}
	return Cluster
}

// The remarks on the errors of a CRD that was written by hand, or of a schema in place of a CRD.
const (
	remarkIncomplete = "fragment.CompleteCRD adds what a CRD written by hand for a test lacks: apiVersion, kind, names, scope and a storage version"
	remarkNoCRD      = "fragment.CRD returns a CRD around the schema of whole objects"
)

// CheckType returns errors unless a map is a CustomResourceDefinition of v1 or v1beta1.
func CheckType(manifest map[string]any) structural.Errors {
	apiVersion, _ := manifest["apiVersion"].(string)
	kind, _ := manifest["kind"].(string)
	if kind == Kind && (apiVersion == Group+"/v1" || IsV1beta1(manifest)) {
		return nil
	}
	var errs structural.Errors
	for _, name := range []string{"apiVersion", "kind"} {
		if _, ok := manifest[name].(string); !ok && manifest[name] != nil {
			errs = append(errs, &structural.Error{Path: structural.Path{structural.Field(name)}, Kind: field.Undecodable,
				Code: codes.FieldType, Value: manifest[name], Detail: codes.FieldTypeDetail("a string")})
		}
	}
	return append(errs, &structural.Error{Kind: field.Invalid, Code: codes.CRDType,
		Value: fmt.Sprintf("%s, Kind=%s", apiVersion, kind), Detail: codes.CRDTypeDetail, Remark: remarkOnType(manifest)})
}

func remarkOnType(manifest map[string]any) string {
	switch {
	case manifest["apiVersion"] != nil || manifest["kind"] != nil:
		return ""
	case manifest["spec"] != nil:
		return remarkIncomplete
	case manifest["type"] != nil || manifest["properties"] != nil || manifest["openAPIV3Schema"] != nil:
		return remarkNoCRD
	default:
		return ""
	}
}

func (c *CRD) checkServing(w *work.Tracker, errs *errlist.List) {
	spec := structural.Path{structural.Field("spec")}
	c.CheckNames(w, errs)
	checkValue(errs, spec.Append(structural.Field("scope")), c.Scope, Namespaced, Cluster)
	strategy := spec.Append(structural.Field("conversion"), structural.Field("strategy"))
	checkValue(errs, strategy, c.Conversion.Strategy, None, Webhook)
	c.Shared.Subresources.checkScale(errs, func() structural.Path { return spec })
	for i := range c.eachVersion(w) {
		c.Versions[i].Subresources.checkScale(errs, func() structural.Path { return VersionPath(i) })
	}
	if c.StorageVersion() == nil {
		errs.Add(spec, &structural.Error{Path: structural.Path{structural.Field("versions")}, Kind: field.Invalid,
			Code: codes.StorageVersion, Value: field.Omitted, Detail: codes.StorageVersionDetail, Remark: c.remarkOnVersions()})
	}
}

// remarkOnVersions returns the remark on a CRD without a storage version. CompleteCRD does not
// help if there are no versions at all.
func (c *CRD) remarkOnVersions() string {
	if len(c.Versions) == 0 {
		return ""
	}
	return remarkIncomplete
}

// CheckNames adds an error for each of group, plural, kind and names of versions that is
// missing. w is as in [Read].
func (c *CRD) CheckNames(w *work.Tracker, errs *errlist.List) {
	spec := structural.Path{structural.Field("spec")}
	names := spec.Append(structural.Field("names"))
	checkRequired(errs, spec, "group", c.Group, remarkIncomplete)
	checkRequired(errs, names, "plural", c.Names.Plural, remarkIncomplete)
	checkRequired(errs, names, "kind", c.Names.Kind, remarkIncomplete)
	for i := range c.eachVersion(w) {
		if c.Versions[i].Name == "" && !omits(errs) {
			checkRequired(errs, VersionPath(i), "name", "", remarkIncomplete)
		}
	}
}

func (c *CRD) eachVersion(w *work.Tracker) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range c.Versions {
			if w != nil && !w.Step(1) || !yield(i) {
				return
			}
		}
	}
}

// checkScale adds an error for each missing path. parent returns the path of what has the
// subresources.
func (s *Subresources) checkScale(errs *errlist.List, parent func() structural.Path) {
	if s == nil || s.Scale == nil || s.Scale.SpecReplicasPath != "" && s.Scale.StatusReplicasPath != "" {
		return
	}
	path := parent().Append(structural.Field("subresources"), structural.Field("scale"))
	checkRequired(errs, path, "specReplicasPath", s.Scale.SpecReplicasPath, "")
	checkRequired(errs, path, "statusReplicasPath", s.Scale.StatusReplicasPath, "")
}

func checkRequired(errs *errlist.List, parent structural.Path, name, value, remark string) {
	if value == "" && !omits(errs) {
		errs.Add(parent, &structural.Error{Path: structural.Path{structural.Field(name)}, Kind: field.Required,
			Code: codes.CRDFieldRequired, Value: field.Omitted, Remark: remark})
	}
}

// omits reports whether no more errors fit, and counts one that is left out then, before
// its path is made.
func omits(errs *errlist.List) bool {
	if errs.Full() {
		errs.Omit(1)
	}
	return errs.Full()
}

func checkValue(errs *errlist.List, path structural.Path, value string, supported ...string) {
	if value != "" && !slices.Contains(supported, value) {
		errs.Add(nil, &structural.Error{Path: path, Kind: field.NotSupported,
			Code: codes.CRDFieldValue, Value: value, Detail: codes.SupportedValues(supported...)})
	}
}

// ScalePaths returns the paths of the scale subresource, or nil.
func (p *VersionParts) ScalePaths() *scale.Paths {
	if p.Subresources == nil || p.Subresources.Scale == nil {
		return nil
	}
	paths := p.Subresources.Scale
	out := &scale.Paths{SpecReplicasPath: paths.SpecReplicasPath, StatusReplicasPath: paths.StatusReplicasPath}
	if paths.LabelSelectorPath != nil {
		out.LabelSelectorPath = *paths.LabelSelectorPath
	}
	return out
}
