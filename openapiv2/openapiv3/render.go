package openapiv3

import (
	"slices"
	"sync"

	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/openapiv2/internal/publish"
)

type renderer struct {
	gvk          map[string]any // the group, version and kind of all operations
	name         *spec3.Parameter
	models       map[string]*spec3.MediaType
	responseSets map[publish.Responses]*spec3.Responses
}

func newRenderer(d *publish.Definition, v *publish.Version) *renderer {
	return &renderer{
		gvk:          d.GroupVersionKind(v),
		name:         parameter(publish.NameParameter(d.Kind)),
		models:       map[string]*spec3.MediaType{},
		responseSets: map[publish.Responses]*spec3.Responses{},
	}
}

var queries = sync.OnceValue(func() (out [len(publish.Queries)][]*spec3.Parameter) {
	for q, ids := range publish.Queries {
		for _, id := range ids {
			out[q] = append(out[q], parameters()[id])
		}
		out[q] = slices.Clip(out[q])
	}
	return out
})

// parameters returns the parameters that all documents share. They are read-only.
var parameters = sync.OnceValue(func() map[string]*spec3.Parameter {
	out := map[string]*spec3.Parameter{}
	for id, p := range publish.Parameters() {
		out[id] = parameter(p)
	}
	return out
})

func parameter(p publish.Parameter) *spec3.Parameter {
	out := &spec3.Parameter{ParameterProps: spec3.ParameterProps{
		Name:        p.Name,
		In:          "query",
		Description: p.Description,
		Schema:      &spec.Schema{SchemaProps: spec.SchemaProps{Type: spec.StringOrArray{p.Type}, UniqueItems: true}},
	}}
	if p.InPath {
		out.In, out.Required = "path", true
	}
	return out
}

func (r *renderer) content(model string, media []string) map[string]*spec3.MediaType {
	m := r.models[model]
	if m == nil {
		schema := &spec.Schema{SchemaProps: spec.SchemaProps{Ref: publish.V3.Ref(model)}}
		m = &spec3.MediaType{MediaTypeProps: spec3.MediaTypeProps{Schema: schema}}
		r.models[model] = m
	}
	out := make(map[string]*spec3.MediaType, len(media))
	for _, name := range media {
		out[name] = m
	}
	return out
}

func (r *renderer) path(p *publish.PathItem) *spec3.Path {
	out := &spec3.Path{PathProps: spec3.PathProps{Parameters: queries()[p.Query]}}
	if p.Named {
		out.Parameters = append([]*spec3.Parameter{r.name}, out.Parameters...)
	}
	for i := range p.Operations {
		o := &p.Operations[i]
		operation := r.operation(o)
		switch o.Method {
		case "get":
			out.Get = operation
		case "put":
			out.Put = operation
		case "post":
			out.Post = operation
		case "delete":
			out.Delete = operation
		case "patch":
			out.Patch = operation
		}
	}
	return out
}

func (r *renderer) operation(o *publish.Operation) *spec3.Operation {
	out := &spec3.Operation{
		OperationProps: spec3.OperationProps{
			Tags:        []string{o.Tag},
			Description: o.Description,
			OperationId: o.ID,
			Parameters:  queries()[o.Query],
			Responses:   r.responses(o.Responses),
		},
		VendorExtensible: spec.VendorExtensible{Extensions: publish.OperationExtensions(o, r.gvk)},
	}
	if b := o.Body; b != nil {
		out.RequestBody = &spec3.RequestBody{RequestBodyProps: spec3.RequestBodyProps{
			Content: r.content(b.Model, o.Consumes), Required: b.Required,
		}}
	}
	return out
}

func (r *renderer) responses(a publish.Responses) *spec3.Responses {
	if known := r.responseSets[a]; known != nil {
		return known
	}
	content, texts := r.content(a.Model, publish.Media[a.Media]), publish.ResponseTexts[a.Set]
	byStatus := make(map[int]*spec3.Response, len(texts)+1)
	for status, text := range texts {
		byStatus[status] = &spec3.Response{ResponseProps: spec3.ResponseProps{Description: text, Content: content}}
	}
	byStatus[publish.Unauthorized] = &spec3.Response{ResponseProps: spec3.ResponseProps{Description: publish.UnauthorizedText}}
	out := &spec3.Responses{ResponsesProps: spec3.ResponsesProps{StatusCodeResponses: byStatus}}
	r.responseSets[a] = out
	return out
}
