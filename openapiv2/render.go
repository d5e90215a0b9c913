package openapiv2

import (
	"slices"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/openapiv2/internal/publish"
)

type renderer struct {
	shared       *sharedParts
	kind         string
	gvk          map[string]any // the group, version and kind of all operations
	models       map[string]*spec.Schema
	responseSets map[publish.Responses]*spec.Responses
	requests     map[request][]spec.Parameter
	namedPath    []spec.Parameter // of the paths below the name of an object
}

// request is the key of the parameters of an operation. The model determines whether the
// body is required.
type request struct {
	query publish.Query
	body  string // name of a model
}

func newRenderer(d *publish.Definition, v *publish.Version) *renderer {
	return &renderer{
		shared:       shared(),
		kind:         d.Kind,
		gvk:          d.GroupVersionKind(v),
		models:       map[string]*spec.Schema{},
		responseSets: map[publish.Responses]*spec.Responses{},
		requests:     map[request][]spec.Parameter{},
	}
}

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

func (r *renderer) path(p *publish.PathItem) spec.PathItem {
	item := spec.PathItem{PathItemProps: spec.PathItemProps{Parameters: r.pathParameters(p)}}
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

// pathParameters returns the parameters of all operations of a path. All paths below the name
// of an object share them.
func (r *renderer) pathParameters(p *publish.PathItem) []spec.Parameter {
	rest := r.shared.queries[p.Query]
	if !p.Named {
		return rest
	}
	if r.namedPath == nil {
		r.namedPath = slices.Clip(slices.Concat([]spec.Parameter{parameter(publish.NameParameter(r.kind))}, rest))
	}
	return r.namedPath
}

func (r *renderer) operation(o *publish.Operation) *spec.Operation {
	return &spec.Operation{
		VendorExtensible: spec.VendorExtensible{Extensions: publish.OperationExtensions(o, r.gvk)},
		OperationProps: spec.OperationProps{
			Description: o.Description,
			Consumes:    o.Consumes,
			Produces:    publish.Media[o.Responses.Media],
			Schemes:     schemes,
			Tags:        []string{o.Tag},
			ID:          o.ID,
			Parameters:  r.operationParameters(o),
			Responses:   r.responses(o.Responses),
		},
	}
}

var schemes = []string{"https"}

func (r *renderer) responses(a publish.Responses) *spec.Responses {
	if known := r.shared.responseSets[a]; known != nil {
		return known
	}
	if r.responseSets[a] == nil {
		r.responseSets[a] = responses(a.Set, r.model(a.Model))
	}
	return r.responseSets[a]
}

func responses(set publish.ResponseSet, model *spec.Schema) *spec.Responses {
	texts := publish.ResponseTexts[set]
	byStatus := make(map[int]spec.Response, len(texts)+1)
	for status, text := range texts {
		byStatus[status] = spec.Response{ResponseProps: spec.ResponseProps{Description: text, Schema: model}}
	}
	byStatus[publish.Unauthorized] = spec.Response{ResponseProps: spec.ResponseProps{Description: publish.UnauthorizedText}}
	return &spec.Responses{ResponsesProps: spec.ResponsesProps{StatusCodeResponses: byStatus}}
}

// operationParameters returns the parameters of an operation, without the parameters of its
// path. In v2 the body of a request is one.
func (r *renderer) operationParameters(o *publish.Operation) []spec.Parameter {
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

func (r *renderer) parameters(namespaced bool) map[string]spec.Parameter {
	if namespaced {
		return r.shared.namespaced
	}
	return r.shared.clusterScoped
}
