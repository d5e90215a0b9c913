package objectmeta

import (
	"math"
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// metadataChecker collects the errors of one metadata value that has been coerced.
// Paths are relative to the metadata. It allocates nothing for valid metadata.
type metadataChecker struct {
	w                 *work.Tracker
	rules             metadataRules
	skipManagedFields bool
	errs              structural.Errors
	bound             errlist.Bound // of errs
	malformed         bool          // a value is not as coercion returns it
}

// metadataRules are the rules that differ between the metadata of root objects and
// of embedded resources, and between create and update.
type metadataRules struct {
	name, generateName func(string) []string // return what is wrong with it
	nameOptional       bool
	namespace          namespaceRule
}

type namespaceRule uint8

const (
	namespaceOptional namespaceRule = iota
	namespaceRequired
	namespaceForbidden
)

// namedString is a string for which the server has a named type: an error prints it
// as JSON and not in Go's syntax.
type namedString string

func (c *metadataChecker) report(kind structural.Kind, code codes.Code, v any, detail string, path ...field.Step) {
	if c.fits(v, detail) {
		c.errs = append(c.errs, &structural.Error{Path: path, Kind: kind, Code: code, Value: v, Detail: detail})
	}
}

// fits counts an error, and reports whether its text still fits into the limit.
func (c *metadataChecker) fits(v any, detail string) bool {
	if c.omits() {
		return false
	}
	text, _ := v.(string)
	return c.bound.Fits(len(text) + len(detail))
}

// omits counts an error if no more fit, and reports whether it did: then its path need not be made.
func (c *metadataChecker) omits() bool {
	if !c.bound.Full() {
		return false
	}
	c.bound.Omit(1)
	return true
}

func (c *metadataChecker) invalid(code codes.Code, v any, detail string, path ...field.Step) {
	c.report(field.Invalid, code, v, detail, path...)
}

// invalidPart adds an error in a part of a field. Like the server's, it prints the
// path of the field.
func (c *metadataChecker) invalidPart(code codes.Code, name string, part field.Step, v any, detail string) {
	if !c.fits(v, detail) {
		return
	}
	e := structural.Error{Path: structural.Path{structural.Field(name), part}, Kind: field.Invalid, Code: code, Value: v, Detail: detail}
	c.errs = append(c.errs, field.PrintedAt(e, "metadata."+name))
}

// located returns the errors located below the metadata field and others, each text once, and at the end an error that counts those whose texts would have been too long.
//
// Rule: k8s.io/apimachinery/pkg/util/validation/field, ErrorList.Filter, the last
// step of the server's check of metadata.
func (c *metadataChecker) located(others ...*structural.Error) structural.Errors {
	if len(c.errs) == 0 {
		return others
	}
	seen := make(map[errorText]struct{}, len(c.errs))
	errs := append(c.errs.In(structural.Field("metadata")), others...)
	return c.noted(slices.DeleteFunc(errs, func(e *structural.Error) bool {
		known := len(seen)
		seen[errorTextOf(e)] = struct{}{}
		return len(seen) == known
	}))
}

// noted returns errs with the error that counts those that are not among them.
func (c *metadataChecker) noted(errs structural.Errors) structural.Errors {
	if note := c.bound.Note(); note != nil {
		return append(errs, note)
	}
	return errs
}

// errorText identifies the text of an error without holding a copy of it: there may
// be very many errors, each with a long detail.
type errorText struct{ location, value, body, detail string }

func errorTextOf(e *structural.Error) errorText {
	if v, ok := e.Value.(string); ok {
		return errorText{location: e.Location(), value: v, detail: e.Detail} // all Invalid
	}
	return errorText{location: e.Location(), body: e.Body()}
}

// metadata checks everything that does not depend on the old object.
//
// Rule: k8s.io/apimachinery/pkg/api/validation, ValidateObjectMetaAccessor.
func (c *metadataChecker) metadata(m map[string]any) {
	c.names(m)
	c.namespace(m)
	for _, name := range checkedFields {
		if !c.w.Step(1) {
			return
		}
		if v := m[name]; v != nil {
			c.field(name, v)
			c.w.In(structural.Field(name))
		}
	}
}

// checkedFields are the fields that are checked one by one, in the server's order.
var checkedFields = []string{
	"generation", "labels", "annotations", "ownerReferences", "finalizers", "managedFields",
	"creationTimestamp", "deletionGracePeriodSeconds", "deletionTimestamp", "resourceVersion", "selfLink", "uid",
}

func (c *metadataChecker) field(k string, v any) {
	switch k {
	case "annotations":
		c.annotations(v)
	case "deletionGracePeriodSeconds":
		c.count(truncated(v))
	case "finalizers":
		c.finalizers(v)
	case "generation":
		c.generation(v)
	case "labels":
		c.labels(v)
	case "managedFields":
		c.managedFields(v)
	case "ownerReferences":
		c.ownerReferences(v)
	case "creationTimestamp", "deletionTimestamp", "resourceVersion", "selfLink", "uid":
		c.text(v)
	}
}

func (c *metadataChecker) names(m map[string]any) {
	generateName, name := c.text(m["generateName"]), c.text(m["name"])
	if generateName != "" {
		for _, wrong := range c.rules.generateName(generateName) {
			c.invalid(codes.MetadataGenerateName, generateName, wrong, structural.Field("generateName"))
		}
	}
	switch {
	case name != "":
		for _, wrong := range c.rules.name(name) {
			c.invalid(codes.MetadataName, name, wrong, structural.Field("name"))
		}
	case !c.rules.nameOptional:
		c.report(field.Required, codes.MetadataNameRequired, field.Omitted, codes.MetadataNameRequiredDetail, structural.Field("name"))
	}
}

func (c *metadataChecker) namespace(m map[string]any) {
	path := structural.Field("namespace")
	namespace := c.text(m["namespace"])
	switch {
	case c.rules.namespace == namespaceForbidden && namespace != "":
		c.report(field.Forbidden, codes.MetadataNamespaceForbidden, field.Omitted, codes.MetadataNamespaceForbiddenDetail, path)
	case c.rules.namespace == namespaceRequired && namespace == "":
		c.report(field.Required, codes.MetadataNamespaceRequired, field.Omitted, "", path)
	case namespace != "":
		for _, wrong := range names.DNS1123Label(namespace) {
			c.invalid(codes.MetadataNamespace, namespace, wrong, path)
		}
	}
}

func (c *metadataChecker) generation(v any) {
	if n := c.count(truncated(v)); n < 0 {
		c.invalid(codes.GenerationNegative, n, codes.GenerationNegativeDetail, structural.Field("generation"))
	}
}

// The getters below return the zero value for a value that is not as coercion
// returns it, and set malformed.

func (c *metadataChecker) text(v any) string {
	s, ok := v.(string)
	if !ok && v != nil {
		c.malformed = true
	}
	return s
}

func (c *metadataChecker) count(v any) int64 {
	n, ok := v.(int64)
	c.malformed = c.malformed || !ok
	return n
}

// truncated returns a float64 of an applied configuration as the server's converter reads it
// into an int64.
//
// Rule: k8s.io/apimachinery/pkg/runtime, DefaultUnstructuredConverter.
func truncated(v any) any {
	f, ok := v.(float64)
	switch {
	case !ok:
		return v
	case f >= math.MaxInt64 || f < math.MinInt64:
		return int64(math.MinInt64) // as on amd64
	default:
		return int64(f)
	}
}

func (c *metadataChecker) object(v any) map[string]any {
	m, ok := v.(map[string]any)
	c.malformed = c.malformed || !ok
	return m
}

func (c *metadataChecker) list(v any) []any {
	l, ok := v.([]any)
	c.malformed = c.malformed || !ok
	return l
}

// element returns the element of a list or map of strings. It is never null.
func (c *metadataChecker) element(v any) string {
	s, ok := v.(string)
	c.malformed = c.malformed || !ok
	return s
}
