package cellib

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
)

type library struct {
	name      string
	types     []*cel.Type // the types whose names are identifiers
	functions []cel.EnvOption
}

func (l *library) LibraryName() string { return "kubernetes." + l.name }

func (l *library) CompileOptions() []cel.EnvOption {
	options := make([]cel.EnvOption, 0, len(l.types)+len(l.functions))
	for _, t := range l.types {
		options = append(options, cel.Types(t))
	}
	return append(options, l.functions...)
}

// ProgramOptions implements cel.Library. A [Planner] makes the programs.
func (l *library) ProgramOptions() []cel.ProgramOption { return nil }

type signature = []*cel.Type

// unary binds an overload with one argument. The interpreter checks the types before a
// call.
func unary[T ref.Val](f func(T) ref.Val) cel.OverloadOpt {
	return cel.UnaryBinding(func(v ref.Val) ref.Val {
		a, ok := v.(T)
		if !ok {
			return types.MaybeNoSuchOverloadErr(v)
		}
		return f(a)
	})
}

func binary[T, U ref.Val](f func(T, U) ref.Val) cel.OverloadOpt {
	return cel.BinaryBinding(func(v, w ref.Val) ref.Val {
		a, ok := v.(T)
		if !ok {
			return types.MaybeNoSuchOverloadErr(v)
		}
		b, ok := w.(U)
		if !ok {
			return types.MaybeNoSuchOverloadErr(w)
		}
		return f(a, b)
	})
}

func predicate[T ref.Val](f func(T) bool) cel.OverloadOpt {
	return unary(func(v T) ref.Val { return types.Bool(f(v)) })
}

func parsePredicate[T any](parse func(string) (T, error)) cel.OverloadOpt {
	return predicate(func(s types.String) bool {
		_, err := parse(string(s))
		return err == nil
	})
}
