package objectmeta

import (
	"context"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/internal/pathset"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
	"github.com/seed95800270/crdschema/structural/field"
)

// ValidateEmbedded checks the type and object metadata of the resources in v, as [Coerce]
// returns it: of v itself if root is structural.Resource, and of the embedded resources of
// s. apiVersion and kind must be present, strings, and well formed. Metadata may be
// absent, and may have neither a name nor a namespace; its names need only be path
// segments of a URL. There is no ratcheting.
//
// The errors are in the server's order, fields in byte order, and located from the root of v. A value that Coerce rejects is an
// Invalid error with the text of the decoder.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta, Validate;
// isResourceRoot for a resource.
func ValidateEmbedded(ctx context.Context, v any, s *structural.Schema, root structural.Root) (structural.Errors, error) {
	if root != structural.Resource && !s.Holds(facts.EmbeddedResources) {
		return nil, nil
	}
	w := work.Start(ctx, "validating embedded metadata")
	c := embeddedChecker{w: w}
	if c.root(v, s, root); len(c.errs) > 1 && !w.Failed() {
		c = embeddedChecker{w: w, ordered: true}
		c.root(v, s, root)
	}
	if err := w.Err(); err != nil {
		return nil, err
	}
	return c.errs, nil
}

type embeddedChecker struct {
	w       *work.Tracker
	ordered bool // visit keys in order
	errs    structural.Errors
	paths   pathset.Counter // of the errors
	steps   stepStack       // to the current value
}

// add adds errors inside of the current resource up to the limit on paths. It always
// adds the first error of the object.
func (c *embeddedChecker) add(errs structural.Errors) {
	for i, e := range errs {
		c.paths.Count(e.Path...)
		if c.paths.Exceeded() && len(c.errs)+i > 0 {
			errs = errs[:i]
			break
		}
	}
	if len(errs) == 0 || !c.w.Step(c.steps.depth+len(errs)) {
		return
	}
	if path := c.steps.path(); len(path) > 0 {
		errs = errs.PrintedIn(path.String(), path...)
	}
	c.errs = append(c.errs, errs...)
}

// done counts a step, and reports whether the walk is over: the call has to end, or no more errors are
// added.
func (c *embeddedChecker) done() bool {
	return !c.w.Step(1) || c.paths.Exceeded() && len(c.errs) > 0
}

func (c *embeddedChecker) root(v any, s *structural.Schema, root structural.Root) {
	if m, ok := v.(map[string]any); ok && root == structural.Resource && !s.EmbeddedResource() {
		c.resource(m)
	}
	if s.Holds(facts.EmbeddedResources) {
		c.value(v, s)
	}
}

func (c *embeddedChecker) value(v any, s *structural.Schema) {
	switch v := v.(type) {
	case map[string]any:
		if s.EmbeddedResource() {
			c.resource(v)
		}
		c.fields(v, s)
	case []any:
		items := s.Items()
		if !items.Holds(facts.EmbeddedResources) {
			return
		}
		for i, e := range v {
			if c.done() {
				return
			}
			c.child(structural.Index(i), e, items)
		}
	}
}

func (c *embeddedChecker) fields(m map[string]any, s *structural.Schema) {
	if c.ordered {
		for _, k := range sortedKeys(c.w, m) {
			if c.done() {
				return
			}
			c.field(k, m[k], s)
		}
		return
	}
	for k, v := range m {
		if c.done() {
			return
		}
		c.field(k, v, s)
	}
}

func (c *embeddedChecker) field(k string, v any, s *structural.Schema) {
	below, source := s.Field(k)
	switch {
	case !below.Holds(facts.EmbeddedResources):
	case source == structural.FromAdditional:
		c.child(structural.Key(k), v, below)
	default:
		c.child(structural.Field(k), v, below)
	}
}

func (c *embeddedChecker) child(step field.Step, v any, s *structural.Schema) {
	c.paths.Enter(step)
	c.steps.enter(step)
	c.value(v, s)
	c.steps.leave()
	c.paths.Leave(step)
	c.w.In(step)
}

func (c *embeddedChecker) resource(m map[string]any) {
	c.typeMeta(m, "apiVersion", checkAPIVersion)
	c.typeMeta(m, "kind", checkKind)
	if v, found := m["metadata"]; found {
		c.metadata(v)
		c.w.In(structural.Field("metadata"))
	}
}

// typeMeta checks that a field is a string that check accepts. check returns what
// is wrong, or "".
func (c *embeddedChecker) typeMeta(m map[string]any, name string, check func(string) (codes.Code, string)) {
	v, found := m[name]
	if !found {
		c.add(structural.Errors{{
			Path: structural.Path{structural.Field(name)}, Kind: field.Required, Code: codes.EmbeddedTypeMetaRequired, Value: field.Omitted,
		}})
		return
	}
	code, wrong := codes.TypeMetaType, codes.TypeMetaTypeDetail
	if s, ok := v.(string); ok {
		if !c.w.Step(stepsOf(s)) {
			return
		}
		code, wrong = check(s)
	}
	if wrong != "" {
		c.add(structural.Errors{invalid(code, name, v, wrong)})
	}
}

func checkAPIVersion(apiVersion string) (codes.Code, string) {
	if apiVersion == "" {
		return codes.EmbeddedTypeMetaRequired, codes.EmbeddedTypeMetaRequiredDetail
	}
	if _, err := gotype.ParseGroupVersion(apiVersion); err != nil {
		return codes.APIVersionFormat, err.Error()
	}
	return "", ""
}

// checkKind checks that a kind is a DNS label except for the case.
func checkKind(kind string) (codes.Code, string) {
	if kind == "" {
		return codes.EmbeddedTypeMetaRequired, codes.EmbeddedTypeMetaRequiredDetail
	}
	if isShortWord(kind) {
		return "", ""
	}
	wrong := names.DNS1035Label(strings.ToLower(kind))
	if len(wrong) == 0 {
		return "", ""
	}
	return codes.EmbeddedKind, codes.EmbeddedKindDetail(strings.Join(wrong, ","))
}

// isShortWord reports whether kind consists of letters only and is short enough. Such
// a kind, as nearly all are, need not be converted to lower case.
func isShortWord(kind string) bool {
	for _, c := range []byte(kind) {
		if c |= 'a' ^ 'A'; c < 'a' || c > 'z' {
			return false
		}
	}
	return len(kind) <= 63
}

// embeddedRules are the rules for the metadata of an embedded resource.
var embeddedRules = metadataRules{
	name:         names.PathSegmentName,
	generateName: names.PathSegmentPrefix,
	nameOptional: true,
}

func (c *embeddedChecker) metadata(v any) {
	d, err := decodeMetadata(c.w, v, Reject)
	if c.w.Failed() {
		return
	}
	if err != nil {
		c.add(structural.Errors{invalid(codes.MetadataType, "metadata", v, err.Detail)})
		return
	}
	m := metadataChecker{w: c.w, rules: embeddedRules}
	m.metadata(d.fields)
	c.add(m.located())
}
