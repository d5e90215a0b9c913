package structural

import "github.com/seed95800270/crdschema/internal/valuetext"

// Root says what a function looks at: a whole custom resource, or a value inside of one. Use
// [Resource] for an object and the schema of a version, and [Value] for anything else: a part
// of an object, or a value that is not in Kubernetes. Below the root,
// x-kubernetes-embedded-resource says which values are resources.
type Root uint8

const (
	// Resource is a whole custom resource: it has apiVersion, kind and metadata regardless
	// of its schema.
	Resource Root = iota
	// Value is any value. It is a resource only if its schema is an embedded resource.
	Value
	// Property is a Value for which package pruning reports every dropped field, even
	// apiVersion, kind and metadata. Other packages take it as a Value.
	Property
	// Element is a Property that keeps its unknown fields in package pruning, as the elements
	// of a list that preserves them. An element of any other list is a Property.
	Element
)

var rootWords = valuetext.Enum[Root]{Name: "Root",
	Words: []string{Resource: "resource", Value: "value", Property: "property", Element: "element"}}

// String returns "resource", "value", "property" or "element".
func (r Root) String() string { return rootWords.Word(r) }
