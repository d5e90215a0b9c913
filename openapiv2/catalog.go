package openapiv2

import (
	"context"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/openapiv2/internal/publish"
)

// Catalog is a set of CRDs that the server publishes. It builds the document of a version on
// demand and keeps it as long as the catalog, or one derived from it, has that version. It is
// immutable and safe for concurrent use.
type Catalog struct {
	parts *publish.Catalog[*spec.Swagger]
}

// NewCatalog returns an empty catalog.
func NewCatalog(opts ...Option) *Catalog {
	return &Catalog{builder.NewCatalog(publish.Configure[spec.Schema](opts))}
}

// With returns the catalog with CRDs added, or replacing those with the same metadata.name.
// It adds only the versions that [Published] lists. It copies the CRDs and does not build
// documents. On an error of [Published] or of the context it returns c.
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

// Hash returns a hash of the content of a group-version, computed from the CRDs: documents
// with the same hash are equal, also in another process with the same options. The hash is 64
// hexadecimal digits, or empty if the catalog does not have the group-version.
func (c *Catalog) Hash(ctx context.Context, groupVersion string) (string, error) {
	return c.parts.Hash(ctx, groupVersion)
}

// Document returns the document of one group-version, as [Merge] makes it from the documents
// of its CRDs in the order of their names. The document of a missing group-version is empty.
// The error is the one of [Build].
func (c *Catalog) Document(ctx context.Context, groupVersion string) (*spec.Swagger, []Conflict, error) {
	docs, err := c.parts.Documents(ctx, groupVersion)
	if err != nil {
		return nil, nil, err
	}
	merged, conflicts := Merge(docs...)
	return merged, conflicts, nil
}

// Conflict is an entry that differs in two merged documents. The merged document has the
// first one.
type Conflict struct {
	// Part is "paths", "definitions", "parameters" or, in OpenAPI v3, "schemas".
	Part string
	// Name is the path, or the name of the model or parameter.
	Name string
}

// String returns `two documents have different definitions "com.example.v1.Foo"` for such
// a conflict.
func (c Conflict) String() string {
	return "two documents have different " + c.Part + ` "` + c.Name + `"`
}

// Merge returns one document with the paths, definitions and parameters of several and the
// other fields of the first. If two have different entries with one name, it uses the first
// and reports the conflict. Conflicts are sorted. The Kubernetes definitions, common to all
// documents, are not compared. To get the server's document, pass its own first, and then the
// documents of CRDs in the order of their names. Without documents it returns an empty one.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder, MergeSpecs.
func Merge(docs ...*spec.Swagger) (*spec.Swagger, []Conflict) {
	var conflicts []Conflict
	out := publish.First(docs, empty())
	out.Paths = &spec.Paths{Paths: publish.Merge(&conflicts, docs, "paths", paths)}
	out.Definitions = publish.Merge(&conflicts, docs, "definitions", func(doc *spec.Swagger) map[string]spec.Schema { return doc.Definitions })
	out.Parameters = publish.Merge(&conflicts, docs, "parameters", func(doc *spec.Swagger) map[string]spec.Parameter { return doc.Parameters })
	return out, publish.SortConflicts(conflicts)
}

func paths(doc *spec.Swagger) map[string]spec.PathItem {
	if doc.Paths == nil {
		return nil
	}
	return doc.Paths.Paths
}
