package openapiv2

import (
	"slices"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/openapiv2/internal/publish"
)

// renderer writes the paths of one version down as OpenAPI v2.
type renderer struct {
	shared *sharedParameters
	about  map[string]any // the group, version and kind of all operations
	models map[string]*spec.Schema
}

func newRenderer(d *publish.Definition, v *publish.Version) *renderer {
	return &renderer{shared: shared(), about: d.GroupVersionKind(v), models: map[string]*spec.Schema{}}
}

// model is a schema that refers to a model.
func (r *renderer) model(name string) *spec.Schema {
	s := r.models[name]
	if s == nil {
		s = &spec.Schema{SchemaProps: spec.SchemaProps{Ref: publish.V2.Ref(name)}}
		r.models[name] = s
	}
	return s
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

func (r *renderer) common(p *publish.Path) []spec.Parameter {
	out := make([]spec.Parameter, len(p.Parameters))
	for i, id := range p.Parameters {
		if id == "name" {
			out[i] = parameter(publish.NameParameter(p.Kind))
		} else {
			out[i] = r.shared.byID[id]
		}
	}
	return out
}

func (r *renderer) operation(o *publish.Operation) *spec.Operation {
	consumes, parameters := publish.Media, r.shared.queries[o.Query]
	if o.Body != nil {
		consumes = o.Body.Consumes
		parameters = slices.Concat([]spec.Parameter{r.body(o.Body)}, parameters)
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
			Parameters:  parameters,
			Responses:   r.responses(o),
		},
	}
}

var schemes = []string{"https"}

func (r *renderer) responses(o *publish.Operation) *spec.Responses {
	byStatus := make(map[int]spec.Response, len(o.Codes)+1)
	for _, code := range o.Codes {
		byStatus[code.Status] = spec.Response{ResponseProps: spec.ResponseProps{Description: code.Text, Schema: r.model(o.Returns)}}
	}
	byStatus[publish.Unauthorized.Status] = spec.Response{ResponseProps: spec.ResponseProps{Description: publish.Unauthorized.Text}}
	return &spec.Responses{ResponsesProps: spec.ResponsesProps{StatusCodeResponses: byStatus}}
}

// body is the body of a request, which is a parameter here.
func (r *renderer) body(b *publish.Body) spec.Parameter {
	if p, found := r.shared.bodies[b.Model]; found {
		return p
	}
	return bodyParameter(r.model(b.Model), b.Required)
}

// parameters are those that the document holds for all its operations.
func (r *renderer) parameters(namespaced bool) map[string]spec.Parameter {
	if namespaced {
		return r.shared.namespaced
	}
	return r.shared.clusterScoped
}
