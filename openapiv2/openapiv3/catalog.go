package openapiv3

import (
	"context"

	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/openapiv2/internal/publish"
)

// Catalog is a set of crds that the server publishes. It builds the document of a
// version on demand and keeps it as long as the catalog, or one derived from it,
// has that version.
//
// A Catalog is immutable and safe for concurrent use.
type Catalog struct {
	parts *publish.Catalog[*spec3.OpenAPI]
}

// NewCatalog returns an empty catalog.
func NewCatalog(opts ...Option) *Catalog {
	cfg := newConfig(opts)
	return &Catalog{publish.NewCatalog(func(ctx context.Context, d *publish.Definition, v *publish.Version) (*spec3.OpenAPI, error) {
		return build(ctx, d, v, cfg)
	})}
}

// With returns the catalog with crds added, or replacing those of the same
// metadata.name. It adds only the versions that [Published] lists. It copies the
// crds and does not build documents. If there is an error, as of [Published] or because the
// context is done, it returns c.
func (c *Catalog) With(ctx context.Context, crds ...map[string]any) (*Catalog, error) {
	parts, err := c.parts.With(ctx, crds)
	if err != nil {
		return c, err
	}
	return &Catalog{parts}, nil
}

// Without returns the catalog without the crds that have one of these names as their
// metadata.name.
func (c *Catalog) Without(names ...string) *Catalog { return &Catalog{c.parts.Without(names)} }

// GroupVersions returns the groups and versions of the catalog, such as
// "example.com/v1", in byte order.
func (c *Catalog) GroupVersions() []string { return c.parts.GroupVersions() }

// Hash returns a hash of the content of a group-version: documents with the same
// hash are equal, also in another process with the same options. The hash is 64
// hexadecimal digits, or empty if the catalog does not have the group-version. Hash
// computes it from the crds and does not build the document. The error says that the context
// is done, or that there is too much work.
func (c *Catalog) Hash(ctx context.Context, groupVersion string) (string, error) {
	return c.parts.Hash(ctx, groupVersion)
}

// Document returns the document of one group-version, merged from those of its crds
// in the order of their names; see [Merge]. The document of a missing
// group-version is empty. The error is that of [Build]. The documents of a
// catalog share values: treat them as read-only.
func (c *Catalog) Document(ctx context.Context, groupVersion string) (*spec3.OpenAPI, []Conflict, error) {
	var docs []*spec3.OpenAPI
	for _, part := range c.parts.Parts(groupVersion) {
		doc, err := part.Document(ctx)
		if err != nil {
			return nil, nil, err
		}
		docs = append(docs, doc)
	}
	merged, conflicts := Merge(docs...)
	return merged, conflicts, nil
}

// Conflict is an entry that differs in two merged documents: Part is "paths" or
// "schemas", Name the key of the entry.
type Conflict = publish.Conflict

// Merge returns one document with the paths and schemas of several and the other
// fields of the first, as the server does for the crds of a group-version.
// Where two have different entries of one name it uses the first and reports the
// conflict. Conflicts are sorted. The Kubernetes schemas, which all documents
// have, are not compared. Components other than schemas are those of the first
// document.
//
// Merge does not modify the documents; the result shares their values. Without
// documents it returns an empty one.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder,
// MergeSpecsV3, which does not merge documents with conflicts.
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
