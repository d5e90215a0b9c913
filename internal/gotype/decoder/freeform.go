package decoder

import (
	"cmp"
	"github.com/seed95800270/crdschema/structural/field"
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/keyword"
)

// unconvertible replaces a value without a type that the server decodes, but cannot
// convert, because a number is too large. It is the server's error.
type unconvertible string

// freeform decodes a value without a type, whose text the server keeps until the whole
// body has been decoded. null does not change an element of a list; null in a field, a
// pointer, does not get here. The managed fields in metadata are never converted.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1, JSON.UnmarshalJSON.
func (d *decoder) freeform(n *decode.Node, held any) any {
	if n.Type == decode.Null {
		return held
	}
	v, err := n.Value(d.work)
	if err != nil && d.path[0] != metadata {
		d.tooLarge = true
		return unconvertible(err.Error())
	}
	return v
}

var metadata = field.Field("metadata")

// firstUnconvertible returns the error for the first unconvertible value in v, a t, in the
// order in which the server converts keywords, or nil.
//
// Rule: the same package, Convert_v1_JSON_To_apiextensions_JSON.
func firstUnconvertible(v any, t *gotype.Type, path field.Path) *field.Error {
	switch v := v.(type) {
	case unconvertible:
		return undecodable(path.Append(), field.Omitted, string(v))
	case []any:
		for i, e := range v {
			if err := firstUnconvertible(e, t.Elem, append(path, field.Index(i))); err != nil {
				return err
			}
		}
	case map[string]any:
		return firstInObject(v, t, path)
	}
	return nil
}

func firstInObject(m map[string]any, t *gotype.Type, path field.Path) *field.Error {
	if t.Class >= gotype.SchemaOrBool {
		t = t.Elem
	}
	for _, name := range slices.SortedFunc(maps.Keys(m), byKeyword) {
		elem, step := t.Elem, field.Key(name)
		switch t.Class {
		case gotype.Struct:
			elem, step = t.Field(name).Type, field.Field(name)
		case gotype.Freeform:
			return nil
		}
		if err := firstUnconvertible(m[name], elem, append(path, step)); err != nil {
			return err
		}
	}
	return nil
}

// byKeyword compares names by their places in a schema type, and others by bytes.
func byKeyword(a, b string) int {
	return cmp.Or(cmp.Compare(keywordPlaces[a], keywordPlaces[b]), cmp.Compare(a, b))
}

var keywordPlaces = func() map[string]int {
	places := make(map[string]int, len(keyword.OfSchema))
	for i, k := range keyword.OfSchema {
		places[k.Name] = i + 1
	}
	return places
}()
