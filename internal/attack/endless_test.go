package attack

import "reflect"

// isEndless reports whether an argument of the call is nested without an end.
func (c invocation) isEndless() bool {
	for _, v := range c.in {
		if (endless{}).is(v) {
			return true
		}
	}
	return false
}

// endless has the maps and lists that were entered: true while they are not left.
type endless map[uintptr]bool

// is reports whether a map or list in v holds itself.
func (e endless) is(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		return !v.IsNil() && e.is(v.Elem())
	case reflect.Slice, reflect.Map:
		inside, entered := e[v.Pointer()]
		if entered || v.Len() == 0 {
			return inside
		}
		e[v.Pointer()] = true
		defer func() { e[v.Pointer()] = false }()
	}
	return e.inside(v)
}

// inside reports whether a map or list in one of the parts of v holds itself.
func (e endless) inside(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			if e.is(v.Index(i)) {
				return true
			}
		}
	case reflect.Map:
		for entries := v.MapRange(); entries.Next(); {
			if e.is(entries.Value()) {
				return true
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() && e.is(v.Field(i)) {
				return true
			}
		}
	}
	return false
}

// endlessEverywhere returns copies of arguments in which every map, and every field of a
// struct that is one, is endless, and reports whether there is one. No two of them are the
// same map, so that comparing them does not end either.
func endlessEverywhere(in []reflect.Value) (out []reflect.Value, found bool) {
	for _, v := range in {
		changed := reflect.New(v.Type()).Elem()
		changed.Set(v)
		found = makeEndless(changed) || found
		out = append(out, changed)
	}
	return out, found
}

// makeEndless makes a settable value endless and reports whether it can be.
func makeEndless(v reflect.Value) (changed bool) {
	switch t := v.Type(); {
	case t == reflect.TypeFor[obj](), t == reflect.TypeFor[any]():
		o := realObject()
		for name := range o {
			if name != "apiVersion" && name != "kind" {
				o[name] = cyclic()
			}
		}
		o["a"] = cyclic()
		v.Set(reflect.ValueOf(o))
		return true
	case t == reflect.TypeFor[[]obj]():
		v.Set(reflect.ValueOf([]obj{cyclic(), cyclic()}))
		return true
	case t.Kind() == reflect.Struct:
		for i := range v.NumField() {
			changed = v.Field(i).CanSet() && makeEndless(v.Field(i)) || changed
		}
	}
	return changed
}
