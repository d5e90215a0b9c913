package objectmeta

import (
	"strings"

	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/structural"
)

// resource checks what m has itself as an embedded resource.
func (x *examiner) resource(m map[string]any) {
	x.typeMeta(m, "apiVersion", apiVersionProblem)
	x.typeMeta(m, "kind", kindProblem)
	if v, found := m["metadata"]; found {
		x.metadata(v)
	}
}

// typeMeta checks a field that must be a string without a problem.
func (x *examiner) typeMeta(m map[string]any, field string, problem func(string) string) {
	v, found := m[field]
	if !found {
		path := structural.Path{structural.Field(field)}
		x.keep(structural.Errors{{Path: path, Kind: structural.Required, Value: structural.Omitted}})
		return
	}
	wrong := "must be a string"
	if s, ok := v.(string); ok {
		wrong = problem(s)
	}
	if wrong != "" {
		x.keep(structural.Errors{invalid(field, v, wrong)})
	}
}

func apiVersionProblem(apiVersion string) string {
	if apiVersion == "" {
		return "must not be empty"
	}
	if _, _, ok := cutGroupVersion(apiVersion); !ok {
		return "unexpected GroupVersion string: " + apiVersion
	}
	return ""
}

// kindProblem wants a kind to be a DNS label but for the case.
func kindProblem(kind string) string {
	if kind == "" {
		return "must not be empty"
	}
	if plainKind(kind) {
		return ""
	}
	wrong := names.DNS1035Label(strings.ToLower(kind))
	if len(wrong) == 0 {
		return ""
	}
	return "may have mixed case, but should otherwise match: " + strings.Join(wrong, ",")
}

// plainKind tells kinds like all that are in use, letters only and not too
// long, so that nothing needs to be put into lower case.
func plainKind(kind string) bool {
	for _, c := range []byte(kind) {
		if c |= 'a' ^ 'A'; c < 'a' || c > 'z' {
			return false
		}
	}
	return len(kind) <= 63
}

// embeddedPlace is the metadata of an embedded resource.
var embeddedPlace = place{
	name:     names.PathSegmentName,
	prefix:   names.PathSegmentPrefix,
	nameless: true,
}

func (x *examiner) metadata(v any) {
	d, err := decodeMetadata(v, Reject)
	if err != nil {
		x.keep(structural.Errors{invalid("metadata", v, err.Detail)})
		return
	}
	c := checker{place: embeddedPlace}
	c.metadata(d.fields)
	x.keep(c.found())
}
