package openapiv2

import (
	"encoding/base64"
	"encoding/json"
	"hash/fnv"
	"maps"
	"slices"
	"sync"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/openapiv2/internal/publish"
)

// sharedParameters are the parameters of all documents. A document holds most
// of them once and refers to them by names that end in a hash.
type sharedParameters struct {
	byID                      map[string]spec.Parameter // references, or the parameters that are not shared
	bodies                    map[string]spec.Parameter // references, by the name of the model
	queries                   [len(publish.Queries)][]spec.Parameter
	namespaced, clusterScoped map[string]spec.Parameter // what they refer to
}

// shared is made when the first document is built, and never written to.
var shared = sync.OnceValue(func() *sharedParameters {
	s := &sharedParameters{byID: map[string]spec.Parameter{}, bodies: map[string]spec.Parameter{}, namespaced: map[string]spec.Parameter{}}
	for id, p := range publish.Parameters() {
		full := parameter(p)
		s.byID[id] = full
		if !unshared[id] {
			s.byID[id] = s.share(full)
		}
	}
	for model, required := range publish.SharedBodies() {
		full := bodyParameter(&spec.Schema{SchemaProps: spec.SchemaProps{Ref: publish.V2.Ref(model)}}, required)
		s.bodies[model] = s.share(full)
	}
	for q, ids := range publish.Queries {
		for _, id := range ids {
			s.queries[q] = append(s.queries[q], s.byID[id])
		}
		s.queries[q] = slices.Clip(s.queries[q])
	}
	s.clusterScoped = maps.Clone(s.namespaced)
	maps.DeleteFunc(s.clusterScoped, func(_ string, p spec.Parameter) bool { return p.Name == "namespace" })
	return s
})

// unshared are the parameters that a server repeats everywhere, for old
// versions of kubectl that look for them in operations.
//
// Rule: k8s.io/kube-openapi/pkg/builder, collectSharedParameters.
var unshared = map[string]bool{"dryRun": true, "fieldValidation": true}

// share adds a parameter to those that documents hold, and refers to it.
func (s *sharedParameters) share(p spec.Parameter) spec.Parameter {
	name := p.Name + "-" + hashOf(p)
	s.namespaced[name] = p
	ref, _ := spec.NewRef("#/parameters/" + name)
	return spec.Parameter{Refable: spec.Refable{Ref: ref}}
}

// hashOf tells parameters of the same name apart.
//
// Rule: k8s.io/kube-openapi/pkg/builder, base64Hash.
func hashOf(p spec.Parameter) string {
	encoded, _ := json.Marshal(p)
	h := fnv.New64()
	h.Write(encoded)
	return base64.URLEncoding.EncodeToString(h.Sum(nil)[:6])
}

func parameter(p publish.Parameter) spec.Parameter {
	out := spec.Parameter{
		SimpleSchema:      spec.SimpleSchema{Type: p.Type},
		CommonValidations: spec.CommonValidations{UniqueItems: true},
		ParamProps:        spec.ParamProps{Name: p.Name, Description: p.Description, In: "query"},
	}
	if p.InPath {
		out.In, out.Required = "path", true
	}
	return out
}

func bodyParameter(model *spec.Schema, required bool) spec.Parameter {
	return spec.Parameter{ParamProps: spec.ParamProps{Name: "body", In: "body", Required: required, Schema: model}}
}
