package fakeclient

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/kube-openapi/pkg/validation/spec"
	ctrlconversion "sigs.k8s.io/controller-runtime/pkg/conversion"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// HubConverter returns an option of crdschema.Compile for a definition whose versions are converted
// by the Hub and Convertible types of a scheme, as the conversion webhook of the program does.
func HubConverter(scheme *runtime.Scheme) crdschema.DefinitionOption {
	return crdschema.WithConverter(apimachinery.NewHubConverter[ctrlconversion.Hub](scheme), conversion.StrategyWebhook)
}

// NewTypeConverter returns a converter for the option WithTypeConverters of the builder of the fake
// client, and for other field managers: it has the lists, maps and atomic values of the CRDs, as a
// server has for server-side apply. [Wrap] does not need it.
//
// The error is about the schema of a definition.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, buildOpenAPIModelsForApply.
func NewTypeConverter(ctx context.Context, definitions ...*crdschema.Definition) (managedfields.TypeConverter, error) {
	models, preserve := map[string]*spec.Schema{}, false
	for _, d := range definitions {
		preserve = preserve || d.PreservesUnknownFields()
		for _, name := range d.ServedVersions() {
			doc, err := openapiv3.Build(ctx, manifest(d), name)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", d.Name(), err)
			}
			for name, model := range doc.Components.Schemas {
				models[name] = model
			}
		}
	}
	return managedfields.NewTypeConverter(models, preserve)
}

// manifest returns the parts of a CRD that its OpenAPI document shows.
func manifest(d *crdschema.Definition) map[string]any {
	names := d.Names()
	var versions []any
	for _, name := range d.Versions() {
		v, _ := d.Version(name)
		version := map[string]any{"name": name, "served": v.Served(), "storage": v == d.StorageVersion()}
		if schema := v.Schema(); schema != nil {
			version["schema"] = map[string]any{"openAPIV3Schema": schema.Map()}
		}
		versions = append(versions, version)
	}
	scope := "Namespaced"
	if d.Scope() == objectmeta.ClusterScoped {
		scope = "Cluster"
	}
	return map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": d.Name()},
		"spec": map[string]any{
			"group": d.Group(), "scope": scope, "versions": versions, "preserveUnknownFields": d.PreservesUnknownFields(),
			"names": map[string]any{"plural": names.Plural, "singular": names.Singular, "kind": names.Kind, "listKind": names.ListKind},
		},
	}
}
