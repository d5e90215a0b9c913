package structural

import (
	"context"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/field"
)

// CheckKeywords returns errors of keywords that [Check] does not cover: keywords that
// Kubernetes decodes but does not support, list and map types that do not fit, and
// defaults in metadata, kind and apiVersion of a root that is a [Resource]. Errors come in the
// order of the server, properties in byte order of their names. Without [WithOldSchemas] it
// checks a new schema.
//
// Unlike Check it visits all of [Schema.Schemas] except those under patternProperties and
// additionalItems, whether s is structural or not. Two errors show a whole schema as their
// value. The error of the call may also be one of [WithSchemaCheck].
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// ValidateCustomResourceDefinitionOpenAPISchema, without the validation rules, which
// [WithSchemaCheck] can add.
func CheckKeywords(ctx context.Context, s *Schema, root Root, opts ...CheckOption) (Errors, error) {
	var c keywordChecker
	for _, o := range opts {
		o.applyTo(&c)
	}
	c.reporter, c.ctx, c.work = newReporter(), ctx, work.Start(ctx, "checking the keywords of a schema")
	if s != nil {
		c.node(s, keywordScope{root: root == Resource})
	}
	if err := c.work.Err(); err != nil {
		return nil, err
	}
	return c.errs.Errors(), nil
}

// CheckOption adjusts [CheckKeywords].
type CheckOption interface{ applyTo(*keywordChecker) }

type checkOptionFunc func(*keywordChecker)

func (f checkOptionFunc) applyTo(c *keywordChecker) { f(c) }

// WithSchemaCheck adds the errors that check returns for every schema that [CheckKeywords]
// visits, branches and schemas of unsupported keywords included, once for each path. The
// paths of the errors begin at that schema. check gets the context of CheckKeywords; its
// error ends CheckKeywords.
func WithSchemaCheck(check func(context.Context, *Schema) (Errors, error)) CheckOption {
	return checkOptionFunc(func(c *keywordChecker) { c.extra = append(c.extra, check) })
}

// keywordChecker checks every node of a schema in the same way.
type keywordChecker struct {
	reporter
	ctx                context.Context
	work               *work.Tracker
	allowUnknownTypes  bool
	allowNonAtomicSets bool
	allowUncertainKeys bool
	extra              []func(context.Context, *Schema) (Errors, error)
}

// keywordScope holds what a node inherits from those above it.
type keywordScope struct {
	root         bool
	resourceMeta bool   // inside apiVersion, kind or metadata of a resource
	noDefaults   bool   // defaults are not allowed
	reason       string // of noDefaults: "in top-level metadata"
}

func (s keywordScope) withoutDefaults(reason string) keywordScope {
	s.noDefaults, s.reason = true, reason
	return s
}

func (c *keywordChecker) node(s *Schema, scope keywordScope) {
	if !c.work.Step(1 + len(s.ListMapKeys())) {
		return
	}
	inner := scope
	inner.root = false
	c.unsupported(s, scope)
	c.standard(s)
	c.children(s, scope, inner)
	if s.has(preserveFalse) {
		c.report(codes.PreserveFalse, field.Invalid, false, codes.PreserveFalseDetail, Field("x-kubernetes-preserve-unknown-fields"))
	}
	c.mapType(s)
	c.listType(s)
	c.others(s)
}

// children checks the schemas below s, inner ones in the scope inner.
func (c *keywordChecker) children(s *Schema, scope, inner keywordScope) {
	l := s.legacyKeywords()
	c.additional(s, inner)
	c.properties(s, scope)
	c.junctors(s, inner)
	if l != nil {
		for _, p := range l.definitions {
			c.below(p.schema, inner, Field("definitions"), Key(p.name))
		}
	}
	if s.items != nil {
		c.below(s.items, inner, Field("items"))
	}
	if l != nil {
		c.legacyChildren(l, inner)
	}
}

// others runs the checks of [WithSchemaCheck].
func (c *keywordChecker) others(s *Schema) {
	for _, check := range c.extra {
		errs, err := check(c.ctx, s)
		if err != nil {
			c.work.Fail(err)
			return
		}
		c.addAll(errs)
	}
}

func (c *keywordChecker) below(s *Schema, scope keywordScope, steps ...field.Step) {
	for _, step := range steps {
		c.enter(step)
	}
	c.node(s, scope)
	for range steps {
		c.leave()
	}
}

func (c *keywordChecker) properties(s *Schema, scope keywordScope) {
	for _, p := range s.properties {
		inner := scope
		inner.root = false
		if reason, meta := topLevel(p.name); meta && (scope.root || s.has(embeddedResource)) {
			inner.resourceMeta = true
			if scope.root {
				inner = inner.withoutDefaults(reason)
			}
		}
		c.below(p.schema, inner, Field("properties"), Key(p.name))
	}
}

// topLevel reports whether a property of a resource is metadata, kind or apiVersion, and
// returns the reason that errors give for forbidding defaults in it.
func topLevel(name string) (reason string, meta bool) {
	switch name {
	case "metadata":
		return "in top-level metadata", true
	case "kind":
		return "in top-level kind", true
	case "apiVersion":
		return "in top-level apiVersion", true
	default:
		return "", false
	}
}

func (c *keywordChecker) additional(s *Schema, scope keywordScope) {
	if s.additional == nil {
		return
	}
	if scope.resourceMeta {
		scope = scope.withoutDefaults("inside additionalProperties applying to object metadata")
	}
	c.below(s.additional, scope, Field("additionalProperties"))
}

func (c *keywordChecker) junctors(s *Schema, scope keywordScope) {
	j := s.junctors()
	if j.not != nil {
		c.below(j.not, scope, Field("not"))
	}
	c.list("allOf", j.allOf, scope)
	c.list("oneOf", j.oneOf, scope)
	c.list("anyOf", j.anyOf, scope)
}

func (c *keywordChecker) list(keyword string, schemas []*Schema, scope keywordScope) {
	for i, s := range schemas {
		c.below(s, scope, Field(keyword), Index(i))
	}
}

// legacyChildren checks the schemas of the last keywords that are rejected anyway: a list of
// items, and dependencies.
func (c *keywordChecker) legacyChildren(l *legacy, scope keywordScope) {
	c.list("items", l.itemsList, scope)
	for _, d := range l.dependencies {
		if d.schema != nil {
			c.below(d.schema, scope, Field("dependencies"), Key(d.name))
		}
	}
}

// WithOldSchemas allows in an update of a CRD what its old schemas already contain, in any
// version and at any path: unknown types; lists of type set whose items are neither
// scalars nor atomic; nullable items of sets and map lists, and list map keys that are
// nullable or neither required nor defaulted.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// requireValidPropertyType, requireAtomicSetType, requireMapListKeysMapSetValidation.
func WithOldSchemas(old ...*Schema) CheckOption {
	var tolerated keywordChecker
	for _, schema := range old {
		for s := range schema.Schemas() {
			tolerated.tolerate(s)
		}
	}
	return checkOptionFunc(func(c *keywordChecker) {
		c.allowUnknownTypes = c.allowUnknownTypes || tolerated.allowUnknownTypes
		c.allowNonAtomicSets = c.allowNonAtomicSets || tolerated.allowNonAtomicSets
		c.allowUncertainKeys = c.allowUncertainKeys || tolerated.allowUncertainKeys
	})
}

func (c *keywordChecker) tolerate(s *Schema) {
	c.allowUnknownTypes = c.allowUnknownTypes || s.typ == OtherType
	listType, _ := s.ListType()
	if s.items == nil || listType != "set" && listType != "map" {
		return
	}
	var old keywordChecker
	if listType == "set" && !c.allowNonAtomicSets {
		old.setItems(s.items)
		c.allowNonAtomicSets = old.errs.Len() > 0
	}
	if !c.allowUncertainKeys {
		old = keywordChecker{}
		old.neverNull(s, listType)
		c.allowUncertainKeys = old.errs.Len() > 0
	}
}

// CheckStatusRoot returns an error if the root of a schema uses a keyword that is not
// allowed with the status subresource, or nil. The server derives the schema of the status
// from the schema of the object and would lose the keyword.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// validateCustomResourceDefinitionValidation.
func CheckStatusRoot(s *Schema) Errors {
	switch {
	case s == nil:
		return nil
	case s.hasIDOrRef():
		// The server checks these keywords before the type.
	case s.typ != NoType && s.typ != Object:
		return Errors{{Path: Path{Field("type")}, Kind: field.Invalid, Code: codes.StatusRootType, Value: s.TypeName(), Detail: codes.StatusRootTypeDetail}}
	case !s.hasMoreThanStatus():
		return nil
	}
	return Errors{{Kind: field.Invalid, Code: codes.StatusRootKeyword, Value: InternalValue(s), Detail: codes.StatusRootKeywordDetail}}
}

func (s *Schema) hasIDOrRef() bool {
	l := s.legacyKeywords()
	return l != nil && (l.id != "" || l.schemaURL != "" || l.ref != nil)
}

// hasMoreThanStatus reports whether a keyword is present, even if empty, that the
// status subresource does not allow.
func (s *Schema) hasMoreThanStatus() bool {
	const flags = nullable | additionalAllowed | additionalDenied | embeddedResource | intOrString
	j := s.junctors()
	return s.has(flags) || s.def != nil || s.validation().enum != nil ||
		s.limits().set&(maxProperties.bit()|minProperties.bit()) != 0 ||
		j.allOf != nil || j.oneOf != nil || j.anyOf != nil || j.not != nil ||
		s.rare.hasMoreThanStatus()
}

func (m *rareKeywords) hasMoreThanStatus() bool {
	if m == nil {
		return false
	}
	if l := m.legacy; l != nil && (l.patternProperties != nil || l.dependencies != nil || l.additionalItems != nil || l.definitions != nil) {
		return true
	}
	return m.listMapKeys != nil || m.texts != extensionTextValues{}
}
