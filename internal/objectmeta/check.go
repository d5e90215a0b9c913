package objectmeta

import (
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/structural"
)

// checker collects what is wrong with one metadata value that has been coerced.
// Paths are relative to the metadata. It builds nothing for metadata that is
// fine.
type checker struct {
	place     place
	unmanaged bool // leave the managed fields alone
	errs      structural.Errors
	odd       bool // something is not as coercion leaves it
}

// place says what metadata must hold where it stands.
type place struct {
	name, prefix func(string) []string // say what is wrong with a name and a generateName
	nameless     bool                  // a name may be missing
	namespace    presence
}

type presence uint8

const (
	optional presence = iota
	required
	forbidden
)

// typedText is a text for which the server has a type of its own: it prints as
// JSON and not as Go's syntax has it.
type typedText string

func (c *checker) report(kind structural.Kind, v any, detail string, at ...structural.Step) {
	c.errs = append(c.errs, &structural.Error{Path: at, Kind: kind, Value: v, Detail: detail})
}

// inside reports what is wrong with a part of a field. A server prints only the
// field.
func (c *checker) inside(name string, part structural.Step, v any, detail string) {
	e := structural.Error{Path: structural.Path{structural.Field(name), part}, Kind: structural.Invalid, Value: v, Detail: detail}
	c.errs = append(c.errs, field.PrintedAt(e, "metadata."+name))
}

// found are the errors located below the metadata field, sorted, each text
// once.
//
// Rule: k8s.io/apimachinery/pkg/util/validation/field, ErrorList.Filter, which
// the server's check of metadata ends in.
func (c *checker) found() structural.Errors {
	if len(c.errs) == 0 {
		return nil
	}
	told := make(map[wording]struct{}, len(c.errs))
	return slices.DeleteFunc(c.errs.In(structural.Field("metadata")).Sort(), func(e *structural.Error) bool {
		known := len(told)
		told[wordingOf(e)] = struct{}{}
		return len(told) == known
	})
}

// wording stands for the text of an error without being as long: there may be very
// many, each with an explanation.
type wording struct{ location, value, body, detail string }

func wordingOf(e *structural.Error) wording {
	if v, ok := e.Value.(string); ok {
		return wording{location: e.Location(), value: v, detail: e.Detail} // all Invalid
	}
	return wording{location: e.Location(), body: e.Body()}
}

// metadata checks everything that does not depend on an earlier state.
//
// Rule: k8s.io/apimachinery/pkg/api/validation, ValidateObjectMetaAccessor.
func (c *checker) metadata(m map[string]any) {
	c.names(m)
	c.namespace(m)
	for k, v := range m {
		if v != nil {
			c.field(k, v)
		}
	}
}

func (c *checker) field(k string, v any) {
	switch k {
	case "annotations":
		c.annotations(v)
	case "deletionGracePeriodSeconds":
		c.count(v)
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

func (c *checker) names(m map[string]any) {
	generateName, name := c.text(m["generateName"]), c.text(m["name"])
	if generateName != "" {
		for _, wrong := range c.place.prefix(generateName) {
			c.report(structural.Invalid, generateName, wrong, structural.Field("generateName"))
		}
	}
	switch {
	case name != "":
		for _, wrong := range c.place.name(name) {
			c.report(structural.Invalid, name, wrong, structural.Field("name"))
		}
	case !c.place.nameless:
		c.report(structural.Required, structural.Omitted, "name or generateName is required", structural.Field("name"))
	}
}

func (c *checker) namespace(m map[string]any) {
	namespace := c.text(m["namespace"])
	switch {
	case c.place.namespace == forbidden && namespace != "":
		c.report(structural.Forbidden, structural.Omitted, "not allowed on this type", structural.Field("namespace"))
	case c.place.namespace == required && namespace == "":
		c.report(structural.Required, structural.Omitted, "", structural.Field("namespace"))
	case namespace != "":
		for _, wrong := range names.DNS1123Label(namespace) {
			c.report(structural.Invalid, namespace, wrong, structural.Field("namespace"))
		}
	}
}

func (c *checker) generation(v any) {
	if n := c.count(v); n < 0 {
		c.report(structural.Invalid, n, "must be greater than or equal to 0", structural.Field("generation"))
	}
}

// The getters below return an empty value for what is not as coercion leaves it.

func (c *checker) text(v any) string {
	s, ok := v.(string)
	if !ok && v != nil {
		c.odd = true
	}
	return s
}

func (c *checker) count(v any) int64 {
	n, ok := v.(int64)
	c.odd = c.odd || !ok
	return n
}

func (c *checker) object(v any) map[string]any {
	m, ok := v.(map[string]any)
	c.odd = c.odd || !ok
	return m
}

func (c *checker) list(v any) []any {
	l, ok := v.([]any)
	c.odd = c.odd || !ok
	return l
}

// element is text for an element of a list or map of strings, none of which is
// null.
func (c *checker) element(v any) string {
	s, ok := v.(string)
	c.odd = c.odd || !ok
	return s
}

// maxPrinted bounds the text of all errors together that show the same long
// value, in bytes. Where each of many parts of a value is an error that shows
// all of it, the text would otherwise grow by the square of the object's size.
const maxPrinted = 1 << 20

// enough tells whether no further error can show a value of a size that count
// errors show already.
func enough(count, size int) bool { return count > 0 && (count+1)*size > maxPrinted }

// maxAnnotations is how long the keys and values of all annotations may be
// together, in bytes.
const maxAnnotations = 256 << 10

// labels checks keys and values, and reports both at the label.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/validation, ValidateLabels.
func (c *checker) labels(v any) {
	for k, e := range c.object(v) {
		for _, wrong := range names.QualifiedName(k) {
			c.inside("labels", structural.Key(k), k, wrong)
		}
		value := c.element(e)
		for _, wrong := range names.LabelValue(value) {
			c.inside("labels", structural.Key(k), value, wrong)
		}
	}
}

// annotations have keys like labels, but for the case, and any values.
//
// Rule: k8s.io/apimachinery/pkg/api/validation, ValidateAnnotations.
func (c *checker) annotations(v any) {
	size := 0
	for k, e := range c.object(v) {
		size += len(k) + len(c.element(e))
		if names.QualifiedName(k) == nil {
			continue // and so it is in lower case
		}
		for _, wrong := range names.QualifiedName(strings.ToLower(k)) {
			c.inside("annotations", structural.Key(k), k, wrong)
		}
	}
	if size > maxAnnotations {
		c.report(structural.TooLong, structural.Omitted, "may not be more than 262144 bytes", structural.Field("annotations"))
	}
}
