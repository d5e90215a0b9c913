package crdtest

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdtest/generate"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural"
)

// Object is one or more objects of a test: [Map], [YAML], [Typed] or [File] makes one. The
// zero Object is an error wherever it is used.
type Object struct {
	read func(ctx context.Context) ([]item, error)
	// opts are the options of the object's own request.
	opts []Option
}

// Map returns an object that is a map of JSON values. A float64 without a fraction is an integer,
// as in the JSON that a Go client sends.
func Map(obj map[string]any) Object { return mapObject("map", obj) }

func mapObject(name string, obj map[string]any) Object {
	return Object{read: func(context.Context) ([]item, error) {
		integers, err := structural.IntegersFromFloats(obj)
		if err != nil {
			return nil, err
		}
		v, err := structural.Normalize(integers)
		if err != nil {
			return nil, err
		}
		m, _ := v.(map[string]any)
		return []item{{file: name, object: m}}, nil
	}}
}

// Generated returns the object of a generated case with its request: an update of its old object, or of
// the status. Options of [Accept], [Reject] and [Try] are added.
func Generated(c generate.Case) Object {
	o := mapObject(c.Target.String(), c.Object)
	if c.Old != nil {
		o.opts = append(o.opts, WithOld(mapObject("old object of "+c.Target.String(), c.Old)))
	}
	if c.Operation == crdschema.UpdateStatus {
		o.opts = append(o.opts, WithStatus())
	}
	return o
}

// YAML returns the objects of a YAML or JSON text. Lines in messages count from its beginning.
func YAML(text string) Object {
	return Object{read: func(ctx context.Context) ([]item, error) { return readText(ctx, "text", []byte(text)) }}
}

// File returns the objects of a file, or of the files in and below a folder.
func File(fsys fs.FS, name string) Object {
	return Object{read: func(ctx context.Context) ([]item, error) {
		items, err := readFiles(ctx, fsys, name)
		if err == nil && len(items) == 0 {
			err = fmt.Errorf("%s: there is no object: the file is empty, or no file of the folder ends in .yaml, .yml or .json", name)
		}
		return items, err
	}}
}

// Typed returns an object of a Go type that encodes to JSON, as a client sends it. Its
// apiVersion and kind must be set.
func Typed(obj any) Object {
	return Object{read: func(ctx context.Context) ([]item, error) {
		text, err := json.Marshal(obj)
		if err != nil {
			return nil, err
		}
		doc, err := document.DecodeJSON(ctx, text)
		if err != nil {
			return nil, err
		}
		return []item{{file: fmt.Sprintf("%T", obj), object: doc.Object}}, nil
	}}
}

func stored(it item) Object {
	return Object{read: func(context.Context) ([]item, error) { return []item{it}, nil }}
}

// items returns the objects, at least one.
func (o Object) items(ctx context.Context) ([]item, error) {
	if o.read == nil {
		return nil, fmt.Errorf("the Object is zero: use Map, YAML, Typed or File")
	}
	items, err := o.read(ctx)
	if err == nil && len(items) == 0 {
		err = fmt.Errorf("there is no object")
	}
	return items, err
}

func (o Object) only(ctx context.Context) (item, error) {
	items, err := o.items(ctx)
	if err != nil {
		return item{}, err
	}
	if len(items) > 1 {
		return item{}, fmt.Errorf("%s: there are %d objects instead of one", items[1].at(ctx, nil), len(items))
	}
	return items[0], nil
}
