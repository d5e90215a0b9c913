// Package facts names what package structural knows about the schemas in a schema, so that a
// walk over the schema can skip what does not concern it.
package facts

// Facts is a set of facts about a schema. Unless a fact says otherwise, a schema
// has it if the schema itself or one below it has. Branches of allOf, anyOf, oneOf and not
// do not count.
type Facts uint16

const (
	// Defaults: there is a default.
	Defaults Facts = 1 << iota
	// Rules: there is a validation rule.
	Rules
	// ListTypes: there is an x-kubernetes-list-type.
	ListTypes
	// EmbeddedResources: there is an embedded resource.
	EmbeddedResources
	// Fields: there are properties, additionalProperties in any form, or items.
	Fields
	// Unsupported: there is a keyword for which structural.FromMap reports
	// Forbidden. Branches count.
	Unsupported
	// BranchRules: there is a validation rule in a branch. Only schemas that are not structural
	// have one.
	BranchRules
	// OtherTypes: there is a type that Kubernetes does not know.
	OtherTypes
	// IntOrString: there is an x-kubernetes-int-or-string.
	IntOrString
	// NeedsCheck: structural.Check has to look at a schema wherever it is.
	NeedsCheck
	// Repeated: the schema itself may be used in several places, branches left
	// out, because structural.FromMap makes one of equal schemas. A walk need not
	// remember what it made of the others.
	Repeated
	// Restrictions: the schema itself has a keyword that structural.Schema.StripValueValidations
	// removes.
	Restrictions
)
