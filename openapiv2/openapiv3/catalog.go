package openapiv3

import (
	"context"

	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/openapiv2/internal/publish"
)

// Catalog is a set of CRDs that the server publishes; see openapiv2.Catalog. It is immutable
// and safe for concurrent use.
type Catalog struct {
	parts *publish.Catalog[*spec3.OpenAPI]
}

// NewCatalog returns an empty catalog.
func NewCatalog(opts ...Option) *Catalog {
	return &Catalog{builder.NewCatalog(publish.Configure[*spec.Schema](opts))}
}

// With returns the catalog with CRDs added, or replacing those with the same metadata.name.
// It adds only the versions that [Published] lists. On an error of [Published] or of the
// context it returns c.
func (c *Catalog) With(ctx context.Context, crds ...map[string]any) (*Catalog, error) {
	parts, err := c.parts.With(ctx, crds)
	if err != nil {
		return c, err
	}
	return &Catalog{parts}, nil
}

// Without returns the catalog without the CRDs with these names.
func (c *Catalog) Without(names ...string) *Catalog { return &Catalog{c.parts.Without(names)} }

// GroupVersions returns the groups and versions, such as "example.com/v1", in byte order.
func (c *Catalog) GroupVersions() []string { return c.parts.GroupVersions() }

// Hash returns a hash of the content of a group-version, or ""; see openapiv2.Catalog.Hash.
func (c *Catalog) Hash(ctx context.Context, groupVersion string) (string, error) {
	return c.parts.Hash(ctx, groupVersion)
}

// Document returns the document of one group-version, as [Merge] makes it from the documents
// of its CRDs in the order of their names. The document of a missing group-version is empty.
// The error is the one of [Build].
func (c *Catalog) Document(ctx context.Context, groupVersion string) (*spec3.OpenAPI, []Conflict, error) {
	docs, err := c.parts.Documents(ctx, groupVersion)
	if err != nil {
		return nil, nil, err
	}
	merged, conflicts := Merge(docs...)
	return merged, conflicts, nil
}

// Conflict is an entry that differs in two merged documents: its Part is "paths" or
// "schemas".
type Conflict = openapiv2.Conflict

// Merge returns one document with the paths and schemas of several and the other fields and
// components of the first. If two have different entries with one name, it uses the first and
// reports the conflict. Conflicts are sorted. The Kubernetes schemas, common to all documents,
// are not compared. Without documents it returns an empty one.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder, MergeSpecsV3. It does
// not merge documents with conflicts.
func Merge(docs ...*spec3.OpenAPI) (*spec3.OpenAPI, []Conflict) {
	var conflicts []Conflict
	out := publish.First(docs, empty())
	out.Paths = &spec3.Paths{Paths: publish.Merge(&conflicts, docs, "paths", paths)}
	components := spec3.Components{}
	if out.Components != nil {
		components = *out.Components
	}
	components.Schemas = publish.Merge(&conflicts, docs, "schemas", schemas)
	out.Components = &components
	return out, publish.SortConflicts(conflicts)
}

func paths(doc *spec3.OpenAPI) map[string]*spec3.Path {
	if doc.Paths == nil {
		return nil
	}
	return doc.Paths.Paths
}

func schemas(doc *spec3.OpenAPI) map[string]*spec.Schema {
	if doc.Components == nil {
		return nil
	}
	return doc.Components.Schemas
}
