package objectmeta

import (
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/structural"
)

// Scope says whether objects of a kind live in namespaces.
type Scope uint8

const (
	// Namespaced objects must have a namespace.
	Namespaced Scope = iota
	// ClusterScoped objects must not have one.
	ClusterScoped
)

func (s Scope) namespace() presence {
	if s == ClusterScoped {
		return forbidden
	}
	return required
}

// ValidateType checks the apiVersion and kind at the root of obj: Invalid with
// `must be` and what they must be. The server takes values that are no strings
// for empty ones, and group is empty for no custom resource.
//
// A server that finds something here does not look at the metadata of a new
// object, at the values and at the scale values, but at everything else.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceValidator.ValidateTypeMeta.
func ValidateType(obj map[string]any, group, version, kind string) structural.Errors {
	var errs structural.Errors
	if got := textOf(obj, "apiVersion"); !isGroupVersion(got, group, version) {
		errs = append(errs, invalid("apiVersion", got, "must be "+group+"/"+version))
	}
	if got := textOf(obj, "kind"); got != kind {
		errs = append(errs, invalid("kind", got, "must be "+kind))
	}
	return errs
}

// isGroupVersion tells whether apiVersion is made of group and version.
func isGroupVersion(apiVersion, group, version string) bool {
	rest, ok := strings.CutPrefix(apiVersion, group)
	return ok && len(rest) > 0 && rest[0] == '/' && rest[1:] == version
}

// ValidateCreate checks the metadata at the root of a new object, which is
// expected to be as [CoerceRoot] leaves it: the name is a DNS subdomain, the
// namespace fits the scope and is a DNS label, and labels, annotations,
// generation, owner references, finalizers and managed fields are well formed.
// The errors are sorted and located from the root of obj.
//
// A server has made up a name by then if there is a generateName
// ([GeneratedName]).
//
// Metadata that cannot be decoded is one Invalid error at metadata. No server
// gets that far, but with a time that was coerced to a year beyond 9999.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceValidator.validateObjectMetaDeclaratively; k8s.io/apimachinery/
// pkg/api/validation, ValidateObjectMeta.
func ValidateCreate(obj map[string]any, scope Scope) structural.Errors {
	c, unreadable := inspect(obj, place{
		name:      names.DNS1123Subdomain,
		prefix:    checkMaskedSubdomain,
		namespace: scope.namespace(),
	})
	if unreadable != nil {
		return structural.Errors{unreadable}
	}
	return c.found()
}

func checkMaskedSubdomain(generateName string) []string {
	return names.DNS1123Subdomain(names.MaskTrailingDash(generateName))
}

// GeneratedName is the name that a server makes up out of a generateName: as
// much of it as leaves room for five more bytes in a DNS label, and a suffix,
// which is five of the letters and digits "bcdfghjklmnpqrstvwxz2456789" on a
// server.
//
// Rule: k8s.io/apiserver/pkg/storage/names, SimpleNameGenerator.
func GeneratedName(generateName, suffix string) string {
	const maxPrefix = 63 - 5
	return generateName[:min(len(generateName), maxPrefix)] + suffix
}

// ValidateGenerateName is what a server checks last, of a new object in which
// neither [ValidateCreate] nor anything else has found an error: that the
// generateName can stand in a URL. Only the byte before a trailing dash can
// still be wrong, which ValidateCreate does not see.
//
// Rule: k8s.io/apiserver/pkg/registry/rest, ValidateCreate.
func ValidateGenerateName(obj map[string]any) structural.Errors {
	generateName := textOf(metadataOf(obj), "generateName")
	var c checker
	for _, wrong := range names.PathSegmentPrefix(generateName) {
		c.report(structural.Invalid, generateName, wrong, structural.Field("metadata"), structural.Field("generateName"))
	}
	return c.errs
}

// inspect checks the metadata of obj for what must hold at a place. The checker
// knows what a server says of it even if it is unreadable: everything but about
// managed fields of which a time cannot be read.
func inspect(obj map[string]any, at place) (checker, *structural.Error) {
	m, unreadable := metadataOf(obj), unreadableMetadata(obj)
	c := checker{place: at, unmanaged: unreadable != nil && !managedTimesReadable(m)}
	c.metadata(m)
	if unreadable != nil || !c.odd {
		return c, unreadable
	}
	d, err := decodeMetadata(m, Reject)
	if err != nil {
		return c, invalid("metadata", m, err.Detail)
	}
	c = checker{place: at}
	c.metadata(d.fields)
	return c, nil
}

// unreadableMetadata is the error for metadata at the root of obj that is no
// object, or holds a time that cannot be read. Coercion leaves neither, but moves
// a time beyond the year 9999 on its way to UTC.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// getObjectMeta.
func unreadableMetadata(obj map[string]any) *structural.Error {
	v := obj["metadata"]
	m, ok := v.(map[string]any)
	switch {
	case v == nil:
		return nil
	case !ok:
		return invalid("metadata", v, fmt.Sprintf("expected map[string]interface{}, got %T", v))
	case timesReadable(m):
		return nil
	}
	if _, err := decodeMetadata(m, Reject); err != nil {
		return invalid("metadata", v, err.Detail)
	}
	return nil
}

// metadataOf is the metadata at the root of obj, nil if it is no object.
func metadataOf(obj map[string]any) map[string]any {
	m, _ := obj["metadata"].(map[string]any)
	return m
}

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
