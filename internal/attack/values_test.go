package attack

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
)

// generator makes hostile values of types.
type generator struct {
	real    map[reflect.Type][]reflect.Value // values that are made as the documentation says
	maps    []obj
	damaged []obj // crds and objects with one hostile value
	few     []obj // of maps
	options map[reflect.Type][]reflect.Value
}

func newGenerator() *generator {
	g := &generator{real: map[reflect.Type][]reflect.Value{}, options: map[reflect.Type][]reflect.Value{}}
	for _, v := range realValues() {
		g.real[reflect.TypeOf(v)] = append(g.real[reflect.TypeOf(v)], reflect.ValueOf(v))
	}
	crd, o := realCRD(), realObject()
	g.few = []obj{nil, {}, cyclic(), crd, o, {"a": make(chan int)}}
	for _, v := range hostile() {
		g.maps = append(g.maps, obj{"apiVersion": v, "kind": v, "metadata": v, "spec": v, "status": v, "items": v, "\xff": v})
	}
	g.maps = append(g.few, g.maps...)
	g.damaged = append(damaged(crd, someHostile()), damaged(o, hostile())...)
	for _, f := range listedFunctions {
		g.addOption(reflect.ValueOf(f.value))
	}
	return g
}

// addOption adds what a function returns for zero values if that is an interface: an option.
func (g *generator) addOption(f reflect.Value) {
	t := f.Type()
	if t.NumOut() != 1 || t.Out(0).Kind() != reflect.Interface || t.Out(0) == errorType {
		return
	}
	defer func() { _ = recover() }() // its panic is found when it is called itself
	in := []reflect.Value{}
	for i := range t.NumIn() {
		if !t.IsVariadic() || i < t.NumIn()-1 {
			in = append(in, reflect.Zero(t.In(i)))
		}
	}
	g.options[t.Out(0)] = append(g.options[t.Out(0)], f.Call(in)[0])
}

// base returns the values of a type around which the others are varied: the zero value, and
// the real ones.
func (g *generator) base(t reflect.Type) []reflect.Value {
	switch {
	case t == contextType:
		return []reflect.Value{reflect.ValueOf(context.Background())}
	case t == reflect.TypeFor[obj]():
		return values(obj(nil), realObject(), realCRD())
	case t == reflect.TypeFor[any]():
		return append([]reflect.Value{reflect.Zero(t)}, values(any(realObject()))...)
	case t == reflect.TypeFor[[]byte]():
		text, _ := json.Marshal(realObject())
		return values([]byte(nil), text)
	case t == reflect.TypeFor[[]obj]():
		return values([]obj(nil), []obj{realObject(), realObject()}, []obj{realCRD()})
	case t.Kind() == reflect.String:
		return []reflect.Value{reflect.Zero(t), reflect.ValueOf("v1").Convert(t)}
	}
	return append([]reflect.Value{reflect.Zero(t)}, g.realOf(t)...)
}

func values[T any](list ...T) (out []reflect.Value) {
	for _, v := range list {
		out = append(out, reflect.ValueOf(v))
	}
	return out
}

// realOf returns real values that are assignable to t.
func (g *generator) realOf(t reflect.Type) []reflect.Value {
	if t.Kind() != reflect.Interface {
		return g.real[t]
	}
	var out []reflect.Value
	if t.NumMethod() > 0 {
		for typ, list := range g.real {
			if typ.Implements(t) {
				out = append(out, list...)
			}
		}
	}
	slices.SortFunc(out, func(a, b reflect.Value) int { return compareTypes(a.Type(), b.Type()) })
	return append(out, g.options[t]...)
}

// sample is how many of the damaged maps a parameter gets unless everything is to be tried.
const sample = 150

// all returns all hostile values of a parameter. seed selects a sample of the damaged maps.
func (g *generator) all(t reflect.Type, seed int) []reflect.Value {
	maps := g.maps
	stride := 1
	if !full {
		stride = max(1, len(g.damaged)/sample)
	}
	for i := seed % stride; i < len(g.damaged); i += stride {
		maps = append(maps, g.damaged[i])
	}
	return g.inside(t, 2, maps)
}

// inside returns hostile values of a type whose parts are varied, too, down to a depth. Maps
// are those given.
func (g *generator) inside(t reflect.Type, depth int, maps []obj) []reflect.Value {
	out := g.base(t)
	if depth == 0 {
		return out
	}
	switch t.Kind() {
	case reflect.Interface:
		out = append(out, g.interfaces(t)...)
	case reflect.Pointer:
		out = append(out, g.pointers(t, depth)...)
	case reflect.Struct:
		out = append(out, g.structs(t, depth)...)
	case reflect.Slice:
		out = append(out, g.slices(t, depth)...)
	case reflect.Map:
		out = append(out, g.mapValues(t, depth, maps)...)
	default:
		out = append(out, scalars(t)...)
	}
	return out
}

func (g *generator) interfaces(t reflect.Type) (out []reflect.Value) {
	switch {
	case t == contextType:
		done, cancel := context.WithCancel(background)
		cancel()
		return append(values[context.Context](done), reflect.Zero(t))
	case t.NumMethod() == 0:
		for _, v := range hostile()[1:] {
			out = append(out, reflect.ValueOf(v))
		}
		return append(out, values(damaged(realObject(), someHostile())...)...)
	}
	for _, typ := range listedTypes { // zero values and typed nils
		for _, typ := range []reflect.Type{typ, reflect.PointerTo(typ)} {
			if typ.Kind() != reflect.Interface && typ.Implements(t) {
				out = append(out, reflect.Zero(typ))
			}
		}
	}
	return append(out, g.options[t]...)
}

func (g *generator) pointers(t reflect.Type, depth int) []reflect.Value {
	out := []reflect.Value{reflect.New(t.Elem())}
	if t.Elem().Kind() != reflect.Struct || len(g.real[t]) > 0 {
		return out
	}
	for _, v := range g.structs(t.Elem(), depth) {
		p := reflect.New(t.Elem())
		p.Elem().Set(v)
		out = append(out, p)
	}
	return out
}

// structs returns zero and real values with each exported field varied.
func (g *generator) structs(t reflect.Type, depth int) (out []reflect.Value) {
	for _, base := range g.base(t) {
		for i := range t.NumField() {
			if !t.Field(i).IsExported() {
				continue
			}
			for _, v := range g.inside(t.Field(i).Type, depth-1, g.few) {
				changed := reflect.New(t).Elem()
				changed.Set(base)
				if v.IsValid() {
					changed.Field(i).Set(v)
				}
				out = append(out, changed)
			}
		}
	}
	return out
}

func (g *generator) slices(t reflect.Type, depth int) []reflect.Value {
	if t.Elem().Kind() == reflect.Uint8 {
		var out []reflect.Value
		for _, text := range bodies {
			out = append(out, reflect.ValueOf([]byte(text)).Convert(t))
		}
		return out
	}
	out := []reflect.Value{reflect.MakeSlice(t, 0, 0)}
	for _, v := range g.inside(t.Elem(), depth-1, g.few) {
		list := reflect.MakeSlice(t, 2, 2)
		list.Index(0).Set(v)
		list.Index(1).Set(v)
		out = append(out, list)
	}
	return out
}

func (g *generator) mapValues(t reflect.Type, depth int, maps []obj) []reflect.Value {
	if t == reflect.TypeFor[obj]() {
		return values(maps...)
	}
	out := []reflect.Value{reflect.MakeMap(t)}
	for _, v := range g.inside(t.Elem(), depth-1, g.few) {
		for _, key := range g.base(t.Key()) {
			m := reflect.MakeMap(t)
			m.SetMapIndex(key, v)
			out = append(out, m)
		}
	}
	return out
}
