package structural

import "slices"

// Type is the demanded JSON type, [NoType] if none is named.
func (s *Schema) Type() Type {
	if s == nil {
		return NoType
	}
	return s.typ
}

// TypeName is the type as written in the schema.
func (s *Schema) TypeName() string {
	if s == nil {
		return ""
	}
	if s.typ == OtherType {
		return s.more.otherType
	}
	return typeNames[s.typ]
}

// Nullable tells whether null is a value of its own here: it is then neither
// dropped nor replaced by a default.
func (s *Schema) Nullable() bool { return s.has(nullable) }

// PreservesUnknownFields tells whether x-kubernetes-preserve-unknown-fields is
// true at this node. It is not inherited by declared children.
func (s *Schema) PreservesUnknownFields() bool { return s.has(preserveUnknown) }

// EmbeddedResource tells whether x-kubernetes-embedded-resource is true.
func (s *Schema) EmbeddedResource() bool { return s.has(embeddedResource) }

// IntOrString tells whether x-kubernetes-int-or-string is true.
func (s *Schema) IntOrString() bool { return s.has(intOrString) }

// UniqueItems tells whether uniqueItems is true, which a server refuses.
func (s *Schema) UniqueItems() bool { return s.has(uniqueItems) }

// HasDefault tells whether the node itself has a default; null is none.
func (s *Schema) HasDefault() bool { return s != nil && s.def != nil }

// Default is a copy of the node's default, nil if there is none.
func (s *Schema) Default() any {
	if s == nil {
		return nil
	}
	return Clone(s.def)
}

// HoldsDefaults tells whether the node or anything below it has a default.
func (s *Schema) HoldsDefaults() bool { return s.holds(holdsDefaults) }

// HoldsRules tells whether the node or anything below it has a validation
// rule.
func (s *Schema) HoldsRules() bool { return s.holds(holdsRules) }

// HoldsListTypes tells whether the node or anything below it has an
// x-kubernetes-list-type.
func (s *Schema) HoldsListTypes() bool { return s.holds(holdsListTypes) }

// HoldsEmbeddedResources tells whether the node or anything below it is an
// embedded resource.
func (s *Schema) HoldsEmbeddedResources() bool { return s.holds(holdsEmbedded) }

// HoldsFields tells whether the node says anything about what is inside of an
// object or a list: properties, additionalProperties in any form, or items.
func (s *Schema) HoldsFields() bool { return s.holds(holdsFields) }

// HoldsBranchRules tells whether a branch of the node or of anything below it has
// a validation rule, which only schemas that are not structural have.
func (s *Schema) HoldsBranchRules() bool { return s.holds(holdsBranchRules) }

// Repeated tells whether the node may stand in several places of its schema,
// branches aside, for [FromMap] makes one node of equal ones. A walker need not
// remember what it made of the others.
func (s *Schema) Repeated() bool { return s != nil && s.repeated }

// HoldsUnsupported tells whether the node, anything below it or any of their
// branches has a keyword for which [FromMap] reports Forbidden.
func (s *Schema) HoldsUnsupported() bool { return s.holds(holdsUnsupported) }

// HoldsOtherTypes tells whether the node or anything below it names a type that
// there is not; see [OtherType].
func (s *Schema) HoldsOtherTypes() bool { return s.holds(holdsOtherTypes) }

func (s *Schema) holds(f facts) bool { return s != nil && s.below&f != 0 }

// Rules are the x-kubernetes-validations of the node, in their order.
func (s *Schema) Rules() []Rule {
	if s == nil || s.more == nil {
		return nil
	}
	out := slices.Clone(s.more.rules)
	for i := range out {
		out[i].Reason = copyOf(out[i].Reason)
		out[i].OptionalOldSelf = copyOf(out[i].OptionalOldSelf)
	}
	return out
}

// NumRules is the number of [Schema.Rules].
func (s *Schema) NumRules() int {
	if s == nil || s.more == nil {
		return 0
	}
	return len(s.more.rules)
}

// ListType is x-kubernetes-list-type; ok is false if it is not given.
func (s *Schema) ListType() (listType string, ok bool) {
	if s == nil || s.more == nil {
		return "", false
	}
	return deref(s.more.listType)
}

// MapType is x-kubernetes-map-type; ok is false if it is not given.
func (s *Schema) MapType() (mapType string, ok bool) {
	if s == nil || s.more == nil {
		return "", false
	}
	return deref(s.more.mapType)
}

// ListMapKeys are the x-kubernetes-list-map-keys in their order.
func (s *Schema) ListMapKeys() []string {
	if s == nil || s.more == nil {
		return nil
	}
	return slices.Clone(s.more.listMapKeys)
}

// Description is the description, empty if there is none or if the schema was
// made with [WithoutDocumentation].
func (s *Schema) Description() string { return s.documentation().description }

// Title is the title, with the same exception as for Description.
func (s *Schema) Title() string { return s.documentation().title }

// Example is a copy of the example, with the same exception.
func (s *Schema) Example() any { return Clone(s.documentation().example) }

// ExternalDocs is a copy of externalDocs or nil, with the same exception.
func (s *Schema) ExternalDocs() *ExternalDocs { return copyOf(s.documentation().externalDocs) }

func (s *Schema) documentation() documentation {
	if s == nil || s.doc == nil {
		return documentation{}
	}
	return *s.doc
}

func copyOf[T any](p *T) *T {
	if p == nil {
		return nil
	}
	v := *p
	return &v
}

func deref(p *string) (string, bool) {
	if p == nil {
		return "", false
	}
	return *p, true
}
