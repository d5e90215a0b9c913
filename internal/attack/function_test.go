package attack

import (
	"context"
	"fmt"
	"iter"
	"reflect"
)

// invocation is one call of a function with its arguments.
type invocation struct {
	// name is the name of the function, for a method with the kind of its receiver.
	name string
	f    reflect.Value
	in   []reflect.Value
}

// invocations returns the calls of all exported functions and methods, without those before
// the function with that number, with the number of each function.
func (g *generator) invocations(from int) iter.Seq2[int, invocation] {
	return func(yield func(int, invocation) bool) {
		number := 0
		each := func(name string, f reflect.Value) bool {
			number++
			if number <= from {
				return true
			}
			for c := range g.calls(name, f) {
				if !yield(number, c) {
					return false
				}
			}
			return true
		}
		for _, f := range listedFunctions {
			if !each(f.name, reflect.ValueOf(f.value)) {
				return
			}
		}
		for _, t := range listedTypes {
			if !g.methods(t, each) {
				return
			}
		}
	}
}

// methods calls each with all methods of t and *t, bound to nil, zero and real receivers.
func (g *generator) methods(t reflect.Type, each func(string, reflect.Value) bool) bool {
	if t.Kind() == reflect.Interface {
		return true
	}
	pointer := reflect.PointerTo(t)
	for i := range pointer.NumMethod() {
		method := pointer.Method(i)
		if _, byValue := t.MethodByName(method.Name); !byValue && !each("nil "+t.String()+"."+method.Name, reflect.Zero(pointer).Method(i)) {
			return false
		}
		for _, r := range g.receivers(t) {
			if !each(r.name+" "+t.String()+"."+method.Name, r.value.Method(i)) {
				return false
			}
		}
	}
	return true
}

// receiver is a pointer to a receiver of methods.
type receiver struct {
	name  string
	value reflect.Value
}

// receivers returns pointers to the zero value, to hostile values of exported fields and to
// real values of t.
func (g *generator) receivers(t reflect.Type) []receiver {
	out := []receiver{{"zero", reflect.New(t)}}
	for _, v := range g.real[reflect.PointerTo(t)] {
		out = append(out, receiver{"real", v})
	}
	for i, v := range g.inside(t, 1, g.few) {
		if i > 0 && v.IsValid() {
			p := reflect.New(t)
			p.Elem().Set(v)
			out = append(out, receiver{"hostile", p})
		}
	}
	return out
}

// calls returns calls of f with the zero values and the real values of all parameters, of
// which one after another is replaced by every hostile value.
func (g *generator) calls(name string, f reflect.Value) iter.Seq[invocation] {
	return func(yield func(invocation) bool) {
		t := f.Type()
		zero, real := make([]reflect.Value, t.NumIn()), make([]reflect.Value, t.NumIn())
		for i := range t.NumIn() {
			base := g.base(t.In(i))
			zero[i], real[i] = reflect.Zero(t.In(i)), base[min(1, len(base)-1)]
			if t.In(i) == contextType {
				zero[i] = base[0]
			}
		}
		if !yield(invocation{name, f, zero}) || !yield(invocation{name, f, real}) {
			return
		}
		for _, base := range [][]reflect.Value{zero, real} {
			if in, found := endlessEverywhere(base); found && !yield(invocation{name, f, in}) {
				return
			}
		}
		for i := range t.NumIn() {
			for _, v := range g.all(t.In(i), len(name)*7+i) {
				for _, base := range [][]reflect.Value{zero, real} {
					in := append([]reflect.Value{}, base...)
					in[i] = v
					if !yield(invocation{name + remark(v, t.In(i)), f, in}) {
						return
					}
				}
			}
		}
	}
}

// remark returns a note about a value that only a mistake of the program can be: the
// exceptions of testdata/panics.txt name it.
func remark(v reflect.Value, parameter reflect.Type) string {
	if v.IsValid() && v.Kind() == reflect.Interface && !v.IsNil() {
		v = v.Elem()
	}
	switch {
	case parameter == contextType && (!v.IsValid() || v.IsZero() && v.Type() == contextType):
		return " with a nil context"
	case parameter.Kind() == reflect.Slice && parameter.Elem().Kind() == reflect.Interface && parameter.Elem().NumMethod() > 0 && v.Len() > 0 && v.Index(0).IsNil():
		return " with a nil option"
	case v.IsValid() && (v.Type().Kind() == reflect.Pointer || v.Type().Kind() == reflect.Func) && v.IsNil():
		return " with a nil " + v.Type().String()
	default:
		return ""
	}
}

// try makes the call, and calls methods without parameters on what it returns. It returns the
// text of a panic, or nothing.
func (c invocation) try(ctx context.Context) (panicked string) {
	defer func() {
		if p := recover(); p != nil {
			panicked = fmt.Sprint(p) + at()
		}
	}()
	in := append([]reflect.Value{}, c.in...)
	for i, v := range in {
		if !v.IsValid() {
			in[i] = reflect.Zero(c.f.Type().In(i))
		} else if v.Type() == reflect.TypeOf(background) {
			in[i] = reflect.ValueOf(ctx)
		}
	}
	call := c.f.Call
	if c.f.Type().IsVariadic() {
		call = c.f.CallSlice
	}
	for _, result := range call(in) {
		use(result)
	}
	return ""
}

// use calls the methods of a result that take nothing, and a result that is a sequence.
func use(v reflect.Value) {
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return
	}
	t := v.Type()
	if t.Kind() == reflect.Func && t.NumIn() == 1 && t.In(0).Kind() == reflect.Func && t.NumOut() == 0 {
		v.Call([]reflect.Value{reflect.MakeFunc(t.In(0), func([]reflect.Value) []reflect.Value { return []reflect.Value{reflect.ValueOf(true)} })})
	}
	if !ours(t) {
		return
	}
	for i := range v.NumMethod() {
		if m := v.Method(i); m.Type().NumIn() == 0 {
			m.Call(nil)
		}
	}
}
