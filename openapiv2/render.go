package openapiv2

import (
	"slices"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/openapiv2/internal/publish"
)

// renderer writes the paths of one version down as OpenAPI v2. What several
// operations have is made once.
type renderer struct {
	shared   *sharedParts
	kind     string
	about    map[string]any // the group, version and kind of all operations
	models   map[string]*spec.Schema
	answers  map[publish.Answers]*spec.Responses
	requests map[request][]spec.Parameter
	named    []spec.Parameter // of paths below a name
}

// request is what parameters of an operation depend on: whether it must have a
// body follows from the model.
type request struct {
	query publish.Query
	body  string // name of a model
}

func newRenderer(d *publish.Definition, v *publish.Version) *renderer {
	return &renderer{
		shared:   shared(),
		kind:     d.Kind,
		about:    d.GroupVersionKind(v),
		models:   map[string]*spec.Schema{},
		answers:  map[publish.Answers]*spec.Responses{},
		requests: map[request][]spec.Parameter{},
	}
}

// model is a schema that refers to a model.
func (r *renderer) model(name string) *spec.Schema {
	s := r.models[name]
	if s == nil {
		s = refersTo(name)
		r.models[name] = s
	}
	return s
}

func refersTo(model string) *spec.Schema {
	return &spec.Schema{SchemaProps: spec.SchemaProps{Ref: publish.V2.Ref(model)}}
}

func (r *renderer) path(p *publish.Path) spec.PathItem {
	item := spec.PathItem{PathItemProps: spec.PathItemProps{Parameters: r.common(p)}}
	for i := range p.Operations {
		o := &p.Operations[i]
		operation := r.operation(o)
		switch o.Method {
		case "get":
			item.Get = operation
		case "put":
			item.Put = operation
		case "post":
			item.Post = operation
		case "delete":
			item.Delete = operation
		case "patch":
			item.Patch = operation
		}
	}
	return item
}

// common are the parameters of all operations of a path. All paths below the
// name of an object take the same.
func (r *renderer) common(p *publish.Path) []spec.Parameter {
	rest := r.shared.queries[p.Query]
	if !p.Named {
		return rest
	}
	if r.named == nil {
		r.named = slices.Clip(slices.Concat([]spec.Parameter{parameter(publish.NameParameter(r.kind))}, rest))
	}
	return r.named
}

func (r *renderer) operation(o *publish.Operation) *spec.Operation {
	consumes := publish.Media
	if o.Body != nil {
		consumes = o.Body.Consumes
	}
	return &spec.Operation{
		VendorExtensible: spec.VendorExtensible{Extensions: spec.Extensions{
			"x-kubernetes-action":             o.Action,
			"x-kubernetes-group-version-kind": r.about,
		}},
		OperationProps: spec.OperationProps{
			Description: o.Description,
			Consumes:    consumes,
			Produces:    publish.Media,
			Schemes:     schemes,
			Tags:        []string{o.Tag},
			ID:          o.ID,
			Parameters:  r.taken(o),
			Responses:   r.responses(o.Answers),
		},
	}
}

var schemes = []string{"https"}

func (r *renderer) responses(a publish.Answers) *spec.Responses {
	if known := r.shared.answers[a]; known != nil {
		return known
	}
	if r.answers[a] == nil {
		r.answers[a] = responses(a.Codes, r.model(a.Model))
	}
	return r.answers[a]
}

func responses(codes publish.Codes, model *spec.Schema) *spec.Responses {
	texts := publish.Texts[codes]
	byStatus := make(map[int]spec.Response, len(texts)+1)
	for status, text := range texts {
		byStatus[status] = spec.Response{ResponseProps: spec.ResponseProps{Description: text, Schema: model}}
	}
	byStatus[publish.Unauthorized] = spec.Response{ResponseProps: spec.ResponseProps{Description: publish.UnauthorizedText}}
	return &spec.Responses{ResponsesProps: spec.ResponsesProps{StatusCodeResponses: byStatus}}
}

// taken are the parameters of an operation beside those of its path. The body
// of a request is a parameter here.
func (r *renderer) taken(o *publish.Operation) []spec.Parameter {
	query := r.shared.queries[o.Query]
	if o.Body == nil {
		return query
	}
	key := request{o.Query, o.Body.Model}
	if known := r.shared.requests[key]; known != nil {
		return known
	}
	if r.requests[key] == nil {
		body := bodyParameter(r.model(o.Body.Model), o.Body.Required)
		r.requests[key] = slices.Clip(slices.Concat([]spec.Parameter{body}, query))
	}
	return r.requests[key]
}

// parameters are those that the document holds for all its operations.
func (r *renderer) parameters(namespaced bool) map[string]spec.Parameter {
	if namespaced {
		return r.shared.namespaced
	}
	return r.shared.clusterScoped
}
