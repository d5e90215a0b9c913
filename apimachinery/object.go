package apimachinery

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	kjson "sigs.k8s.io/json"

	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// ToMap returns an object as a map of the values that package crdschema works on. obj is a
// map[string]any, a [runtime.Unstructured], or anything else that encoding/json encodes as a
// JSON object. Integers, and floats without a fraction, become int64 values with all their
// digits.
//
// The result shares a map and the content of an unstructured object unless they have other Go
// integers: treat it as read-only, or copy it with structural.Clone. It shares nothing with a
// typed object.
//
// The error says that obj is not a JSON object (see structural.Normalize), or cannot be
// encoded. The context is not checked during the encoding: a typed object of 3 MiB takes
// longer than 100 ms.
func ToMap(ctx context.Context, obj any) (map[string]any, error) {
	switch v := obj.(type) {
	case map[string]any:
		return normalized(v)
	case nil:
		return nil, errNil
	case runtime.Unstructured:
		return unstructuredContent(v)
	}
	if isNil(obj) {
		return nil, errNil
	}
	return encoded(ctx, obj)
}

var errNil = errors.New("there is no object: it is nil")

func isNil(v any) bool {
	r := reflect.ValueOf(v)
	return (r.Kind() == reflect.Pointer || r.Kind() == reflect.Map) && r.IsNil()
}

func unstructuredContent(u runtime.Unstructured) (map[string]any, error) {
	if isNil(u) {
		return nil, errNil
	}
	return normalized(u.UnstructuredContent())
}

func normalized(m map[string]any) (map[string]any, error) {
	if m == nil {
		return nil, errNil
	}
	v, err := structural.Normalize(m)
	if err != nil {
		return nil, err
	}
	return v.(map[string]any), nil
}

func encoded(ctx context.Context, obj any) (map[string]any, error) {
	text, err := marshal(ctx, obj)
	if err != nil {
		return nil, err
	}
	doc, err := document.DecodeJSON(context.Background(), text)
	if err != nil {
		return nil, fmt.Errorf("%T: %w", obj, err)
	}
	return doc.Object, nil
}

// FromMap sets the object that obj points to from a map: the content of an unstructured
// object, or the fields of a typed one, by their exact names, as clients decode them. Fields
// missing in m become zero, and fields that the type does not have are lost. obj shares
// nothing with m. It is unchanged if there is an error: m is not a JSON value, or has a value
// of the wrong type for a field, or ctx is done, or the text of m exceeds the budget of work:
// 256 bytes count as a made value, because defaults share their strings, and obj has its own.
//
// If obj points to an interface, such as a client.Object, the object is the one that the
// pointer in the interface points to.
func FromMap[T any](ctx context.Context, m map[string]any, obj *T) error {
	m, err := normalized(m)
	if err != nil {
		return err
	}
	if obj == nil {
		return errNil
	}
	v, err := heldPointer(reflect.ValueOf(obj))
	if err != nil {
		return err
	}
	if u, ok := v.Interface().(*unstructured.Unstructured); ok {
		u.Object = structural.Clone(m)
		return nil
	}
	return decode(ctx, m, v)
}

// maxHeld is the number of interfaces in each other that FromMap looks into: an interface may
// hold a pointer to itself.
const maxHeld = 8

// heldPointer returns v, a pointer, or the pointer in the interface to which v points.
func heldPointer(v reflect.Value) (reflect.Value, error) {
	for range maxHeld {
		if v.Elem().Kind() != reflect.Interface || v.Elem().IsNil() {
			return v, nil
		}
		if v = v.Elem().Elem(); v.Kind() != reflect.Pointer || v.IsNil() {
			return v, fmt.Errorf("the interface holds a %s, not a pointer to an object", v.Type())
		}
	}
	return v, errors.New("the interface holds a pointer to an interface, and so on")
}

func decode(ctx context.Context, m map[string]any, obj reflect.Value) error {
	text, err := jsontext.Marshal(work.Start(ctx, "encoding"), m)
	if err != nil {
		return err
	}
	out := reflect.New(obj.Type().Elem())
	if err := kjson.UnmarshalCaseSensitivePreserveInts(text, out.Interface()); err != nil {
		return err
	}
	obj.Elem().Set(out.Elem())
	return nil
}

// marshal checks the context before and after it encodes v.
func marshal(ctx context.Context, v any) ([]byte, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	text, err := json.Marshal(v)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return text, err
}

// ToUnstructured returns a copy of a map, for example Result.Object, as an unstructured
// object. It returns nil for a nil map.
func ToUnstructured(m map[string]any) *unstructured.Unstructured {
	if m == nil {
		return nil
	}
	return &unstructured.Unstructured{Object: structural.Clone(m)}
}
