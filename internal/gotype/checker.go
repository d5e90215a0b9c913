package gotype

import (
	"cmp"
	"strings"
	"time"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/texts"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/field"
)

// Checker finds the first error of the server's decoder in JSON values, without decoding them.
// It looks at the fields of a struct in the order of its type, and does not look at unknown
// fields and at types with custom decoders.
//
// Rule: sigs.k8s.io/json, decodeState.
type Checker struct {
	// Work counts the values, or is nil.
	Work *work.Tracker
	// Floats says how a float64 was written.
	Floats Floats
	// MaxDepth is the depth from which on maps and lists in a value without a type are an
	// error. Such values are not looked at if it is 0.
	MaxDepth int

	within   string   // the struct that errors name
	names    []string // the fields that lead to the value: errors have neither keys nor indices
	mismatch string   // the error for the first value of a wrong type
	failure  string   // the error that ends the server's decoding, so mismatch is not reported
}

// Error returns the text of the error that the server reports, or "".
func (c *Checker) Error() string { return cmp.Or(c.failure, c.mismatch) }

// Struct checks the fields of m as a t.
func (c *Checker) Struct(t *Type, m map[string]any) {
	for _, f := range t.Fields {
		if v, present := m[f.Name]; present {
			c.Field(t, f, v)
			c.in(field.Field(f.Name))
		}
	}
}

// Field checks the value of a field of the struct t.
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

// check calls inside for a v of type T, and reports any other v.
func check[T any](c *Checker, t *Type, v any, inside func(T)) {
	if v, ok := v.(T); ok {
		inside(v)
		return
	}
	c.mismatched(JSONType(v), t)
}

// mapping checks the values of a map of scalars. It looks for the first wrong one in byte
// order, without sorting.
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

// time checks a time. A wrong one ends the server's decoding.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, Time.UnmarshalJSON.
func (c *Checker) time(t *Type, v any) {
	text, ok := v.(string)
	if !ok {
		c.fail(c.wrongField(JSONType(v), t))
		return
	}
	if _, err := time.Parse(time.RFC3339, texts.ValidUTF8(text)); err != nil {
		c.fail(err.Error())
	}
}

// freeform checks the depth of a value without a type that is inside of depth others: it may
// hold itself.
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

// deeper checks a value in a map or list that is inside of depth others, and reports whether
// to go on.
func (c *Checker) deeper(v any, depth int) bool {
	if c.isTooDeep(depth) || !c.step() {
		return false
	}
	c.freeform(v, depth+1)
	return c.failure == ""
}

// isTooDeep reports whether a map or list inside of depth others is too deep, as an error.
func (c *Checker) isTooDeep(depth int) bool {
	if depth < c.MaxDepth {
		return false
	}
	c.fail(codes.TooDeepDetail(c.MaxDepth))
	return true
}

// got returns the decoder's name for a scalar v that is not a t, or "".
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

// in adds a step to the path at which the budget of work was spent.
func (c *Checker) in(step field.Step) {
	if c.Work != nil {
		c.Work.In(step)
	}
}
