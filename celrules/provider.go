package celrules

import (
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
)

// selfName is the name of the type of self, if that is an object. Types inside
// are named after their place: selfType#.spec.containers.@idx. A server has a
// number in place of the #, another one every time, so that no rule can name a
// type; nothing can name one with a #.
const selfName = "selfType#"

// provider tells the type checker which fields objects have. It does so for one
// shape at a time, that of self, and is not safe for concurrent use. It notes
// what it was asked: two shapes that give the same answers give the same result.
//
// Rule: k8s.io/apiserver/pkg/cel, DeclTypeProvider.
type provider struct {
	types.Provider // the environment's own types
	adapter        types.Adapter
	keywords       bool // reserved words may be written as field names

	root   *shape
	places map[string]*shape // by the name of the type there
	asked  []question
}

// question is one that the type checker asked, with the answer.
type question struct {
	object, field string
	form          *form // nil: there is no such field
}

// begin makes shape that of self.
func (p *provider) begin(root *shape) {
	p.root, p.asked = root, nil
	p.places = map[string]*shape{}
	p.place(selfName, root)
}

// end forgets about the shape and returns what was asked of it.
func (p *provider) end() []question {
	asked := p.asked
	p.root, p.places, p.asked = nil, nil, nil
	return asked
}

// place notes where the objects of a shape are to be found.
func (p *provider) place(name string, s *shape) {
	if name, s = innermost(name, s); s.kind == objectKind {
		p.places[name] = s
	}
}

// FindStructType knows, besides objects, the names of scalars, as a server does.
func (p *provider) FindStructType(name string) (*types.Type, bool) {
	if _, found := p.places[name]; found {
		return types.NewTypeTypeWithParam(types.NewObjectType(name)), true
	}
	if t := p.plain(name); t != nil {
		return types.NewTypeTypeWithParam(t), true
	}
	return p.Provider.FindStructType(name)
}

// plain is the type of a name that stands for the same type everywhere. list and
// map stand for the type of self if that is one.
func (p *provider) plain(name string) *types.Type {
	if p.root != nil && (name == "list" && p.root.kind == listKind || name == "map" && p.root.kind == mapKind) {
		return p.root.celType(selfName)
	}
	return plainTypes[name]
}

var plainTypes = map[string]*types.Type{
	"bool": types.BoolType, "bytes": types.BytesType, "double": types.DoubleType, "duration": types.DurationType,
	"int": types.IntType, "null_type": types.NullType, "string": types.StringType, "timestamp": types.TimestampType,
	"uint": types.UintType, "list": types.NewListType(types.AnyType), "map": types.NewMapType(types.AnyType, types.AnyType),
}

// FindStructFieldNames is for messages, of which there are none.
func (p *provider) FindStructFieldNames(string) ([]string, bool) { return nil, false }

// FindStructFieldType is the type of a field of an object.
func (p *provider) FindStructFieldType(object, name string) (*types.FieldType, bool) {
	at, found := p.places[object]
	if !found {
		return p.plainField(object, name)
	}
	identifier, s := p.lookUp(at, name)
	q := question{object: object, field: name}
	if s != nil {
		q.form = s.form
	}
	p.asked = append(p.asked, q)
	if s == nil {
		return nil, false
	}
	place := object + "." + identifier
	p.place(place, s)
	return &types.FieldType{Type: s.celType(place)}, true
}

func (p *provider) lookUp(at *shape, name string) (identifier string, s *shape) {
	if s, found := at.field(name); found {
		return name, s
	}
	if p.keywords && reserved[name] {
		if s, found := at.field("__" + name + "__"); found {
			return "__" + name + "__", s
		}
	}
	return "", nil
}

// plainField is for the types that FindStructType knows by a plain name, of
// which map has all fields, and for messages.
func (p *provider) plainField(object, name string) (*types.FieldType, bool) {
	switch t := p.plain(object); {
	case t == nil:
		return p.Provider.FindStructFieldType(object, name)
	case object == "map":
		return &types.FieldType{Type: t.Parameters()[1]}, true
	default:
		return nil, false
	}
}

// NativeToValue adapts values as the environment does.
func (p *provider) NativeToValue(v any) ref.Val { return p.adapter.NativeToValue(v) }

// answers tells whether all questions have the same answers for another shape.
func answers(asked []question, root *shape, keywords bool) bool {
	if len(asked) == 0 {
		return true
	}
	p := provider{keywords: keywords, places: map[string]*shape{}}
	p.place(selfName, root)
	for _, q := range asked {
		identifier, s := p.lookUp(p.places[q.object], q.field)
		switch {
		case s == nil && q.form == nil:
			continue
		case s == nil || s.form != q.form:
			return false
		}
		p.place(q.object+"."+identifier, s)
	}
	return true
}
