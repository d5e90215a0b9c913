package openapiv2

import (
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/openapiv2/internal/publish"
)

// Conflict is something that two merged documents say differently: Part is
// "paths", "definitions" or "parameters", Name what they disagree about.
type Conflict = publish.Conflict

// Merge makes one document of several: their paths, definitions and parameters
// together, under the head of the first. Where two say something different under
// one name the first counts, and the conflict is reported; conflicts are sorted.
// The Kubernetes definitions, which all documents have, are not compared. So a
// server's own document goes first, and definitions in order of their names.
//
// The documents are not written to; the result shares what is in them. No
// documents give an empty one.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder,
// MergeSpecs.
func Merge(docs ...*spec.Swagger) (*spec.Swagger, []Conflict) {
	out, first := &spec.Swagger{SwaggerProps: spec.SwaggerProps{
		Swagger: "2.0",
		Info:    &spec.Info{InfoProps: publish.Info},
	}}, true
	paths, definitions, parameters := map[string]spec.PathItem{}, spec.Definitions{}, map[string]spec.Parameter{}
	var conflicts []Conflict
	for _, doc := range docs {
		if doc == nil {
			continue
		}
		if first {
			*out, first = *doc, false
		}
		if doc.Paths != nil {
			conflicts = append(conflicts, publish.MergeInto(paths, doc.Paths.Paths, "paths")...)
		}
		conflicts = append(conflicts, publish.MergeInto(definitions, doc.Definitions, "definitions")...)
		conflicts = append(conflicts, publish.MergeInto(parameters, doc.Parameters, "parameters")...)
	}
	out.Paths, out.Definitions, out.Parameters = &spec.Paths{Paths: paths}, definitions, parameters
	return out, publish.SortConflicts(conflicts)
}
