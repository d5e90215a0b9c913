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

// sharedParts holds the common parts of all documents. A document holds most parameters
// once and refers to them by name with a hash at its end.
type sharedParts struct {
	queries      [len(publish.Queries)][]spec.Parameter
	requests     map[request][]spec.Parameter          // with Kubernetes models as bodies
	responseSets map[publish.Responses]*spec.Responses // with Kubernetes models
	// The parameters that references name.
	namespaced, clusterScoped map[string]spec.Parameter
}

var shared = sync.OnceValue(func() *sharedParts {
	s := &sharedParts{
		requests:     map[request][]spec.Parameter{},
		responseSets: map[publish.Responses]*spec.Responses{},
		namespaced:   map[string]spec.Parameter{},
	}
	s.addQueries()
	for model, required := range publish.SharedBodies() {
		s.addRequests(model, s.share(bodyParameter(refersTo(model), required)))
	}
	for _, a := range publish.SharedResponses() {
		s.responseSets[a] = responses(a.Set, refersTo(a.Model))
	}
	s.clusterScoped = maps.Clone(s.namespaced)
	maps.DeleteFunc(s.clusterScoped, func(_ string, p spec.Parameter) bool { return p.Name == "namespace" })
	return s
})

func (s *sharedParts) addQueries() {
	byID := map[string]spec.Parameter{} // references, or the parameters that are not shared
	for id, p := range publish.Parameters() {
		byID[id] = parameter(p)
		if !unshared[id] && p.Name != "name" {
			byID[id] = s.share(byID[id])
		}
	}
	for q, ids := range publish.Queries {
		for _, id := range ids {
			s.queries[q] = append(s.queries[q], byID[id])
		}
		s.queries[q] = slices.Clip(s.queries[q])
	}
}

func (s *sharedParts) addRequests(model string, body spec.Parameter) {
	for q, query := range s.queries {
		s.requests[request{publish.Query(q), model}] = slices.Clip(slices.Concat([]spec.Parameter{body}, query))
	}
}

// unshared are the parameters that the server repeats in each operation, for old versions of
// kubectl that look for them there.
//
// Rule: k8s.io/kube-openapi/pkg/builder, collectSharedParameters.
var unshared = map[string]bool{"dryRun": true, "fieldValidation": true}

func (s *sharedParts) share(p spec.Parameter) spec.Parameter {
	name := p.Name + "-" + hashOf(p)
	s.namespaced[name] = p
	ref, _ := spec.NewRef("#/parameters/" + name)
	return spec.Parameter{Refable: spec.Refable{Ref: ref}}
}

// hashOf returns a hash that distinguishes parameters of the same name.
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
