package declare

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// Read returns the declaration in fields, decoded from JSON or YAML and named by the JSON
// tags of the types. The error is about unknown names, including known names in another
// letter case. [NewChain] checks the rules.
func Read(ctx context.Context, fields map[string]any) (Declaration, error) {
	r := reader{work.Start(ctx, "reading a declaration")}
	normal, err := structural.Normalize(fields)
	if err != nil {
		return Declaration{}, err
	}
	var d Declaration
	if wrong := r.value(normal, reflect.ValueOf(&d).Elem()); wrong != nil {
		return Declaration{}, wrong.err()
	}
	return d, nil
}

// UnmarshalJSON reads a part, or only its path.
func (p *Part) UnmarshalJSON(text []byte) error {
	if bytes.HasPrefix(text, []byte(`"`)) {
		*p = Part{}
		return json.Unmarshal(text, &p.Path)
	}
	type plain Part
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	return decoder.Decode((*plain)(p))
}

// reader reads normalized JSON values as encoding/json does, but by the exact names of the
// tags.
type reader struct{ work *work.Tracker }

type readError struct {
	path structural.Path // the last step first
	why  error
}

func (e *readError) in(s field.Step) *readError {
	e.path = append(e.path, s)
	return e
}

func (e *readError) err() error {
	if len(e.path) == 0 {
		return e.why
	}
	slices.Reverse(e.path)
	return fmt.Errorf("%v: %w", e.path, e.why)
}

// value sets out to v. The path of an error grows while the recursion unwinds.
func (r reader) value(v any, out reflect.Value) *readError {
	if !r.work.Step(1) {
		return &readError{why: r.work.Err()}
	}
	if v == nil {
		return nil
	}
	switch out.Kind() {
	case reflect.Interface:
		out.Set(reflect.ValueOf(structural.Clone(v)))
		return nil
	case reflect.Pointer:
		out.Set(reflect.New(out.Type().Elem()))
		return r.value(v, out.Elem())
	case reflect.Slice:
		return r.list(v, out)
	case reflect.Struct:
		return r.object(v, out)
	default:
		return scalarField(v, out)
	}
}

func scalarField(v any, out reflect.Value) *readError {
	in := reflect.ValueOf(v)
	if in.Kind() != out.Kind() {
		return wrongType(v, out)
	}
	out.Set(in)
	return nil
}

func wrongType(v any, out reflect.Value) *readError {
	return &readError{why: errors.New(gotype.WrongType(gotype.JSONType(v), out.Type().String()))}
}

func (r reader) list(v any, out reflect.Value) *readError {
	l, ok := v.([]any)
	if !ok {
		return wrongType(v, out)
	}
	out.Set(reflect.MakeSlice(out.Type(), len(l), len(l)))
	for i, e := range l {
		if err := r.value(e, out.Index(i)); err != nil {
			return err.in(structural.Index(i))
		}
	}
	return nil
}

func (r reader) object(v any, out reflect.Value) *readError {
	if path, ok := v.(string); ok && out.Type() == reflect.TypeFor[Part]() {
		out.Set(reflect.ValueOf(Part{Path: path}))
		return nil
	}
	fields, ok := v.(map[string]any)
	if !ok {
		return wrongType(v, out)
	}
	known := fieldsOf(out)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if _, found := known[name]; !found {
			return &readError{why: fmt.Errorf("json: unknown field %q", name)}
		}
		if err := r.value(fields[name], known[name]); err != nil {
			return err.in(structural.Field(name))
		}
	}
	return nil
}

func fieldsOf(v reflect.Value) map[string]reflect.Value {
	out := map[string]reflect.Value{}
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		out[name] = v.Field(i)
	}
	return out
}
