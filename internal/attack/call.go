package attack

import (
	"context"
	"fmt"
	"reflect"
)

var (
	contextType = reflect.TypeFor[context.Context]()
	errorType   = reflect.TypeFor[error]()
)

// results are the results of a call, and the error among them.
type results struct {
	values []any
	err    error
}

// call calls a function or bound method. ctx is its first argument if it takes one. An
// argument that is nil is the zero value of its parameter. The last result is the error if it
// is one.
func call(ctx context.Context, function any, args ...any) results {
	f := reflect.ValueOf(function)
	in := make([]reflect.Value, 0, len(args)+1)
	if f.Type().NumIn() > 0 && f.Type().In(0) == contextType {
		in = append(in, reflect.ValueOf(ctx))
	}
	for _, arg := range args {
		in = append(in, argument(f.Type(), len(in), arg))
	}
	return resultsOf(f.Call(in))
}

// argument returns arg as the i-th argument of a function of type f.
func argument(f reflect.Type, i int, arg any) reflect.Value {
	var parameter reflect.Type
	switch {
	case f.IsVariadic() && i >= f.NumIn()-1:
		parameter = f.In(f.NumIn() - 1).Elem()
	case i < f.NumIn():
		parameter = f.In(i)
	default:
		panic(fmt.Sprintf("%v has no argument %d", f, i))
	}
	if arg == nil {
		return reflect.Zero(parameter)
	}
	return reflect.ValueOf(arg)
}

func resultsOf(out []reflect.Value) results {
	var r results
	for i, v := range out {
		if i == len(out)-1 && v.Type() == errorType {
			r.err, _ = v.Interface().(error)
			break
		}
		r.values = append(r.values, v.Interface())
	}
	return r
}

// first returns the first result, a T, or panics with the error. It makes the arguments of
// the call to measure.
func first[T any](r results) T {
	if r.err != nil {
		panic(r.err)
	}
	return r.values[0].(T)
}
