package judge

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"sync"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
)

// Definitions are the compiled CRDs of a run, by kind. They are safe for concurrent use.
type Definitions struct {
	compiler *crdschema.Compiler

	mu     sync.RWMutex
	byKind map[input.GroupKind]*definition
}

// definition is a compiled CRD, or why there is none.
type definition struct {
	compiled *crdschema.Definition
	crd      map[string]any
	position string
	err      error
}

// NewDefinitions returns an empty set.
func NewDefinitions(compiler *crdschema.Compiler) *Definitions {
	return &Definitions{compiler: compiler, byKind: map[input.GroupKind]*definition{}}
}

// Add compiles a CRD as a server serves it. The error says why its objects cannot be judged by it: it
// does not compile, or there is another one for the same kind, and the first one counts.
func (d *Definitions) Add(ctx context.Context, o *input.Object) error {
	return d.add(ctx, o, d.compile(ctx, o))
}

// compile compiles a CRD, unless it is known at the same position.
func (d *Definitions) compile(ctx context.Context, o *input.Object) *definition {
	kind, _ := kindOf(o)
	if known := d.known(kind); known != nil && known.position == o.String() {
		return known
	}
	c := &definition{crd: o.Value, position: o.String()}
	c.compiled, c.err = d.compiler.Compile(ctx, o.Value)
	return c
}

func (d *Definitions) known(kind input.GroupKind) *definition {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.byKind[kind]
}

func (d *Definitions) add(ctx context.Context, o *input.Object, compiled *definition) error {
	kind, spec := kindOf(o)
	if kind.Kind == "" { // a patch of a CRD, for example: it defines nothing
		return compiled.err
	}
	d.mu.Lock()
	first := d.byKind[kind]
	if first == nil {
		d.byKind[kind] = compiled
		first = compiled
	}
	d.mu.Unlock()
	if first.position == o.String() || reflect.DeepEqual(first.crd["spec"], spec) || d.equal(ctx, first.crd, o.Value) {
		return first.err
	}
	return fmt.Errorf("there is another definition of %v: %s", kind, first.position)
}

// equal reports whether a server stores the specs of two CRDs alike: one may be what a server returned
// for the other, with defaults.
func (d *Definitions) equal(ctx context.Context, a, b map[string]any) bool {
	var specs [2]any
	for i, crd := range []map[string]any{a, b} {
		res, err := d.compiler.AdmitCRD(ctx, crdschema.CRDRequest{CRD: created(crd), FieldValidation: crdschema.Ignore})
		if err != nil || !res.Accepted() {
			return false
		}
		specs[i] = res.Object["spec"]
	}
	return reflect.DeepEqual(specs[0], specs[1])
}

// created returns a CRD as it was before the server stored it.
func created(crd map[string]any) map[string]any {
	metadata, _ := crd["metadata"].(map[string]any)
	out := maps.Clone(crd)
	delete(out, "status")
	out["metadata"] = map[string]any{"name": metadata["name"], "annotations": metadata["annotations"]}
	return out
}

func kindOf(o *input.Object) (input.GroupKind, map[string]any) {
	spec, _ := o.Value["spec"].(map[string]any)
	names, _ := spec["names"].(map[string]any)
	group, _ := spec["group"].(string)
	kind, _ := names["kind"].(string)
	return input.GroupKind{Group: group, Kind: kind}, spec
}

// NoDefinitionError says why there is no definition of an object.
type NoDefinitionError struct {
	// Broken reports whether there is a CRD that cannot be served.
	Broken bool
	text   string
}

func (e *NoDefinitionError) Error() string { return e.text }

// Of returns the definition for an object. The error is a [*NoDefinitionError].
func (d *Definitions) Of(o *input.Object) (*crdschema.Definition, error) {
	kind := o.GroupKind()
	found := d.known(kind)
	switch {
	case found != nil && found.err == nil:
		return found.compiled, nil
	case found != nil:
		return nil, &NoDefinitionError{Broken: true, text: fmt.Sprintf("the definition of %v cannot be served: %s", kind, found.position)}
	case isJSONSchema(o):
		return nil, &NoDefinitionError{text: "the document is a JSON schema, not an object and not a CustomResourceDefinition"}
	case kind.Kind == "" || o.Text("apiVersion") == "":
		return nil, &NoDefinitionError{text: "the document is not an object of Kubernetes: it has no apiVersion or no kind"}
	case isBuiltIn(kind.Group):
		return nil, &NoDefinitionError{text: fmt.Sprintf("%v is built into the server: only custom resources are judged", kind)}
	default:
		return nil, &NoDefinitionError{text: fmt.Sprintf("there is no definition of %v", kind)}
	}
}

// isBuiltIn reports whether a group belongs to Kubernetes itself.
func isBuiltIn(group string) bool {
	return !strings.Contains(group, ".") || strings.HasSuffix(group, ".k8s.io") && builtInGroups[strings.TrimSuffix(group, ".k8s.io")]
}

var builtInGroups = map[string]bool{
	"admissionregistration": true, "apiextensions": true, "apiregistration": true, "authentication": true,
	"authorization": true, "certificates": true, "coordination": true, "discovery": true, "events": true,
	"flowcontrol.apiserver": true, "internal.apiserver": true, "networking": true, "node": true,
	"rbac.authorization": true, "resource": true, "scheduling": true, "storage": true, "storagemigration": true,
}
