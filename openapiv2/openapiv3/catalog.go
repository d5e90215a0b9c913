package openapiv3

import (
	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/openapiv2/internal/publish"
)

// Catalog is the set of definitions that a server publishes. The document of a
// version is made when somebody asks for it, and kept for as long as the
// catalog, or one derived from it, has that version.
//
// A Catalog is immutable and safe for concurrent use.
type Catalog struct {
	parts *publish.Catalog[*spec3.OpenAPI]
}

// NewCatalog returns an empty catalog.
func NewCatalog(opts ...Option) *Catalog {
	cfg := newConfig(opts)
	return &Catalog{publish.NewCatalog(func(d *publish.Definition, v *publish.Version) (*spec3.OpenAPI, error) {
		return build(d, v, cfg)
	})}
}

// With is the catalog with definitions added, or put in the place of those of
// the same metadata.name. Of each only the versions that [Published] lists
// count. It copies the manifests and makes no document. An error, as of
// [Published], leaves the catalog as it is.
func (c *Catalog) With(manifests ...map[string]any) (*Catalog, error) {
	parts, err := c.parts.With(manifests)
	if err != nil {
		return c, err
	}
	return &Catalog{parts}, nil
}

// Without is the catalog without the definitions of these metadata.name.
func (c *Catalog) Without(names ...string) *Catalog { return &Catalog{c.parts.Without(names)} }

// GroupVersions are the groups and versions that there are, "example.com/v1",
// in byte order.
func (c *Catalog) GroupVersions() []string { return c.parts.GroupVersions() }

// Hash stands for the content of a group-version: as long as it is the same,
// so is the document, also in another process with the same options. It is 64 hexadecimal digits, or
// empty for a group-version that there is not. It is derived from the
// definitions and does not make the document.
func (c *Catalog) Hash(groupVersion string) string { return c.parts.Hash(groupVersion) }

// Document is the document of one group-version, merged from those of its
// definitions in order of their names; see [Merge]. A group-version that there
// is not has an empty document. The error is that of [Build]. The documents of a
// catalog share what is in them: treat them as read-only.
func (c *Catalog) Document(groupVersion string) (*spec3.OpenAPI, []Conflict, error) {
	var docs []*spec3.OpenAPI
	for _, part := range c.parts.Parts(groupVersion) {
		doc, err := part.Document()
		if err != nil {
			return nil, nil, err
		}
		docs = append(docs, doc)
	}
	merged, conflicts := Merge(docs...)
	return merged, conflicts, nil
}

// Conflict is something that two merged documents say differently: Part is
// "paths" or "schemas", Name what they disagree about.
type Conflict = publish.Conflict

// Merge makes one document of several, as a server does with those of one
// group-version: their paths and schemas together, under the head of the first.
// Where two say something different under one name the first counts, and the
// conflict is reported; conflicts are sorted. The Kubernetes schemas, which all
// documents have, are not compared. Other components than schemas are those of
// the first document.
//
// The documents are not written to; the result shares what is in them. No
// documents give an empty one.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder,
// MergeSpecsV3, which refuses to merge documents in conflict.
func Merge(docs ...*spec3.OpenAPI) (*spec3.OpenAPI, []Conflict) {
	out, first := &spec3.OpenAPI{Version: "3.0.0", Info: &spec.Info{InfoProps: publish.Info}}, true
	components := spec3.Components{}
	paths, schemas := map[string]*spec3.Path{}, map[string]*spec.Schema{}
	var conflicts []Conflict
	for _, doc := range docs {
		if doc == nil {
			continue
		}
		if first {
			*out, first = *doc, false
			if doc.Components != nil {
				components = *doc.Components
			}
		}
		if doc.Paths != nil {
			conflicts = append(conflicts, publish.MergeInto(paths, doc.Paths.Paths, "paths")...)
		}
		if doc.Components != nil {
			conflicts = append(conflicts, publish.MergeInto(schemas, doc.Components.Schemas, "schemas")...)
		}
	}
	components.Schemas = schemas
	out.Paths, out.Components = &spec3.Paths{Paths: paths}, &components
	return out, publish.SortConflicts(conflicts)
}
