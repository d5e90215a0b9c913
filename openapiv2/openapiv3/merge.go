package openapiv3

import (
	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/openapiv2/internal/publish"
)

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
