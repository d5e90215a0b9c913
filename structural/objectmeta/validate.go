package objectmeta

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// ValidateType checks the apiVersion and kind at the root of obj. Like the server, it
// treats values that are not strings as empty. After an error here, the server skips the
// checks of the metadata of a new object, of its values and of its scale values, and makes
// all others.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceValidator.ValidateTypeMeta.
func ValidateType(obj map[string]any, group, version, kind string) structural.Errors {
	var errs structural.Errors
	if got := metaedit.Text(obj, "apiVersion"); !isGroupVersion(got, group, version) {
		errs = append(errs, invalid(codes.ObjectAPIVersion, "apiVersion", got, codes.ObjectAPIVersionDetail(group, version)))
	}
	if got := metaedit.Text(obj, "kind"); got != kind {
		errs = append(errs, invalid(codes.ObjectKind, "kind", got, codes.ObjectKindDetail(kind)))
	}
	return errs
}

func isGroupVersion(apiVersion, group, version string) bool {
	if group == "" { // the core group
		return apiVersion == version
	}
	rest, ok := strings.CutPrefix(apiVersion, group)
	return ok && len(rest) > 0 && rest[0] == '/' && rest[1:] == version
}

// ValidateCreate checks the metadata at the root of a new object, as [Decode] and
// [PrepareCreate] return it: the name is a DNS subdomain, the namespace fits the scope and
// is a DNS label, and labels, annotations, generation, owner references, finalizers and
// managed fields are well formed. The errors are in the server's order and located from the root of obj.
//
// Metadata that cannot be decoded is one Invalid error at metadata. In the server this
// happens only if a time was coerced to a year beyond 9999.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceValidator.validateObjectMetaDeclaratively;
// k8s.io/apimachinery/pkg/api/validation, ValidateObjectMeta.
func ValidateCreate(ctx context.Context, obj map[string]any, scope Scope) (structural.Errors, error) {
	c := newChecker(ctx)
	undecodable := c.root(obj, metadataRules{
		name:         names.DNS1123Subdomain,
		generateName: maskedSubdomain,
		namespace:    namespaceRuleOf(scope),
	})
	if err := c.w.Err(); err != nil {
		return nil, err
	}
	if undecodable != nil {
		return structural.Errors{undecodable}, nil
	}
	return c.result()
}

func newChecker(ctx context.Context) metadataChecker {
	return metadataChecker{w: work.Start(ctx, "validating metadata")}
}

// result returns the errors, or the error that ended the call.
func (c *metadataChecker) result(others ...*structural.Error) (structural.Errors, error) {
	errs := c.located(others...)
	if err := c.w.Err(); err != nil {
		return nil, err
	}
	return errs, nil
}

func maskedSubdomain(generateName string) []string {
	return names.DNS1123Subdomain(names.MaskTrailingDash(generateName))
}

// ValidateGenerateName checks that the generateName of a new object can be part of a URL.
// The server does this last, and only without other errors. [ValidateCreate] ignores the
// byte before a trailing dash.
//
// Rule: k8s.io/apiserver/pkg/registry/rest, ValidateCreate.
func ValidateGenerateName(obj map[string]any) structural.Errors {
	generateName := metaedit.Text(metaedit.Metadata(obj), "generateName")
	var c metadataChecker
	for _, wrong := range names.PathSegmentPrefix(generateName) {
		c.invalid(codes.MetadataGenerateName, generateName, wrong, structural.Field("metadata"), structural.Field("generateName"))
	}
	return c.errs
}

// root checks the metadata of obj by rules. If the metadata is undecodable, the
// checker still has the errors that the server reports: all, except errors of managed fields if a
// time in them cannot be parsed.
func (c *metadataChecker) root(obj map[string]any, rules metadataRules) (undecodable *structural.Error) {
	defer c.w.In(structural.Field("metadata"))
	m, undecodable := metaedit.Metadata(obj), undecodableMetadata(c.w, obj)
	*c = metadataChecker{w: c.w, rules: rules, skipManagedFields: undecodable != nil && !managedTimesReadable(c.w, m)}
	c.metadata(m)
	if undecodable != nil || !c.malformed || c.w.Failed() {
		return undecodable
	}
	d, err := decodeMetadata(c.w, m, Reject)
	if err != nil {
		return invalid(codes.MetadataType, "metadata", m, err.Detail)
	}
	*c = metadataChecker{w: c.w, rules: rules}
	c.metadata(d.fields)
	return nil
}

// undecodableMetadata returns an error if the metadata at the root of obj is not
// an object, or has a time that cannot be parsed. [Decode] returns no such
// metadata, except that the conversion to UTC may move a time beyond the year 9999.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// getObjectMeta.
func undecodableMetadata(w *work.Tracker, obj map[string]any) *structural.Error {
	v := obj["metadata"]
	m, ok := v.(map[string]any)
	switch {
	case v == nil:
		return nil
	case !ok:
		return invalid(codes.MetadataType, "metadata", v, fmt.Sprintf("expected map[string]interface{}, got %T", v))
	case timesReadable(w, m), w.Failed():
		return nil
	}
	for _, name := range []string{"creationTimestamp", "deletionTimestamp"} {
		if _, isText := m[name].(string); m[name] != nil && !isText {
			return invalid(codes.MetadataType, "metadata", v, gotype.WrongType(gotype.JSONType(m[name]), "string"))
		}
	}
	if _, err := decodeMetadata(w, m, Reject); err != nil {
		return invalid(codes.MetadataType, "metadata", v, err.Detail)
	}
	return nil
}

// ValidateUpdate checks the metadata at the root of obj, the replacement of old. It makes
// the checks of [ValidateCreate], except that names need only be path segments of a URL,
// and checks that immutable fields are unchanged. Both objects are expected as [Decode]
// returns them, and obj after [PrepareUpdate]. Updates of the status are checked in the
// same way.
//
// The errors are in the server's order and located from the root of obj.
//
// Rule: k8s.io/apiserver/pkg/registry/rest, validateCommonFields;
// k8s.io/apiextensions-apiserver/pkg/registry/customresource, customResourceValidator.
// validateObjectMetaUpdateDeclaratively; k8s.io/apimachinery/pkg/api/validation,
// ValidateObjectMetaUpdate.
func ValidateUpdate(ctx context.Context, obj, old map[string]any, scope Scope) (structural.Errors, error) {
	c := newChecker(ctx)
	undecodable := c.root(obj, metadataRules{
		name:         names.PathSegmentName,
		generateName: names.PathSegmentPrefix,
		namespace:    namespaceRuleOf(scope),
	})
	c.update(metaedit.Metadata(obj), metaedit.Metadata(old))
	if undecodable == nil {
		undecodable = undecodableMetadata(c.w, old)
	}
	if undecodable != nil {
		return c.result(undecodable)
	}
	return c.result()
}

// update checks that m does not change immutable fields of old.
//
// Rule: k8s.io/apimachinery/pkg/api/validation, ValidateObjectMetaAccessorUpdate.
func (c *metadataChecker) update(m, old map[string]any) {
	if !metaedit.Time(old["deletionTimestamp"]).IsZero() {
		c.noNewFinalizers(m, old)
	}
	if metaedit.Text(m, "resourceVersion") == "" {
		c.invalid(codes.ResourceVersionRequired, "", codes.ResourceVersionRequiredDetail, structural.Field("resourceVersion"))
	}
	if n := countOf(m, "generation"); n < countOf(old, "generation") {
		c.invalid(codes.GenerationDecremented, n, codes.GenerationDecrementedDetail, structural.Field("generation"))
	}
	for _, name := range []string{"name", "namespace", "uid"} {
		c.sameText(m, old, name)
	}
	c.sameTime(m, old, "creationTimestamp")
	c.sameTime(m, old, "deletionTimestamp")
	c.sameGracePeriod(m, old)
}

func (c *metadataChecker) sameText(m, old map[string]any, name string) {
	s := metaedit.Text(m, name)
	switch {
	case s == metaedit.Text(old, name):
	case name == "uid":
		c.immutable(namedString(s), name)
	default:
		c.immutable(s, name)
	}
}

func (c *metadataChecker) sameTime(m, old map[string]any, name string) {
	if v, _ := m[name].(string); v != "" && old[name] == any(v) {
		return
	}
	if t := metaedit.Time(m[name]); !t.Equal(metaedit.Time(old[name])) {
		c.immutable(printedTime(t), name)
	}
}

func (c *metadataChecker) sameGracePeriod(m, old map[string]any) {
	const name = "deletionGracePeriodSeconds"
	n, given := truncated(m[name]).(int64)
	before, wasGiven := old[name].(int64)
	switch {
	case n == before && given == wasGiven:
	case given:
		c.immutable(n, name)
	default:
		c.immutable(nil, name)
	}
}

func (c *metadataChecker) immutable(v any, name string) {
	c.invalid(codes.MetadataImmutable, v, codes.MetadataImmutableDetail, structural.Field(name))
}

func countOf(m map[string]any, name string) int64 {
	n, _ := m[name].(int64)
	return n
}
