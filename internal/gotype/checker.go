package gotype

import (
	"cmp"
	"strings"
	"time"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/field"
)

// Checker finds the first error of the server's decoder in JSON values, in the order of
// the fields of a type. It does not look at unknown fields and at types with custom
// decoders.
//
// Rule: sigs.k8s.io/json, decodeState.
type Checker struct {
	// Work counts the values, or is nil.
	Work *work.Tracker
	// Floats says how a float64 was written.
	Floats Floats
	// MaxDepth is the depth from which on maps and lists in a value without a type are an
	// error, or 0.
	MaxDepth int

	within   string   // the struct that errors name
	names    []string // the fields that lead to the value: errors have neither keys nor indices
	mismatch string   // the error for the first value of a wrong type
	failure  string   // the error that ends the server's decoding, so mismatch is not reported
}

// Error returns the server's text, or "".
func (c *Checker) Error() string { return cmp.Or(c.failure, c.mismatch) }

// Struct checks m as a t.
func (c *Checker) Struct(t *Type, m map[string]any) {
	for _, f := range t.Fields {
		if v, present := m[f.Name]; present {
			c.Field(t, f, v)
			c.in(field.Field(f.Name))
		}
	}
}

// Field checks the value of a field of t.
func (c *Checker) Field(t *Type, f *Field, v any) {
	if c.failed() {
		return
	}
	within := c.within
	c.within, c.names = t.Struct, append(c.names, f.Name)
	c.value(f.Type, v)
	c.within, c.names = within, c.names[:len(c.names)-1]
}

func (c *Checker) value(t *Type, v any) {
	switch {
	case v == nil:
	case t.Class == Struct:
		check(c, t, v, func(m map[string]any) { c.Struct(t, m) })
	case t.Class == Map:
		check(c, t, v, func(m map[string]any) { c.mapping(t, m) })
	case t.Class == List:
		check(c, t, v, func(l []any) { c.list(t, l) })
	case t.Class == Time:
		c.time(t, v)
	case t.Class == Freeform:
		c.freeform(v, 0)
	default:
		if got := c.got(v, t); got != "" {
			c.mismatched(got, t)
		}
	}
}

func check[T any](c *Checker, t *Type, v any, inside func(T)) {
	if v, ok := v.(T); ok {
		inside(v)
		return
	}
	c.mismatched(JSONType(v), t)
}

// mapping looks for the first wrong value in byte order of the names, without sorting.
func (c *Checker) mapping(t *Type, m map[string]any) {
	first, wrong := "", false
	for k, v := range m {
		if !c.step() {
			return
		}
		if v != nil && c.got(v, t.Elem) != "" && (!wrong || k < first) {
			first, wrong = k, true
		}
	}
	if wrong {
		c.mismatched(c.got(m[first], t.Elem), t.Elem)
	}
}

func (c *Checker) list(t *Type, l []any) {
	for i, v := range l {
		if !c.step() {
			return
		}
		c.value(t.Elem, v)
		c.in(field.Index(i))
	}
}

// time ends the server's decoding if v is wrong.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, Time.UnmarshalJSON.
func (c *Checker) time(t *Type, v any) {
	text, ok := v.(string)
	if !ok {
		c.fail(c.wrongField(JSONType(v), t))
		return
	}
	if _, err := time.Parse(time.RFC3339, jsontext.ValidUTF8(text)); err != nil {
		c.fail(err.Error())
	}
}

// freeform checks the depth of a value, which may hold itself, inside of depth others.
func (c *Checker) freeform(v any, depth int) {
	if c.MaxDepth == 0 {
		return
	}
	switch v := v.(type) {
	case map[string]any:
		for _, e := range v {
			if !c.deeper(e, depth) {
				return
			}
		}
	case []any:
		for _, e := range v {
			if !c.deeper(e, depth) {
				return
			}
		}
	default:
		return
	}
	c.isTooDeep(depth) // if it is empty
}

func (c *Checker) deeper(v any, depth int) bool {
	if c.isTooDeep(depth) || !c.step() {
		return false
	}
	c.freeform(v, depth+1)
	return c.failure == ""
}

// isTooDeep reports an error for a map or list that is too deep.
func (c *Checker) isTooDeep(depth int) bool {
	if depth < c.MaxDepth {
		return false
	}
	c.fail(codes.TooDeepDetail(c.MaxDepth))
	return true
}

// got returns the decoder's name for a scalar that is not a t, or "".
func (c *Checker) got(v any, t *Type) string {
	switch v := v.(type) {
	case string:
		if t.Class == Text {
			return ""
		}
	case bool:
		if t.Class == Flag {
			return ""
		}
	case int64, float64:
		if t.Class == Integer {
			return c.Floats.got(v, t)
		}
	}
	return JSONType(v)
}

func (c *Checker) mismatched(got string, t *Type) {
	if c.mismatch == "" {
		c.mismatch = c.wrongField(got, t)
	}
}

func (c *Checker) wrongField(got string, t *Type) string {
	return WrongFieldType(got, c.within+"."+strings.Join(c.names, "."), t.Name)
}

func (c *Checker) fail(text string) {
	if c.failure == "" {
		c.failure = text
	}
}

func (c *Checker) step() bool { return c.Work == nil || c.Work.Step(1) }

func (c *Checker) failed() bool { return c.Work != nil && c.Work.Failed() }

// in adds a step to the path at which the budget was spent.
func (c *Checker) in(step field.Step) {
	if c.Work != nil {
		c.Work.In(step)
	}
}
