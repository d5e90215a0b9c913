package celtype

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"

	"github.com/seed95800270/crdschema/structural"
)

// Named is the declared type of a schema under a name. Types inside it are named by their
// path: CronTab.spec.containers.@idx.
type Named struct {
	Name   string
	Schema *structural.Schema
	Role   Role
	Type   *DeclType
}

// CELType returns the CEL type of n.
func (n Named) CELType() *cel.Type { return n.Type.celType(n.Name) }

// find returns the type inside n with a type name, or nil.
func (n Named) find(typeName string) *DeclType {
	rest, found := strings.CutPrefix(typeName, n.Name)
	if !found {
		return nil
	}
	t := n.Type
	for rest != "" && t != nil {
		var step string
		if rest, found = strings.CutPrefix(rest, "."); !found {
			return nil
		}
		if end := strings.IndexByte(rest, '.'); end >= 0 {
			step, rest = rest[:end], rest[end:]
		} else {
			step, rest = rest, ""
		}
		t = t.inner(step)
	}
	return t
}

// inner returns the type at one step of a type name, or nil.
func (t *DeclType) inner(step string) *DeclType {
	switch {
	case t.kind == listKind && step == "@idx", t.kind == mapKind && step == "@elem":
		return t.elem
	case t.kind == objectKind:
		field, _ := t.Field(step)
		return field
	default:
		return nil
	}
}

// NamedProvider is a type provider with any number of declared types. It is immutable and
// safe for concurrent use. Reserved words may be field names.
//
// Rule: k8s.io/apiserver/pkg/cel, DeclTypeProvider.
type NamedProvider struct {
	types.Provider
	named []Named
}

// WithNamed returns a provider that finds n and, unless n hides it, all that p finds. The
// error is about a name that another type has, or that is a part of the name of another type.
func WithNamed(p types.Provider, n Named) (types.Provider, error) {
	in, ok := p.(*NamedProvider)
	if !ok {
		in = &NamedProvider{Provider: p}
	}
	for _, other := range in.named {
		switch {
		case other.Name == n.Name && other.Schema == n.Schema && other.Role == n.Role:
			return in, nil
		case strings.HasPrefix(n.Name+".", other.Name+"."), strings.HasPrefix(other.Name+".", n.Name+"."):
			return nil, fmt.Errorf("two types are named %q and %q", other.Name, n.Name)
		}
	}
	if _, found := in.FindStructType(n.Name); found {
		return nil, fmt.Errorf("the environment has a type %q already", n.Name)
	}
	return &NamedProvider{Provider: in.Provider, named: append(slices.Clip(in.named), n)}, nil
}

func (p *NamedProvider) find(typeName string) *DeclType {
	for _, n := range p.named {
		if t := n.find(typeName); t != nil {
			return t
		}
	}
	return nil
}

// FindStructType implements types.Provider. Like the server, it finds objects, the lists and
// maps in them, and the names of scalars, list and map.
func (p *NamedProvider) FindStructType(name string) (*types.Type, bool) {
	if t := p.find(name); t != nil && (t.kind == objectKind || t.elem != nil && !p.isRoot(name)) {
		return types.NewTypeTypeWithParam(t.celType(name)), true
	}
	if t := p.plain(name); t != nil {
		return types.NewTypeTypeWithParam(t), true
	}
	return p.Provider.FindStructType(name)
}

func (p *NamedProvider) isRoot(name string) bool {
	return slices.ContainsFunc(p.named, func(n Named) bool { return n.Name == name })
}

// plain returns the type of a name other than an object's. list and map are the last declared
// type that is one.
func (p *NamedProvider) plain(name string) *types.Type {
	for _, n := range slices.Backward(p.named) {
		if name == "list" && n.Type.kind == listKind || name == "map" && n.Type.kind == mapKind {
			return n.CELType()
		}
	}
	return plainTypes[name]
}

// FindStructFieldNames returns nothing: objects are not messages.
func (p *NamedProvider) FindStructFieldNames(string) ([]string, bool) { return nil, false }

// FindStructFieldType implements types.Provider.
func (p *NamedProvider) FindStructFieldType(object, name string) (*types.FieldType, bool) {
	in := p.find(object)
	if in == nil || in.kind != objectKind {
		return fieldOfPlain(p.plain(object), p.Provider, object, name)
	}
	identifier, t := fieldOf(in, name, true)
	if t == nil {
		return nil, false
	}
	return &types.FieldType{Type: t.celType(object + "." + identifier)}, true
}
