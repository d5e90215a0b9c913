package decode

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/field"
)

// JSON decodes a request body of the type application/json. The error is an [*Error] or a
// [Failure]. Syntax errors have the texts of encoding/json.
//
// Rule: sigs.k8s.io/json, UnmarshalStrict.
func JSON(ctx context.Context, body []byte) (Document, error) {
	return jsonAt(work.Start(ctx, stage), start, body)
}

func jsonAt(w *work.Tracker, p Position, text []byte) (Document, error) {
	if offset, err := jsontext.Check(w, text); w.Failed() {
		return Document{}, w.Err()
	} else if err != nil {
		return Document{}, p.after(text[:offset]).wrap(err)
	}
	return validJSONAt(w, p, text)
}

func validJSONAt(w *work.Tracker, p Position, text []byte) (Document, error) {
	r := valueReader{jsonReader: newJSONReader(w, text)}
	value := r.value()
	if err := w.Err(); err != nil {
		return Document{}, err
	}
	if r.err != nil {
		return Document{}, p.after(text[:r.errAt]).wrap(r.err)
	}
	return Document{Value: value, Strict: r.duplicates.found, Line: p.Line, Source: Source{p, text, MediaJSON}}, nil
}

// jsonReader reads a valid JSON text until its work fails.
type jsonReader struct {
	jsontext.Scanner
	work *work.Tracker
}

func newJSONReader(w *work.Tracker, text []byte) jsonReader {
	return jsonReader{jsontext.NewScanner(text, 0), w}
}

func (r *jsonReader) more() bool { return !r.work.Failed() && r.More() }

func (r *jsonReader) name() string {
	name := r.text()
	r.Colon()
	return name
}

func (r *jsonReader) text() string {
	from := r.Offset()
	s := r.Text()
	r.work.Step((r.Offset() - from) / stepBytes)
	return s
}

// valueReader reads values. The server's decoder takes quadratic time to report deeply nested
// duplicate fields.
type valueReader struct {
	jsonReader
	path field.Path
	// field is the Go struct and field that errors about numbers name, if any.
	field string

	duplicates duplicates
	err        error // the first error; reading continues after it
	errAt      int
}

func (r *valueReader) value() any {
	if !r.work.Step(1) {
		return nil
	}
	switch r.Peek() {
	case '{':
		return r.object()
	case '[':
		return r.array()
	case '"':
		return r.text()
	case 't', 'f':
		return r.Scalar()[0] == 't'
	case 'n':
		r.Scalar()
		return nil
	default:
		return r.number()
	}
}

// object reports a duplicate field before the duplicates inside it.
func (r *valueReader) object() map[string]any {
	object := map[string]any{}
	depth := len(r.path)
	for r.Open(); r.more(); {
		name := r.name()
		r.path = append(r.path, field.Field(name))
		if _, exists := object[name]; exists {
			r.duplicates.add(duplicateField, r.path)
		}
		object[name] = r.value()
		r.path = r.path[:depth]
	}
	return object
}

func (r *valueReader) array() []any {
	array := []any{}
	depth := len(r.path)
	for r.Open(); r.more(); {
		r.path = append(r.path, field.Index(len(array)))
		array = append(array, r.value())
		r.path = r.path[:depth]
	}
	return array
}

func (r *valueReader) number() any {
	from := r.Offset()
	literal := string(r.Scalar())
	n, err := number(r.work, literal)
	if err != nil && r.field != "" {
		err = errors.New(gotype.WrongFieldType("number "+literal, r.field, "float64"))
	}
	r.check(from, err)
	return n
}

func (r *valueReader) check(at int, err error) {
	if err != nil && r.err == nil {
		r.err, r.errAt = err, at
	}
}

// number returns an int64 if literal has no decimal point and fits, or else a float64. w
// may be nil.
//
// Rule: sigs.k8s.io/json, UnmarshalCaseSensitivePreserveInts.
func number(w *work.Tracker, literal string) (any, error) {
	if !strings.Contains(literal, ".") {
		if n, err := strconv.ParseInt(literal, 10, 64); err == nil {
			return n, nil
		}
	}
	jsontext.CountNumber(w, literal)
	f, err := strconv.ParseFloat(literal, 64)
	if err != nil {
		return nil, errors.New(gotype.WrongType("number "+literal, "float64"))
	}
	return f, nil
}
