package published

import (
	"context"
	"slices"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
	"github.com/seed95800270/crdschema/structural"
)

// extensions is the group version of CRDs.
const extensions = "apiextensions.k8s.io/v1"

// publishOpenAPI publishes the documents of changed group versions, and one document of all in version 2.
func (d *Documents) publishOpenAPI(ctx context.Context, crds map[string]map[string]any) error {
	if d.v3 == nil {
		d.v2, d.v3 = openapiv2.NewCatalog(), openapiv3.NewCatalog()
		d.Server.OpenAPIV3VersionedService.UpdateGroupVersion("apis/"+extensions, openapiv3.APIExtensions())
	}
	v2, v3 := d.v2, d.v3
	for name := range d.crds {
		if crds[name] == nil {
			v2, v3 = v2.Without(name), v3.Without(name)
		}
	}
	var changed []map[string]any
	for name, crd := range crds {
		if !structural.Equal(crd, d.crds[name]) {
			changed = append(changed, crd)
		}
	}
	v2, err := v2.With(ctx, changed...)
	if err != nil {
		return err
	}
	if v3, err = v3.With(ctx, changed...); err != nil {
		return err
	}
	if err := d.updateV3(ctx, v3); err != nil {
		return err
	}
	d.v2, d.v3 = v2, v3
	return d.updateV2(ctx)
}

func (d *Documents) updateV3(ctx context.Context, now *openapiv3.Catalog) error {
	for _, gv := range d.v3.GroupVersions() {
		if !slices.Contains(now.GroupVersions(), gv) {
			d.Server.OpenAPIV3VersionedService.DeleteGroupVersion("apis/" + gv)
		}
	}
	for _, gv := range now.GroupVersions() {
		before, err := d.v3.Hash(ctx, gv)
		if err != nil {
			return err
		}
		after, err := now.Hash(ctx, gv)
		if err != nil {
			return err
		}
		if before == after {
			continue
		}
		doc, _, err := now.Document(ctx, gv)
		if err != nil {
			return err
		}
		d.Server.OpenAPIV3VersionedService.UpdateGroupVersion("apis/"+gv, doc)
	}
	return nil
}

func (d *Documents) updateV2(ctx context.Context) error {
	docs := []*spec.Swagger{d.Server.StaticOpenAPISpec, openapiv2.APIExtensions()}
	for _, gv := range d.v2.GroupVersions() {
		doc, _, err := d.v2.Document(ctx, gv)
		if err != nil {
			return err
		}
		docs = append(docs, doc)
	}
	all, _ := openapiv2.Merge(docs...)
	d.Server.OpenAPIVersionedService.UpdateSpec(all)
	return nil
}
