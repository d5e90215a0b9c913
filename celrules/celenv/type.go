package celenv

import (
	"errors"
	"fmt"

	"github.com/google/cel-go/cel"

	"github.com/seed95800270/crdschema/internal/celtype"
	"github.com/seed95800270/crdschema/structural"
)

// Type is the CEL type of the values of a schema. It is immutable and safe for concurrent
// use. Without a schema (the zero Type, or nil), it is dyn, and all its values are errors.
type Type struct {
	named celtype.Named
	// extended is set if the values have the common fields of resources; see
	// celtype.ExtendsResource.
	extended bool
}

// ErrNoType is the error of a schema without a CEL type.
var ErrNoType = errors.New("expressions cannot access values of this schema: it has neither a type nor x-kubernetes-int-or-string, " +
	"is a list or map of such values, or nests more than 32 lists and maps")

// NewType returns the type of values of a schema. name is the name of the type if it is an
// object, and the beginning of the names of objects inside it: "CronTab", "CronTab.spec",
// "CronTab.spec.rules.@idx". Error texts of CEL contain it.
//
// With structural.Resource, the value is a whole object: apiVersion, kind, metadata.name and
// metadata.generateName are fields whether the schema declares them or not. With
// structural.Value, only the declared fields exist. Embedded resources are resources anyway.
//
// The error is [ErrNoType], or says that the name is empty. A value is not accessible where
// it has no type, so it is no field of the type of its object.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model, SchemaDeclType, with
// DeclType.MaybeAssignTypeName of k8s.io/apiserver/pkg/cel.
func NewType(name string, s *structural.Schema, root structural.Root) (*Type, error) {
	if name == "" {
		return nil, errors.New("a type needs a name")
	}
	role := celtype.RoleOf(s, root)
	declared := celtype.NewBuilder(celtype.NewInterner()).DeclType(s, role)
	if declared == nil {
		return nil, ErrNoType
	}
	return &Type{
		named:    celtype.Named{Name: name, Schema: s, Role: role, Type: declared},
		extended: celtype.ExtendsResource(s, role),
	}, nil
}

func (t *Type) declared() bool { return t != nil && t.named.Type != nil }

// CELType returns the type for declarations of functions and variables. An environment knows
// the fields of its objects only with the option of [Type.Variable] or [Type.Provide].
func (t *Type) CELType() *cel.Type {
	if !t.declared() {
		return cel.DynType
	}
	return t.named.CELType()
}

// Variable returns an option that declares a variable of the type.
//
// Options for libraries with types of their own come before it: cel-go adds types to its own
// registry only. An environment may have variables of several types, with different names,
// and several variables of one type. The error of the option is about the names of types.
func (t *Type) Variable(name string) cel.EnvOption {
	return func(env *cel.Env) (*cel.Env, error) {
		env, err := t.Provide()(env)
		if err != nil {
			return nil, fmt.Errorf("variable %s: %w", name, err)
		}
		return cel.Variable(name, t.CELType())(env)
	}
}

// Provide returns an option that declares the fields of the type without a variable, for
// functions that return its values.
//
// Rule: k8s.io/apiserver/pkg/cel, DeclTypeProvider.EnvOptions.
func (t *Type) Provide() cel.EnvOption {
	return func(env *cel.Env) (*cel.Env, error) {
		if !t.declared() {
			return env, nil
		}
		provider, err := celtype.WithNamed(env.CELTypeProvider(), t.named)
		if err != nil {
			return nil, err
		}
		return cel.CustomTypeProvider(provider)(env)
	}
}
