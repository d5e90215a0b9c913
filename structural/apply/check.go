package apply

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sigs.k8s.io/structured-merge-diff/v4/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v4/schema"
	"sigs.k8s.io/structured-merge-diff/v4/typed"
	"sigs.k8s.io/structured-merge-diff/v4/value"

	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/valuetext"
	"github.com/seed95800270/crdschema/internal/work"
)

type duplicates bool

const (
	refuseDuplicates duplicates = false
	allowDuplicates  duplicates = true
)

// check returns an error if obj does not have the type called objectName. It replaces the
// check of the merge library: later versions allow elements that lack some of their keys, and
// its texts depend on the order of maps.
//
// check counts the work of the library with obj before it is called. The error is the
// tracker's if that is too much.
//
// Rule: sigs.k8s.io/structured-merge-diff/v6/typed, TypedValue.Validate.
func check(w *work.Tracker, obj map[string]any, types *schema.Schema, repeat duplicates) error {
	c := checker{types: types, repeat: repeat, work: w}
	valid := c.valid(obj, named(objectName))
	if err := w.Err(); err != nil {
		return err
	}
	if valid {
		return nil
	}
	c.report(nil, obj, named(objectName))
	if err := w.Err(); err != nil {
		return err
	}
	if more := c.bound.Note(); more != nil {
		c.errs = append(c.errs, typed.ValidationError{ErrorMessage: more.Detail})
	}
	return c.errs
}

// checker checks the types of values. valid decides, report makes the errors.
type checker struct {
	types  *schema.Schema
	repeat duplicates
	work   *work.Tracker
	depth  int // of the value that valid looks at
	errs   typed.ValidationErrors
	bound  errlist.Bound // of errs
}

func (c *checker) atom(v any, t schema.TypeRef) schema.Atom {
	a, _ := c.types.Resolve(t)
	switch v.(type) {
	case map[string]any:
		if a.Map != nil {
			return schema.Atom{Map: a.Map}
		}
	case []any:
		if a.List != nil {
			return schema.Atom{List: a.List}
		}
	case nil:
	default:
		if a.Scalar != nil {
			return schema.Atom{Scalar: a.Scalar}
		}
	}
	return a
}

func (c *checker) valid(v any, t schema.TypeRef) bool {
	if !c.work.Step(1) || !c.level() {
		return false
	}
	c.depth++
	defer func() { c.depth-- }()
	a := c.atom(v, t)
	switch {
	case a == schema.Atom{}:
		return false
	case v == nil:
		return c.level()
	case a.Map != nil:
		m, ok := v.(map[string]any)
		return ok && c.validMap(m, a.Map)
	case a.Scalar != nil:
		return c.level() && isScalar(v, *a.Scalar)
	default:
		l, ok := v.([]any)
		return ok && c.validList(l, a.List)
	}
}

func (c *checker) validMap(m map[string]any, t *schema.Map) bool {
	if t.ElementRelationship != schema.Atomic && !c.work.Step(insertions(len(m))) {
		return false
	}
	valid := true
	for name, v := range m { // all of them, so that the steps do not depend on the order
		typ, found := fieldType(t, name)
		valid = found && c.valid(v, typ) && valid
		if c.work.Failed() {
			return false
		}
	}
	return valid
}

func (c *checker) validList(l []any, t *schema.List) bool {
	if t.ElementRelationship == schema.Associative && !c.validElements(l, t) {
		return false
	}
	for _, v := range l {
		if !c.valid(v, t.ElementType) {
			return false
		}
	}
	return true
}

func (c *checker) validElements(l []any, t *schema.List) bool {
	if !c.work.Step(len(l)*len(t.Keys)) || len(t.Keys) > fewKeys && !c.work.Make(len(l)*len(t.Keys)) {
		return false
	}
	elements := make([]fieldpath.PathElement, len(l))
	for i, v := range l {
		pe, problem := c.element(v, t)
		if problem != "" {
			return false
		}
		elements[i] = pe
	}
	if !slices.IsSortedFunc(elements, fieldpath.PathElement.Compare) {
		if !c.work.Step(insertions(len(l))) {
			return false
		}
		slices.SortFunc(elements, fieldpath.PathElement.Compare)
	}
	return c.repeat == allowDuplicates || !repeats(elements)
}

func repeats(sorted []fieldpath.PathElement) bool {
	for i := 1; i < len(sorted); i++ {
		if sorted[i-1].Equals(sorted[i]) {
			return true
		}
	}
	return false
}

func fieldType(t *schema.Map, name string) (typ schema.TypeRef, found bool) {
	if f, found := t.FindField(name); found {
		return f.Type, true
	}
	return t.ElementType, t.ElementType.NamedType != nil || t.ElementType.Inlined != schema.Atom{}
}

func (c *checker) report(path []string, v any, t schema.TypeRef) {
	if !c.work.Step(1) {
		return
	}
	a := c.atom(v, t)
	switch {
	case a == schema.Atom{}:
		c.add(path, "schema error: invalid atom: inlined")
	case v == nil:
	case a.Map != nil:
		if m, ok := v.(map[string]any); ok {
			c.reportMap(path, m, a.Map)
		} else {
			c.addValue(path, func() string { return "expected map, got " + printedValue(v) })
		}
	case a.Scalar != nil:
		if !isScalar(v, *a.Scalar) {
			c.addValue(path, func() string { return scalarProblem(v, *a.Scalar) })
		}
	default:
		if l, ok := v.([]any); ok {
			c.reportList(path, l, a.List)
		} else {
			c.addValue(path, func() string { return "expected list, got " + printedValue(v) })
		}
	}
}

func (c *checker) add(path []string, problem string) {
	if c.bound.Full() {
		c.bound.Omit(1)
		return
	}
	at := strings.Join(path, "")
	if c.bound.Fits(len(at) + len(problem)) {
		c.errs = append(c.errs, typed.ValidationError{Path: at, ErrorMessage: problem})
	}
}

// addValue takes a function because printing a value may take long.
func (c *checker) addValue(path []string, problem func() string) {
	if c.bound.Full() {
		c.bound.Omit(1)
	} else if c.work.Look() {
		c.add(path, problem())
	}
}

// reportMap ends at the first field that is not declared, as the server's walk does.
func (c *checker) reportMap(path []string, m map[string]any, t *schema.Map) {
	for _, name := range slices.Sorted(maps.Keys(m)) {
		below := append(path, "."+name)
		typ, found := fieldType(t, name)
		if !found {
			c.add(below, "field not declared in schema")
			return
		}
		c.report(below, m[name], typ)
	}
}

// reportList ends at the first element without a key.
func (c *checker) reportList(path []string, l []any, t *schema.List) {
	var seen fieldpath.PathElementSet // in time that insertions has counted
	for i, v := range l {
		pe := fieldpath.PathElement{Index: &i}
		if t.ElementRelationship == schema.Associative {
			var problem string
			if pe, problem = c.element(v, t); problem != "" {
				c.add(path, fmt.Sprintf("element %v: %v", i, problem))
				return
			}
			if !c.work.Step(lengthOf(pe) / printedPerStep) {
				return
			}
			if seen.Has(pe) && c.repeat == refuseDuplicates {
				c.add(path, fmt.Sprintf("duplicate entries for key %v", present(pe)))
			}
			seen.Insert(pe)
		}
		c.report(append(path, present(pe).String()), v, t.ElementType)
	}
}

func isScalar(v any, t schema.Scalar) bool {
	val := value.NewValueInterface(v)
	number := val.IsFloat() || val.IsInt()
	switch t {
	case schema.Numeric:
		return number
	case schema.String:
		return val.IsString()
	case schema.Boolean:
		return val.IsBool()
	case untyped:
		return number || val.IsString() || val.IsBool()
	default:
		return true
	}
}

func scalarProblem(v any, t schema.Scalar) string {
	switch t {
	case schema.Numeric:
		return fmt.Sprintf("expected numeric (int or float), got %T", v)
	case schema.String:
		return "expected string, got &value.valueUnstructured{Value:" + valuetext.GoSyntax(v) + "}"
	case schema.Boolean:
		return "expected boolean, got " + printedValue(v)
	default:
		return "expected any scalar, got " + printedValue(v)
	}
}

func printedValue(v any) string { return "&{" + valuetext.GoText(v) + "}" }

// element returns the path element for an element of a set or keyed list, or what is wrong
// with it.
//
// Rule: sigs.k8s.io/structured-merge-diff/v6/typed, listItemToPathElement.
func (c *checker) element(v any, t *schema.List) (pe fieldpath.PathElement, problem string) {
	if len(t.Keys) > 0 {
		return c.keyedElement(v, t)
	}
	switch v.(type) {
	case map[string]any:
		return pe, "associative list without keys has an element that's a map type"
	case []any:
		return pe, "not supported: associative list with lists as elements"
	case nil:
		return pe, "associative list without keys has an element that's an explicit null"
	}
	val := value.NewValueInterface(v)
	return fieldpath.PathElement{Value: &val}, ""
}

func (c *checker) keyedElement(v any, t *schema.List) (pe fieldpath.PathElement, problem string) {
	m, ok := v.(map[string]any)
	switch {
	case v == nil:
		return pe, "associative list with keys may not have a null element"
	case !ok:
		return pe, "associative list with keys may not have non-map elements"
	}
	key, missing := make(value.FieldList, len(t.Keys)), 0
	for i, name := range t.Keys {
		val, found := m[name]
		if !found {
			val = c.defaultOf(t, name)
		}
		c.work.Step(comparing(val))
		if val == any(absent{}) {
			missing++
		}
		key[i] = value.Field{Name: name, Value: value.NewValueInterface(val)}
	}
	if missing == len(t.Keys) {
		return pe, fmt.Sprintf("associative list with keys has an element that omits all key fields %q (and doesn't have default values for any key fields)", t.Keys)
	}
	key.Sort()
	return fieldpath.PathElement{Key: &key}, ""
}

func (c *checker) defaultOf(t *schema.List, key string) any {
	a, _ := c.types.Resolve(t.ElementType)
	if a.Map != nil {
		if f, found := a.Map.FindField(key); found && f.Default != nil {
			return f.Default
		}
	}
	return absent{}
}
