package attack

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/declare"
	"github.com/seed95800270/crdschema/fragment"
	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/selector"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/apply"
	"github.com/seed95800270/crdschema/structural/validation"
)

// function is an exported function or a method.
type function struct {
	name  string
	value any
}

// binder has an input as the arguments of functions: values by their types and, where several
// parameters have one type, by their names.
type binder struct {
	in     input
	byType map[reflect.Type]reflect.Value
	byName map[string]any
}

// newBinder makes everything of an input that a user would make of it. Values that cannot
// be made, such as the definition of an invalid CRD, are left out, and with them the
// functions that need them.
func newBinder(in input) *binder {
	b := &binder{in: in, byType: map[reflect.Type]reflect.Value{}}
	text := in.text
	if text == "" && !in.noText {
		text = marshal(in.object)
	}
	objects := []obj{in.object, in.object}
	b.byName = map[string]any{
		"crd": in.crd, "schema": in.schema, "openAPIV3Schema": in.schema, "crds": []obj{in.crd}, "siblings": []obj{in.crd},
		"obj": in.object, "old": in.old, "stored": in.object, "live": in.object, "before": in.old, "after": in.object, "o": in.object,
		"scale": in.object, "review": reviewOf(in.object), "answer": in.object, "meta": in.object["metadata"], "list": obj{"apiVersion": "e.io/v1", "kind": "AList", "items": []any{in.object}},
		"objs": objects, "converted": objects, "scales": objects, "samples": objects[:1], "old1": in.old, "doc": in.object, "fields": in.object,
		"labels": stringMap(in.object, "labels"), "annotations": stringMap(in.object, "annotations"), "m": stringMap(in.object, "labels"),
		"version": "v1", "toAPIVersion": "e.io/v2", "apiVersion": "e.io/v1", "kind": "A", "group": "e.io", "groupVersion": "e.io/v1",
		"text": text, "body": text, "rule": text, "name": "a", "versions": []string{"e.io/v1", "e.io/v2"},
	}
	if in.declared != nil {
		b.byName["fields"] = in.declared
	}
	b.addMade()
	b.addDeclared()
	return b
}

func marshal(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(err)
	}
	return string(text)
}

func reviewOf(o obj) obj {
	return obj{"apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview", "request": obj{"uid": "u", "desiredAPIVersion": "e.io/v2", "objects": []any{o}}}
}

func stringMap(o obj, name string) obj {
	metadata, _ := o["metadata"].(obj)
	m, _ := metadata[name].(obj)
	return m
}

// addMade adds what functions make of the input.
func (b *binder) addMade() {
	in := b.in
	for _, v := range []any{
		crdschema.NewCompiler(), celrules.NewCompiler(), validation.NewCompiler(), fragment.NewCompiler(), openapiv2.NewCatalog(), openapiv3.NewCatalog(),
		conversion.None{}, renaming(), time.Unix(1, 0), selector.Labels{}, selector.Fields{}, url.Values{"labelSelector": {b.byName["text"].(string)}},
		crdschema.CRDRequest{CRD: in.crd}, crdschema.DeleteRequest{Old: in.object}, celrules.Input{Object: in.object, Old: in.old},
		apply.Request{Live: in.old, Object: in.object, Manager: "m", Force: true},
		crdschema.FieldChange{Live: in.old, Object: in.object, Manager: "m"},
		conversion.ReviewRequest{UID: "u", ReviewVersions: []string{"v1"}, ToAPIVersion: "e.io/v2", Objects: []obj{in.object}},
	} {
		b.add(v, nil)
	}
	b.add(b.request(), nil)
	s, _ := call(background, structural.FromMap, in.schema).values[0].(*structural.Schema)
	b.add(s, nil)
	b.addFirst(validation.Compile, s)
	b.addFirst(celrules.Compile, s, structural.Resource)
	b.addFirst(fragment.Compile, in.schema)
	b.addFirst(conversion.NewReview, b.byType[reflect.TypeFor[conversion.ReviewRequest]()].Interface())
	b.addFirst(crdschema.ValidateCRD, in.crd, nil)
	if result, ok := b.byType[reflect.TypeFor[crdschema.CRDResult]()]; ok {
		b.add(result.Interface().(crdschema.CRDResult).Errors, nil)
	}
	b.addFirst(crdschema.Compile, in.crd, crdschema.WithConverter(renaming(), conversion.StrategyWebhook))
	if d, ok := b.byType[reflect.TypeFor[*crdschema.Definition]()]; ok {
		v, _ := d.Interface().(*crdschema.Definition).Version("v1")
		b.add(v, nil)
		b.addFirst(registry.NewPrinter, v)
		b.addFirst(registry.NewSelectable, v)
		b.addFirst(apply.New, d.Interface())
	}
}

// addDeclared adds the declaration of the input, and a converter of it.
func (b *binder) addDeclared() {
	if b.in.declared == nil {
		return
	}
	b.addFirst(declare.Read, b.in.declared)
	if d, ok := b.byType[reflect.TypeFor[declare.Declaration]()]; ok {
		b.addFirst(declare.NewChain, d.Interface())
	}
}

// renaming returns a converter that copies.
func renaming() conversion.Func {
	return func(_ context.Context, o obj, to string) (obj, error) {
		out := obj{}
		for name, v := range o {
			out[name] = v
		}
		return with(out, "apiVersion", to), nil
	}
}

func (b *binder) request() crdschema.Request {
	in := b.in
	switch {
	case in.body != "":
		media := "application/json-patch+json"
		if in.body[0] == '{' {
			media = "application/merge-patch+json"
		}
		return crdschema.Request{Body: []byte(in.body), ContentType: media, Old: in.object, Operation: crdschema.Patch}
	case in.text != "":
		return crdschema.Request{Body: []byte(in.text), ContentType: "application/yaml", Old: in.old, Operation: crdschema.Update, Name: "a"}
	case in.isUpdate:
		return crdschema.Request{Object: in.object, Old: in.old, Operation: crdschema.Update}
	default:
		return crdschema.Request{Object: in.object, Operation: crdschema.Create}
	}
}

// add adds v, and the struct that it points to, unless there is an error.
func (b *binder) add(v any, err error) {
	if r := reflect.ValueOf(v); err == nil && !(r.Kind() == reflect.Pointer && r.IsNil()) {
		b.byType[r.Type()] = r
	}
}

// addFirst adds the first result of a call unless it fails or panics. The call ends after
// ten seconds.
func (b *binder) addFirst(function any, args ...any) {
	ctx, cancel := context.WithTimeout(background, 10*time.Second)
	defer cancel()
	trial{call: func(ctx context.Context) results {
		r := call(ctx, function, args...)
		b.add(r.values[0], r.err)
		return r
	}}.try(ctx)
}

// bind returns the call of f with the input, and whether any of it is an argument.
func (b *binder) bind(f function) (trial, bool) {
	value := reflect.ValueOf(f.value)
	t := value.Type()
	if strings.Contains(f.name, ".Must") || strings.HasPrefix(f.name, "structural.Schema.") && takesIndex(f) || b.in.noText && !slices.Contains(doors, f.name) {
		return trial{}, false // panics instead of errors, or takes normalized values
	}
	names := listedParameters[strings.TrimSuffix(f.name, ofValue)]
	args, used := []any{}, b.isReceiver(f.name)
	for i := range t.NumIn() {
		if t.In(i) == contextType || t.IsVariadic() && i == t.NumIn()-1 {
			continue
		}
		arg, found := b.argument(t.In(i), names, i)
		if strings.HasSuffix(f.name, ".CompileYAML") && t.In(i) == reflect.TypeFor[[]byte]() {
			arg = []byte(marshal(b.in.crd))
		}
		if !found {
			return trial{}, false
		}
		used = used || arg != nil
		args = append(args, arg)
	}
	if t.IsVariadic() && t.In(t.NumIn()-1) == reflect.TypeFor[[]obj]() {
		args, used = append(args, b.in.crd), true
	}
	if t.IsVariadic() {
		if v, ok := b.byType[t.In(t.NumIn()-1).Elem()]; ok {
			args, used = append(args, v.Interface()), true
		}
	}
	return trial{b.in.bytes, func(ctx context.Context) results { return call(ctx, f.value, args...) }}, used
}

// takesIndex reports whether a function takes an index only. The index must be in range.
func takesIndex(f function) bool {
	t := reflect.TypeOf(f.value)
	return t.NumIn() == 1 && t.In(0).Kind() == reflect.Int
}

// isReceiver reports whether a method is one of a value that was made of the input.
func (b *binder) isReceiver(name string) bool {
	return strings.Count(name, ".") == 2 && !strings.Contains(name, "Compiler.") && !strings.Contains(name, "Catalog.")
}

// argument returns the argument of a parameter, nil for its zero value, and whether there is
// one: a value that the input does not have makes the call impossible.
func (b *binder) argument(t reflect.Type, names []string, i int) (arg any, found bool) {
	if v, ok := b.byType[t]; ok {
		return v.Interface(), true
	}
	name := ""
	if i < len(names) {
		name = strings.TrimSuffix(names[i], "_")
	}
	if name == "old" && slices.Contains(names, "crd") {
		return nil, true // a new CRD
	}
	if v, ok := b.byName[name]; ok && v != nil {
		switch r := reflect.ValueOf(v); {
		case r.Type().AssignableTo(t):
			return v, true
		case r.Type().ConvertibleTo(t) && r.Kind() == reflect.String && t.Kind() != reflect.Int:
			return r.Convert(t).Interface(), true
		}
	}
	switch {
	case t == reflect.TypeFor[any](), t == reflect.TypeFor[obj]():
		return b.in.object, true
	case t.Kind() == reflect.Pointer && ours(t), t.Kind() == reflect.Func:
		return nil, false
	case t.Kind() == reflect.Interface:
		if t == reflect.TypeFor[conversion.Converter]() {
			return renaming(), true
		}
		return nil, t == errorType
	default:
		return nil, true
	}
}

// functions returns all functions and the methods of what the input has been made into.
func (b *binder) functions() (out []function) {
	for _, f := range listedFunctions {
		out = append(out, f)
		if f, ok := atValue(f); ok {
			out = append(out, f)
		}
	}
	for _, t := range listedTypes {
		for _, t := range []reflect.Type{t, reflect.PointerTo(t)} {
			v, ok := b.byType[t]
			if !ok {
				continue
			}
			for i := range v.NumMethod() {
				name := strings.TrimPrefix(t.String(), "*") + "." + t.Method(i).Name
				out = append(out, function{name, v.Method(i).Interface()})
			}
		}
	}
	return out
}

// ofValue ends the name of a function that is called with structural.Value, not with the
// zero structural.Root.
const ofValue = " of a value"

// atValue returns f with structural.Value as its root, if it takes a root.
func atValue(f function) (function, bool) {
	value := reflect.ValueOf(f.value)
	for i := range value.Type().NumIn() {
		if value.Type().In(i) != reflect.TypeFor[structural.Root]() || value.Type().IsVariadic() {
			continue
		}
		called := func(args []reflect.Value) []reflect.Value {
			args[i] = reflect.ValueOf(structural.Value)
			return value.Call(args)
		}
		return function{f.name + ofValue, reflect.MakeFunc(value.Type(), called).Interface()}, true
	}
	return function{}, false
}

// ours reports whether a type is one of the library's.
func ours(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return strings.HasPrefix(t.PkgPath(), module)
}

// module is the path of the library.
const module = "github.com/seed95800270/crdschema"
