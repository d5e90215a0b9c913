package celtype

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
)

// Provider tells the type checker which fields objects have. It records every lookup: two
// declared types with the same answers have the same result.
//
// Rule: k8s.io/apiserver/pkg/cel, DeclTypeProvider.
type Provider struct {
	types.Provider
	adapter  types.Adapter
	keywords bool

	self    *DeclType
	objects map[string]*DeclType // by the names of their types
	lookups []Lookup
}

// NewProvider returns a provider for an extension of env. If keywords is set, reserved
// words may be field names: `self.namespace`.
func NewProvider(env *cel.Env, keywords bool) *Provider {
	return &Provider{Provider: env.CELTypeProvider(), adapter: env.CELTypeAdapter(), keywords: keywords}
}

// Lookup is one lookup of a field, with its result.
type Lookup struct {
	object, field string
	nesting       *Nesting // nil: not found
}

// Missing reports whether the type does not have the field.
func (l Lookup) Missing() bool { return l.nesting == nil }

// Begin sets the declared type of self.
func (p *Provider) Begin(self *DeclType) {
	p.self, p.lookups = self, nil
	p.objects = map[string]*DeclType{}
	p.addObject(selfName, self)
}

// End removes the declared type of self and returns the lookups since Begin.
func (p *Provider) End() []Lookup {
	lookups := p.lookups
	p.self, p.objects, p.lookups = nil, nil, nil
	return lookups
}

func (p *Provider) addObject(name string, t *DeclType) {
	if name, t = innermost(name, t); t.kind == objectKind {
		p.objects[name] = t
	}
}

// FindStructType implements types.Provider. Like the server, it also finds the names of
// scalars, list and map.
func (p *Provider) FindStructType(name string) (*types.Type, bool) {
	if _, found := p.objects[name]; found {
		return types.NewTypeTypeWithParam(types.NewObjectType(name)), true
	}
	if t := p.plain(name); t != nil {
		return types.NewTypeTypeWithParam(t), true
	}
	return p.Provider.FindStructType(name)
}

// plain returns the type of a name other than an object's. list and map are the type of
// self if self is one.
func (p *Provider) plain(name string) *types.Type {
	if p.self != nil && (name == "list" && p.self.kind == listKind || name == "map" && p.self.kind == mapKind) {
		return p.self.SelfType()
	}
	return plainTypes[name]
}

var plainTypes = map[string]*types.Type{
	"bool": types.BoolType, "bytes": types.BytesType, "double": types.DoubleType, "duration": types.DurationType,
	"int": types.IntType, "null_type": types.NullType, "string": types.StringType, "timestamp": types.TimestampType,
	"uint": types.UintType, "list": types.NewListType(types.AnyType), "map": types.NewMapType(types.AnyType, types.AnyType),
}

// FindStructFieldNames returns nothing: objects are not messages.
func (p *Provider) FindStructFieldNames(string) ([]string, bool) { return nil, false }

// FindStructFieldType implements types.Provider.
func (p *Provider) FindStructFieldType(object, name string) (*types.FieldType, bool) {
	in, found := p.objects[object]
	if !found {
		return p.plainField(object, name)
	}
	identifier, t := p.field(in, name)
	lookup := Lookup{object: object, field: name}
	if t != nil {
		lookup.nesting = t.nesting
	}
	p.lookups = append(p.lookups, lookup)
	if t == nil {
		return nil, false
	}
	typeName := object + "." + identifier
	p.addObject(typeName, t)
	return &types.FieldType{Type: t.celType(typeName)}, true
}

func (p *Provider) field(object *DeclType, name string) (identifier string, t *DeclType) {
	return fieldOf(object, name, p.keywords)
}

func fieldOf(object *DeclType, name string, keywords bool) (identifier string, t *DeclType) {
	if t, found := object.Field(name); found {
		return name, t
	}
	if keywords && reserved[name] {
		if t, found := object.Field("__" + name + "__"); found {
			return "__" + name + "__", t
		}
	}
	return "", nil
}

func (p *Provider) plainField(object, name string) (*types.FieldType, bool) {
	return fieldOfPlain(p.plain(object), p.Provider, object, name)
}

// fieldOfPlain returns a field of a type other than an object, the plain type t or, if that
// is nil, a type of the provider. Only map has fields: every name is one.
func fieldOfPlain(t *types.Type, other types.Provider, object, name string) (*types.FieldType, bool) {
	switch {
	case t == nil:
		return other.FindStructFieldType(object, name)
	case object == "map":
		return &types.FieldType{Type: t.Parameters()[1]}, true
	default:
		return nil, false
	}
}

// NativeToValue adapts values as the environment does.
func (p *Provider) NativeToValue(v any) ref.Val { return p.adapter.NativeToValue(v) }

// SameLookups reports whether all lookups have the same results for self.
func SameLookups(lookups []Lookup, self *DeclType, keywords bool) bool {
	if len(lookups) == 0 {
		return true
	}
	p := Provider{keywords: keywords, objects: map[string]*DeclType{}}
	p.addObject(selfName, self)
	for _, l := range lookups {
		identifier, t := p.field(p.objects[l.object], l.field)
		switch {
		case t == nil && l.nesting == nil:
			continue
		case t == nil || t.nesting != l.nesting:
			return false
		}
		p.addObject(l.object+"."+identifier, t)
	}
	return true
}
