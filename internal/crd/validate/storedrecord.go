package validate

import (
	"encoding/base64"
	"strconv"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/structural"
)

// writer makes of a decodable value what a server writes of it: unknown and empty
// fields go, required ones are there, and numbers are as JSON has them. It
// returns the value itself if that changes nothing.
type writer func(v any) any

// presence says when a field is written.
type presence uint8

const (
	nonEmpty presence = iota // not if it is empty, false or 0
	nonNull                  // also if it is empty
	always                   // also if it is absent
)

type fieldWriter struct {
	presence presence
	write    writer
	zero     any // what is written of an absent field that is always there
}

// record writes an object with known fields.
type record struct {
	fields fieldsOf
	always []string // those that are always there
}

type fieldsOf = map[string]fieldWriter

func recordOf(fields fieldsOf) *record {
	r := &record{fields: fields}
	for name, f := range fields {
		if f.presence == always {
			r.always = append(r.always, name)
		}
	}
	return r
}

func (r *record) write(v any) any {
	m, _ := v.(map[string]any)
	if m == nil {
		m = map[string]any{}
	}
	out := cow.OfMap(m)
	for name, old := range m {
		f, known := r.fields[name]
		if !known {
			out.Delete(name)
			continue
		}
		switch is := f.written(old); {
		case is == gone:
			out.Delete(name)
		case !same(is, old):
			out.Set(name, is)
		}
	}
	for _, name := range r.always {
		if _, found := m[name]; !found {
			f := r.fields[name]
			out.Set(name, f.absent())
		}
	}
	result, _ := out.Result()
	return result
}

// gone stands for a field that is not written.
var gone = any(new(int))

func (f *fieldWriter) absent() any {
	if f.write != nil {
		return f.write(f.zero)
	}
	return f.zero
}

func (f *fieldWriter) written(v any) any {
	if v == nil {
		if f.presence == always {
			return f.absent()
		}
		return gone
	}
	if f.write != nil {
		v = f.write(v)
	}
	if f.presence == nonEmpty && isEmpty(v) {
		return gone
	}
	return v
}

func isEmpty(v any) bool {
	switch v := v.(type) {
	case string:
		return v == ""
	case bool:
		return !v
	case int64:
		return v == 0
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}

// same tells whether nothing has changed: maps and lists are compared by
// identity, as writers return them unchanged if they are.
func same(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && sameMap(a, b)
	case []any:
		b, ok := b.([]any)
		return ok && len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
	default:
		return structural.Equal(a, b)
	}
}

// each writes the elements of a list.
func each(write writer) writer {
	return func(v any) any {
		list, _ := v.([]any)
		out := cow.OfList(list)
		for i, e := range list {
			if is := write(e); !same(is, e) {
				out.Set(i, is)
			}
		}
		result, changed := out.Result()
		if !changed {
			return v
		}
		return result
	}
}

// named writes the values of a map.
func named(write writer) writer {
	return func(v any) any {
		m, _ := v.(map[string]any)
		out := cow.OfMap(m)
		for name, e := range m {
			if is := write(e); !same(is, e) {
				out.Set(name, is)
			}
		}
		result, changed := out.Result()
		if !changed {
			return v
		}
		return result
	}
}

// text writes an element of a list of texts, in which null is an empty one.
func text(v any) any {
	if v == nil {
		return ""
	}
	return v
}

// plainNumber writes a number that the server holds as a float.
func plainNumber(v any) any {
	switch n := v.(type) {
	case int64:
		return jsonNumber(float64(n))
	case float64:
		return jsonNumber(n)
	}
	return v
}

// jsonNumber is a float as it is read again after it was written: an integer if
// it has no fraction and no exponent.
func jsonNumber(f float64) any {
	const exponent = 1e21 // from here on
	if -exponent < f && f < exponent {
		if n, err := strconv.ParseInt(strconv.FormatFloat(f, 'f', -1, 64), 10, 64); err == nil {
			return n
		}
	}
	return f
}

// freeform writes any value.
func freeform(v any) any {
	switch v := v.(type) {
	case float64:
		return jsonNumber(v)
	case []any:
		return each(freeform)(v)
	case map[string]any:
		return named(freeform)(v)
	}
	return v
}

// base64Text writes bytes without the line breaks that may stand in them.
func base64Text(v any) any {
	if list, ok := v.([]any); ok {
		return base64.StdEncoding.EncodeToString(bytesOf(list))
	}
	s, _ := v.(string)
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return v
	}
	return base64.StdEncoding.EncodeToString(b)
}
