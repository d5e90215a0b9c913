package custom

import (
	"context"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/apiserver/pkg/endpoints/handlers"
	"k8s.io/kube-openapi/pkg/spec3"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
)

// resets are the fields that requests to an endpoint cannot set, by version.
type resets = map[fieldpath.APIVersion]*fieldpath.Set

// typeConverter returns the types that field managers merge by: the schemas of all versions, served or not,
// because an object may have been applied at any.
func typeConverter(ctx context.Context, crd map[string]any, d *crdschema.Definition) (managedfields.TypeConverter, error) {
	var docs []*spec3.OpenAPI
	for _, version := range d.Versions() {
		doc, err := openapiv3.Build(ctx, crd, version)
		if err != nil {
			return nil, err
		}
		docs = append(docs, doc)
	}
	merged, _ := openapiv3.Merge(docs...)
	return managedfields.NewTypeConverter(merged.Components.Schemas, d.PreservesUnknownFields())
}

// manage gives a scope its field manager.
func manage(scope *handlers.RequestScope, types managedfields.TypeConverter, except resets) (err error) {
	scope.FieldManager, err = managedfields.NewDefaultCRDFieldManager(types, scope.Convertor, scope.Defaulter, scope.Creater,
		scope.Kind, scope.HubGroupVersion, scope.Subresource, fieldpath.NewExcludeFilterSetMap(except))
	return err
}

// replicasPaths returns where each version has the number that its Scale has.
func replicasPaths(d *crdschema.Definition) managedfields.ResourcePathMappings {
	out := managedfields.ResourcePathMappings{}
	for _, name := range d.Versions() {
		v, _ := d.Version(name)
		gv := schema.GroupVersion{Group: d.Group(), Version: name}.String()
		out[gv] = nil
		if scale := v.Subresources().Scale; scale != nil {
			for _, step := range strings.Split(strings.TrimPrefix(scale.SpecReplicasPath, "."), ".") {
				out[gv] = append(out[gv], fieldpath.PathElement{FieldName: &step})
			}
		}
	}
	return out
}
