package objectmeta

import (
	"maps"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/internal/pathset"
	"github.com/seed95800270/crdschema/structural"
)

// ValidateEmbedded checks the type and object metadata of the embedded
// resources (x-kubernetes-embedded-resource) that s has in obj, which may be the
// root. apiVersion and kind must be there, be strings and look like ones.
// Metadata may be absent; it may lack a name and a namespace, and its names need
// only be fit for a URL. Nothing is tolerated because it was like that before.
//
// The errors are sorted and located from the root of obj. Values are expected
// to be as [Coerce] leaves them; what it would have refused is an Invalid error
// with the decoder's words.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta,
// Validate.
func ValidateEmbedded(obj map[string]any, s *structural.Schema) structural.Errors {
	return examine(obj, s, valueRoot)
}

// ValidateResource is [ValidateEmbedded] for an obj that is a whole resource
// although s does not say so.
//
// Rule: as for [ValidateEmbedded], with isResourceRoot.
func ValidateResource(obj map[string]any, s *structural.Schema) structural.Errors {
	return examine(obj, s, resourceRoot)
}

// ValidateValue is [ValidateEmbedded] for a value of any kind, such as a
// default.
func ValidateValue(v any, s *structural.Schema) structural.Errors {
	return examine(v, s, valueRoot)
}

// root says what the root of a value is.
type root uint8

const (
	valueRoot    root = iota // what its schema says
	resourceRoot             // a resource in any case
)

// examine collects errors, in the order of the keys if there are too many for
// all of them.
func examine(v any, s *structural.Schema, at root) structural.Errors {
	var x examiner
	if x.root(v, s, at); x.paths.Exceeded() {
		x = examiner{ordered: true}
		x.root(v, s, at)
	}
	return x.located()
}

// examiner goes through one object and looks for errors.
type examiner struct {
	ordered  bool // visit keys in their order
	findings []finding
	paths    pathset.Counter // of the errors
}

// finding is what is wrong with one resource, located inside of it. The path to
// the resource grows backwards while the walk returns.
type finding struct {
	at   structural.Path
	errs structural.Errors
}

func (x *examiner) located() structural.Errors {
	var all structural.Errors
	for _, f := range x.findings {
		if len(f.at) > 0 {
			slices.Reverse(f.at)
			f.errs = field.PrintedIn(f.errs, f.at.String(), f.at...)
		}
		all = append(all, f.errs...)
	}
	return all.Sort()
}

// keep takes over errors inside of the resource at hand, as far as the budget
// allows; the first one of all in any case.
func (x *examiner) keep(errs structural.Errors) {
	for i, e := range errs {
		if x.paths.Count(e.Path...); x.paths.Exceeded() && len(x.findings)+i > 0 {
			errs = errs[:i]
			break
		}
	}
	if len(errs) > 0 {
		x.findings = append(x.findings, finding{errs: errs})
	}
}

func (x *examiner) root(v any, s *structural.Schema, at root) {
	if m, ok := v.(map[string]any); ok && at == resourceRoot && !s.EmbeddedResource() {
		x.resource(m)
	}
	if s.HoldsEmbeddedResources() {
		x.value(v, s)
	}
}

func (x *examiner) value(v any, s *structural.Schema) {
	switch v := v.(type) {
	case map[string]any:
		x.object(v, s)
	case []any:
		items := s.Items()
		if !items.HoldsEmbeddedResources() {
			return
		}
		for i, e := range v {
			x.enter(structural.Index(i), e, items)
		}
	}
}

func (x *examiner) object(m map[string]any, s *structural.Schema) {
	if s.EmbeddedResource() {
		x.resource(m)
	}
	x.fields(m, s)
}

func (x *examiner) fields(m map[string]any, s *structural.Schema) {
	if x.ordered {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			x.field(k, m[k], s)
		}
		return
	}
	for k, v := range m {
		x.field(k, v, s)
	}
}

func (x *examiner) field(k string, v any, s *structural.Schema) {
	below, governor := s.Field(k)
	switch {
	case !below.HoldsEmbeddedResources():
	case governor == structural.FromAdditional:
		x.enter(structural.Key(k), v, below)
	default:
		x.enter(structural.Field(k), v, below)
	}
}

// enter is value for a v that stands at step.
func (x *examiner) enter(step structural.Step, v any, s *structural.Schema) {
	from := len(x.findings)
	x.paths.Enter(step)
	x.value(v, s)
	x.paths.Leave(step)
	for i := from; i < len(x.findings); i++ {
		x.findings[i].at = append(x.findings[i].at, step)
	}
}

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
