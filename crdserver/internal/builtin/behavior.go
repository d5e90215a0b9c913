package builtin

import (
	"context"
	_ "embed"
	"slices"
	"sync"

	"github.com/seed95800270/crdschema/crdserver/internal/untyped"
	"github.com/seed95800270/crdschema/document"
)

//go:embed behavior.yaml
var behaviorFile []byte

// behaviors returns the content of behavior.yaml.
var behaviors = sync.OnceValue(func() map[string]any {
	docs, err := document.DecodeYAML(context.Background(), behaviorFile)
	if err != nil {
		panic(err) // the file is part of the program
	}
	return docs[0].Object
})

// defaults returns the defaults of the fields of a component that are not published.
func defaults(component string) map[string]any {
	return untyped.Object(untyped.Object(behaviors(), "defaults"), component)
}

// behavior is how a resource differs from custom resources, by its name "deployments.apps".
type behavior string

// generation reports whether objects have a metadata.generation.
func (b behavior) generation() bool { return b.in("generation") }

// in reports whether a list of behavior.yaml has the resource.
func (b behavior) in(list string) bool {
	names, _ := behaviors()[list].([]any)
	return slices.Contains(names, any(string(b)))
}

// selectable returns the fields of field selectors as a CRD has them.
func (b behavior) selectable() (out []any) {
	list, _ := untyped.Object(behaviors(), "selectable")[string(b)].([]any)
	for _, field := range list {
		out = append(out, map[string]any{"jsonPath": "." + field.(string)})
	}
	return out
}

// status returns the status of a new object, or nil.
func (b behavior) status() map[string]any {
	return untyped.Object(untyped.Object(behaviors(), "status"), string(b))
}
