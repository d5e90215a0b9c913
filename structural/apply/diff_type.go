package apply

import "github.com/seed95800270/crdschema/structural"

// nodeType is the type of a value for [Diff]: a schema, or metadata. The zero nodeType
// specifies nothing.
type nodeType struct {
	schema   *structural.Schema
	resource bool // has metadata
	meta     *metaType
}

type metaType struct {
	fields   map[string]*metaType
	elements listElements
	keys     []string
}

type listElements uint8

const (
	byPosition listElements = iota
	byKey
	byValue
)

// objectMeta is the type of metadata.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, ObjectMeta, the list types of its fields.
var objectMeta = nodeType{meta: &metaType{fields: map[string]*metaType{
	"finalizers":      {elements: byValue},
	"ownerReferences": {elements: byKey, keys: []string{"uid"}},
}}}

func typeOfSchema(s *structural.Schema) nodeType {
	return nodeType{schema: s, resource: s.EmbeddedResource()}
}

func resourceType(s *structural.Schema) nodeType { return nodeType{schema: s, resource: true} }

func (t nodeType) field(name string) nodeType {
	switch {
	case t.meta != nil:
		return nodeType{meta: t.meta.fields[name]}
	case t.resource && name == "metadata":
		return objectMeta
	}
	s, _ := t.schema.Field(name)
	return typeOfSchema(s)
}

func (t nodeType) item() nodeType { return typeOfSchema(t.schema.Items()) }

func (t nodeType) elements() listElements {
	if t.meta != nil {
		return t.meta.elements
	}
	switch listType, _ := t.schema.ListType(); listType {
	case "map":
		return byKey
	case "set":
		return byValue
	default:
		return byPosition
	}
}

func (t nodeType) element(v any) PathElement {
	if t.elements() == byValue {
		return PathElement{Kind: ValueElement, Value: v}
	}
	if t.meta != nil {
		return PathElement{Kind: KeyElement, Key: keyOf(v, t.meta.keys, nil)}
	}
	return PathElement{Kind: KeyElement, Key: keyOf(v, t.schema.ListMapKeys(), t.schema.Items())}
}
