package decode

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"maps"
	"slices"

	goyaml "sigs.k8s.io/yaml/goyaml.v2"

	"github.com/seed95800270/crdschema/internal/valuetext"
	"github.com/seed95800270/crdschema/internal/work"
)

// maxBlockDepth is the maximum depth of values in indented YAML, because the indentation
// grows with the square of the depth.
const maxBlockDepth = 100

// Encode returns a normalized JSON value, whose numbers may have other Go types, as a YAML
// document for people to read. [YAML] returns the same value for it, except that whole
// floats become int64. The error is a [Failure].
//
// A value with more than 100 levels becomes one line of JSON. YAML parsers accept it if
// they support the depth.
func Encode(ctx context.Context, value any) ([]byte, error) {
	w := work.Start(ctx, "encoding")
	if !work.Text(w, value) {
		return nil, w.Err()
	}
	if deeper(value, maxBlockDepth) {
		return encodeJSON(value)
	}
	e := yamlEncoder{work: w}
	if e.whole(value); e.err != nil {
		return nil, e.err
	}
	return e.out.Bytes(), nil
}

// encodeJSON returns JSON without escapes of <, > and &.
func encodeJSON(value any) ([]byte, error) {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return line.Bytes(), err
}

func deeper(value any, depth int) bool {
	var inside iter.Seq[any]
	switch value := value.(type) {
	case map[string]any:
		inside = maps.Values(value)
	case []any:
		inside = slices.Values(value)
	default:
		return false
	}
	if depth == 0 {
		return true
	}
	for v := range inside {
		if deeper(v, depth-1) {
			return true
		}
	}
	return false
}

// maxPart is the size of the parts in which a value is encoded: the number of its values and
// the bytes of its strings divided by 64.
const maxPart = 2000

// yamlEncoder encodes a value part by part, because the encoder of the library keeps over
// 200 bytes for each value until it is done. Each part is encoded inside the maps and
// lists around it, for their indentation.
type yamlEncoder struct {
	work   *work.Tracker
	out    bytes.Buffer
	around []around
	err    error
}

type around struct {
	list bool
	key  string // of the field that leads to the part, or one that is written in the same way
}

func (e *yamlEncoder) whole(v any) {
	if !valuetext.IsNested(v) || isPart(v) {
		e.write(v, 0)
		return
	}
	e.large(v, func(first any) { e.write(first, 0) })
}

// large encodes a map or list larger than a part. open writes it with its first entries.
func (e *yamlEncoder) large(v any, open func(first any)) {
	list, isList := v.([]any)
	entries := fieldsOf(e.work, v)
	for first := true; (len(list) > 0 || !isList && len(entries) > 0) && e.err == nil; first = false {
		if isList { // entries take more memory than elements
			entries = elements(list[:min(len(list), maxPart)])
		}
		if !first {
			open = func(part any) { e.part(withMarker(part)) }
		}
		n := partOf(entries)
		if n > 0 {
			open(container(isList, entries[:n]))
		} else {
			n = 1
			e.inside(isList, entries[0], open)
		}
		list, entries = list[min(len(list), n):], entries[n:]
	}
}

func (e *yamlEncoder) inside(list bool, entry goyaml.MapItem, open func(first any)) {
	e.around = append(e.around, around{list, e.sameStyle(entry.Key.(string))})
	e.large(entry.Value, func(first any) {
		last := e.around[len(e.around)-1]
		e.around = e.around[:len(e.around)-1] // of the entry, not of what is in it
		open(container(list, []goyaml.MapItem{{Key: entry.Key, Value: first}}))
		e.around = append(e.around, last)
	})
	e.around = e.around[:len(e.around)-1]
}

// sameStyle returns a short key that is written like key: on the line of its value, or
// after a question mark.
func (e *yamlEncoder) sameStyle(key string) string {
	text, err := goyaml.Marshal(goyaml.MapSlice{{Key: key}})
	e.fail(err)
	if bytes.HasPrefix(text, []byte("?")) {
		return longKey
	}
	return "a"
}

// longKey is written after a question mark.
const longKey = "a\nb"

func (e *yamlEncoder) part(v any) {
	marker := any([]any{nil})
	if m, ok := v.(goyaml.MapSlice); ok {
		marker = m[:1]
	}
	cut, err := goyaml.Marshal(e.wrapped(marker))
	e.fail(err)
	e.write(e.wrapped(v), len(cut))
}

func (e *yamlEncoder) wrapped(v any) any {
	for _, a := range slices.Backward(e.around) {
		if a.list {
			v = []any{v}
		} else {
			v = goyaml.MapSlice{{Key: a.key, Value: v}}
		}
	}
	return v
}

// write writes v without the first bytes of its text.
func (e *yamlEncoder) write(v any, cut int) {
	if e.err != nil {
		return
	}
	text, err := goyaml.Marshal(v)
	e.fail(err)
	if e.work.Step(maxPart + len(text)/stepBytes); e.work.Failed() {
		e.fail(e.work.Err())
	}
	if e.err == nil {
		e.out.Write(text[cut:])
	}
}

func (e *yamlEncoder) fail(err error) {
	if e.err == nil {
		e.err = err
	}
}
