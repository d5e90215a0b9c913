package publish

import "k8s.io/kube-openapi/pkg/validation/spec"

// Form is the form of a document.
type Form uint8

const (
	// V2 is OpenAPI v2, with its losses.
	V2 Form = iota
	// V3 is OpenAPI v3.
	V3
)

// prefixes are what references to models start with.
var prefixes = [...]string{V2: "#/definitions/", V3: "#/components/schemas/"}

// Ref is a reference to a model.
func (f Form) Ref(model string) spec.Ref {
	ref, err := spec.NewRef(prefixes[f] + model)
	if err != nil { // a name that is no part of an address
		return spec.Ref{}
	}
	return ref
}

// described is a property that refers to a model and has a text of its own,
// which in v3 needs an allOf around the reference.
func (f Form) described(ref spec.Ref, text string) spec.Schema {
	out := spec.Schema{SchemaProps: spec.SchemaProps{Description: text}}
	if f == V2 {
		out.Ref = ref
	} else {
		out.AllOf = []spec.Schema{{SchemaProps: spec.SchemaProps{Ref: ref}}}
	}
	return out
}
