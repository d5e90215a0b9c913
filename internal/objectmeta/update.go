package objectmeta

import (
	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/structural"
)

// ValidateUpdate checks the metadata at the root of obj, which is to replace
// old: everything that [ValidateCreate] checks, but names need only be fit for a
// URL, and that nothing changes that must not. Both are expected to be as
// [CoerceRoot] leaves them, and obj to have got from old what a server takes over
// before it validates (uid, creationTimestamp, deletionTimestamp,
// deletionGracePeriodSeconds). It is the same for the status subresource.
//
// The errors are sorted and located from the root of obj. A server finds most
// of them two or three times and prints them once; here each is there once.
//
// Rule: k8s.io/apiserver/pkg/registry/rest, validateCommonFields; k8s.io/
// apiextensions-apiserver/pkg/registry/customresource, customResourceValidator.
// validateObjectMetaUpdateDeclaratively; k8s.io/apimachinery/pkg/api/validation,
// ValidateObjectMetaUpdate.
func ValidateUpdate(obj, old map[string]any, scope Scope) structural.Errors {
	c, unreadable := inspect(obj, place{
		name:      names.PathSegmentName,
		prefix:    names.PathSegmentPrefix,
		namespace: scope.namespace(),
	})
	c.changes(metadataOf(obj), metadataOf(old))
	errs := c.found()
	if unreadable == nil {
		unreadable = unreadableMetadata(old)
	}
	if unreadable != nil {
		errs = append(errs, unreadable).Sort()
	}
	return errs
}

// changes reports what must not change.
//
// Rule: k8s.io/apimachinery/pkg/api/validation, ValidateObjectMetaAccessorUpdate.
func (c *checker) changes(m, old map[string]any) {
	if !timeOf(old["deletionTimestamp"]).IsZero() {
		c.noNewFinalizers(m, old)
	}
	if textOf(m, "resourceVersion") == "" {
		c.report(structural.Invalid, "", "must be specified for an update", structural.Field("resourceVersion"))
	}
	if n := countOf(m, "generation"); n < countOf(old, "generation") {
		c.report(structural.Invalid, n, "must not be decremented", structural.Field("generation"))
	}
	for _, field := range []string{"name", "namespace", "uid"} {
		c.sameText(m, old, field)
	}
	c.sameTime(m, old, "creationTimestamp")
	c.sameTime(m, old, "deletionTimestamp")
	c.sameSeconds(m, old)
}

const immutable = "field is immutable"

func (c *checker) sameText(m, old map[string]any, field string) {
	s := textOf(m, field)
	switch {
	case s == textOf(old, field):
	case field == "uid":
		c.report(structural.Invalid, typedText(s), immutable, structural.Field(field))
	default:
		c.report(structural.Invalid, s, immutable, structural.Field(field))
	}
}

func (c *checker) sameTime(m, old map[string]any, field string) {
	if v, _ := m[field].(string); v != "" && old[field] == any(v) {
		return
	}
	if t := timeOf(m[field]); !t.Equal(timeOf(old[field])) {
		c.report(structural.Invalid, printedTime(t), immutable, structural.Field(field))
	}
}

func (c *checker) sameSeconds(m, old map[string]any) {
	const field = "deletionGracePeriodSeconds"
	n, given := m[field].(int64)
	before, wasGiven := old[field].(int64)
	switch {
	case n == before && given == wasGiven:
	case given:
		c.report(structural.Invalid, n, immutable, structural.Field(field))
	default:
		c.report(structural.Invalid, nil, immutable, structural.Field(field))
	}
}

func textOf(m map[string]any, field string) string {
	s, _ := m[field].(string)
	return s
}

func countOf(m map[string]any, field string) int64 {
	n, _ := m[field].(int64)
	return n
}
