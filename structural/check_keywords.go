package structural

import "github.com/seed95800270/crdschema/internal/codes"

// CheckKeywords tells which keywords a server does not accept besides those
// that [Check] is about: keywords it knows and does not support, list and map
// types that do not fit, defaults where none may stand. The result is sorted.
// Without options it judges a new definition; see [CheckOption] for updates.
//
// Unlike Check it looks at every schema inside of s, also at those of keywords
// that Kubernetes does not support, and does so whether s is structural or not.
//
// Two errors show a schema as a whole. They leave out the documentation of a
// schema made with [WithoutDocumentation].
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// ValidateCustomResourceDefinitionOpenAPISchema, without the validation rules,
// for whose form see [WithSchemaCheck].
func CheckKeywords(s *Schema, opts ...CheckOption) Errors {
	if s == nil {
		return nil
	}
	c := keywordChecker{reporter: newReporter()}
	for _, o := range opts {
		o.applyTo(&c)
	}
	c.node(s, keywordScope{root: true})
	return c.errs.Sorted()
}

// CheckOption adjusts [CheckKeywords].
type CheckOption interface{ applyTo(*keywordChecker) }

type checkOptionFunc func(*keywordChecker)

func (f checkOptionFunc) applyTo(c *keywordChecker) { f(c) }

// WithSchemaCheck asks for further errors of every schema inside of the one that is
// checked, branches and those of unsupported keywords included. find gets one
// of them and locates its errors there. It may get the same schema several
// times, for several places.
func WithSchemaCheck(find func(*Schema) Errors) CheckOption {
	return checkOptionFunc(func(c *keywordChecker) { c.further = append(c.further, find) })
}

// keywordChecker checks every node of a schema in the same way.
type keywordChecker struct {
	reporter
	allowUnknownTypes  bool
	allowNonAtomicSets bool
	allowUncertainKeys bool
	further            []func(*Schema) Errors
}

// keywordScope is what a node inherits from those above it.
type keywordScope struct {
	root         bool
	resourceMeta bool   // inside apiVersion, kind or metadata of a resource
	noDefaults   bool   // no default may stand here
	reason       string // why
}

func (s keywordScope) withoutDefaults(reason string) keywordScope {
	s.noDefaults, s.reason = true, reason
	return s
}

func (c *keywordChecker) node(s *Schema, scope keywordScope) {
	inner := scope
	inner.root = false
	c.unsupported(s)
	c.standard(s, scope)
	c.listType(s)
	c.mapType(s)
	for _, find := range c.further {
		c.addAll(find(s))
	}
	c.properties(s, scope)
	c.additional(s, inner)
	c.items(s, inner)
	c.junctors(s, inner)
	c.legacyChildren(s, inner)
}

func (c *keywordChecker) below(s *Schema, scope keywordScope, steps ...Step) {
	for _, step := range steps {
		c.enter(step)
	}
	c.node(s, scope)
	for range steps {
		c.leave()
	}
}

// properties goes down the properties, which may be those of the server.
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

// topLevel tells whether a property of a resource belongs to the server, and
// where its defaults are then forbidden.
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

func (c *keywordChecker) items(s *Schema, scope keywordScope) {
	if s.items != nil {
		c.below(s.items, scope, Field("items"))
	}
}

func (c *keywordChecker) junctors(s *Schema, scope keywordScope) {
	j := s.junctors()
	if j.not != nil {
		c.below(j.not, scope, Field("not"))
	}
	c.list("allOf", j.allOf, scope)
	c.list("anyOf", j.anyOf, scope)
	c.list("oneOf", j.oneOf, scope)
}

func (c *keywordChecker) list(keyword string, schemas []*Schema, scope keywordScope) {
	for i, s := range schemas {
		c.below(s, scope, Field(keyword), Index(i))
	}
}

// legacyChildren goes down the keywords that are refused as such.
// patternProperties and additionalItems are not looked into.
func (c *keywordChecker) legacyChildren(s *Schema, scope keywordScope) {
	l := s.legacyKeywords()
	if l == nil {
		return
	}
	c.list("items", l.itemsList, scope)
	for _, p := range l.definitions {
		c.below(p.schema, scope, Field("definitions"), Key(p.name))
	}
	for _, d := range l.dependencies {
		if d.schema != nil {
			c.below(d.schema, scope, Field("dependencies"), Key(d.name))
		}
	}
}

// WithOldSchemas is what [CheckKeywords] accepts in an update of a definition because
// an old schema of it, of any version and at any place, did the same already:
// unknown types, sets of items that are not atomic, uncertain keys. The old
// schemas are looked at once, however often the option is used.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// requireValidPropertyType, requireAtomicSetType,
// requireMapListKeysMapSetValidation.
func WithOldSchemas(old ...*Schema) CheckOption {
	var was keywordChecker
	for _, schema := range old {
		for s := range schema.Schemas() {
			was.tolerate(s)
		}
	}
	return checkOptionFunc(func(c *keywordChecker) {
		c.allowUnknownTypes = c.allowUnknownTypes || was.allowUnknownTypes
		c.allowNonAtomicSets = c.allowNonAtomicSets || was.allowNonAtomicSets
		c.allowUncertainKeys = c.allowUncertainKeys || was.allowUncertainKeys
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
		old.certain(s, listType)
		c.allowUncertainKeys = old.errs.Len() > 0
	}
}

// CheckStatusRoot tells what the root of a schema must not say in a definition
// whose status subresource is enabled: a server takes the status's part of the
// schema out of it and would lose the rest. It is one error, or none.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// validateCustomResourceDefinitionValidation.
func CheckStatusRoot(s *Schema) Errors {
	switch {
	case s == nil:
		return nil
	case s.referring():
		// These keywords come before the type in the server's order.
	case s.typ != NoType && s.typ != Object:
		return Errors{{Path: Path{Field("type")}, Kind: Invalid, Code: codes.StatusRootType, Value: s.TypeName(), Detail: codes.StatusRootTypeDetail}}
	case !s.saysMoreThanStatus():
		return nil
	}
	return Errors{{Kind: Invalid, Code: codes.StatusRootKeyword, Value: InternalValue(s), Detail: codes.StatusRootKeywordDetail}}
}

func (s *Schema) referring() bool {
	l := s.legacyKeywords()
	return l != nil && (l.id != "" || l.schemaURL != "" || l.ref != nil)
}

// saysMoreThanStatus tells whether a keyword is given, be it empty, that does
// not go along with the status subresource.
func (s *Schema) saysMoreThanStatus() bool {
	const flags = nullable | additionalAllowed | additionalDenied | embeddedResource | intOrString
	j := s.junctors()
	return s.has(flags) || s.def != nil || s.validation().enum != nil ||
		s.bounds().set&(maxPropertiesSet|minPropertiesSet) != 0 ||
		j.allOf != nil || j.oneOf != nil || j.anyOf != nil || j.not != nil ||
		s.more.saysMoreThanStatus()
}

func (m *more) saysMoreThanStatus() bool {
	if m == nil {
		return false
	}
	if l := m.legacy; l != nil && (l.patternProperties != nil || l.dependencies != nil || l.additionalItems != nil || l.definitions != nil) {
		return true
	}
	return m.listMapKeys != nil || m.listType != nil || m.mapType != nil
}
