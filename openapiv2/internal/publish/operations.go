package publish

import (
	"context"
	_ "embed"
	"sync"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/decode"
)

type pathBuilder struct {
	names
	d     *Definition
	infix string // "Namespaced" below a namespace
}

func (b *pathBuilder) operation(method, action, verb, rest string) Operation {
	return Operation{Method: method, Action: action, Tag: b.tag, ID: verb + b.id + identifier(rest, true), Consumes: media}
}

func (b *pathBuilder) listAll() Operation {
	o := b.operation("get", "list", "list", b.d.Kind+"ForAllNamespaces")
	return b.listing(o, NoQuery)
}

func (b *pathBuilder) list() Operation {
	return b.listing(b.operation("get", "list", "list", b.infix+b.d.Kind), listQuery)
}

func (b *pathBuilder) listing(o Operation, query Query) Operation {
	o.Description = "list objects of kind " + b.d.Kind
	o.Query, o.Responses = query, Responses{Model: b.names.list, Set: getResponses}
	return o
}

func (b *pathBuilder) create() Operation {
	o := b.operation("post", "post", "create", b.infix+b.d.Kind)
	o.Description = "create" + b.article + b.d.Kind
	o.Query, o.Body = writeQuery, &RequestBody{Model: b.model, Required: true}
	o.Responses = Responses{Model: b.model, Set: postResponses}
	return o
}

func (b *pathBuilder) deleteCollection() Operation {
	o := b.operation("delete", "deletecollection", "delete", "collection"+b.infix+b.d.Kind)
	o.Description = "delete collection of " + b.d.Kind
	o.Query, o.Responses = listQuery, Responses{Model: statusName, Set: getResponses}
	return o
}

func (b *pathBuilder) delete() Operation {
	o := b.operation("delete", "delete", "delete", b.infix+b.d.Kind)
	o.Description = "delete" + b.article + b.d.Kind
	o.Query, o.Body = deleteQuery, &RequestBody{Model: deleteOptionsName}
	o.Responses = Responses{Model: statusName, Set: deleteResponses}
	return o
}

func (b *pathBuilder) item(subresource, of, model string) []Operation {
	rest := b.infix + b.d.Kind + subresource
	get := b.operation("get", "get", "read", rest)
	get.Description = "read" + of + " the specified " + b.d.Kind
	get.Query, get.Responses = getQuery, Responses{Model: model, Set: getResponses}

	put := b.operation("put", "put", "replace", rest)
	put.Description = "replace" + of + " the specified " + b.d.Kind
	put.Query, put.Body = writeQuery, &RequestBody{Model: model, Required: true}
	put.Responses = Responses{Model: model, Set: putResponses}

	patch := b.operation("patch", "patch", "patch", rest)
	patch.Description = "partially update" + of + " the specified " + b.d.Kind
	patch.Query, patch.Body = patchQuery, &RequestBody{Model: patchName, Required: true}
	patch.Consumes, patch.Responses = patchMedia, Responses{Model: model, Set: getResponses}
	return []Operation{get, put, patch}
}

//go:embed parameters.yaml
var parametersYAML []byte

// Parameter is a path or query parameter.
type Parameter struct {
	Name, Type, Description string
	InPath                  bool // and therefore required
}

// Parameters returns the parameters that all documents share, by name.
var Parameters = sync.OnceValue(func() map[string]Parameter {
	out := map[string]Parameter{
		"namespace": {Name: "namespace", Type: "string", Description: "object name and auth scope, such as for teams and projects", InPath: true},
	}
	for id, v := range embedded(parametersYAML) {
		fields := v.(map[string]any)
		p := Parameter{Name: id, Type: fields["type"].(string), Description: fields["description"].(string)}
		if name, ok := fields["name"].(string); ok {
			p.Name = name
		}
		out[id] = p
	}
	out[nameOfCRD] = NameParameter(crd.Kind)
	return out
})

const nameOfCRD = "nameOfCRD"

// NameParameter returns the parameter called "name". Its description mentions the kind.
func NameParameter(kind string) Parameter {
	return Parameter{Name: "name", Type: "string", Description: "name of the " + kind, InPath: true}
}

func embedded(file []byte) map[string]any {
	doc, err := decode.YAML(context.Background(), file)
	if err != nil {
		return nil
	}
	fields, _ := doc.Object()
	return fields
}
