package builtin

import (
	"context"
	"slices"
	"sync"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdserver/internal/custom"
	"github.com/seed95800270/crdschema/crdserver/internal/published"
	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/lifecycle"
	"github.com/seed95800270/crdschema/structural/apply"
)

// Config configures the kinds.
type Config struct {
	Store    *store.Store
	Compiler *crdschema.Compiler
	// CheckNew checks new objects: see custom.Hooks.
	CheckNew func(d *crdschema.Definition, namespace, name string) *crdschema.Status
}

// Kinds are the built-in kinds of a server.
type Kinds struct {
	config Config
	mu     sync.Mutex
	opened map[behavior]*Resource
}

// Resource is a built-in resource.
type Resource struct {
	*custom.Definition
	behavior behavior
}

// NewResource returns a resource that another package serves, by its name "namespaces.". Its definition must be set before
// a request is prepared.
func NewResource(name string) *Resource { return &Resource{behavior: behavior(name)} }

// New returns the kinds. None is compiled yet.
func New(c Config) *Kinds { return &Kinds{config: c, opened: map[behavior]*Resource{}} }

// group returns the discovery information of a group.
func group(name string) (lifecycle.Discovery, bool) {
	for _, g := range published.Groups() {
		if g.Group == name {
			return g, true
		}
	}
	return lifecycle.Discovery{}, false
}

// Has reports whether a group is built in.
func Has(name string) bool {
	_, found := group(name)
	return found
}

// Entry returns the entry of a resource or a subresource ("pods/log") in discovery, or nil.
func Entry(groupName, version, name string) map[string]any {
	g, _ := group(groupName)
	return find(g.Resources[version], name)
}

// Stored reports whether the objects of an entry of discovery are stored.
func Stored(entry map[string]any) bool { return Allows(entry, "get") }

// Allows reports whether an entry of discovery has a verb.
func Allows(entry map[string]any, verb string) bool {
	verbs, _ := entry["verbs"].([]any)
	return slices.Contains(verbs, any(verb))
}

// Open returns a resource, compiled.
func (k *Kinds) Open(ctx context.Context, groupName, resource string) (*Resource, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	b := behavior(resource + "." + groupName)
	if r := k.opened[b]; r != nil {
		return r, nil
	}
	g, _ := group(groupName)
	r, err := k.compile(ctx, g, resource, b)
	if err != nil {
		return nil, err
	}
	k.opened[b] = r
	return r, nil
}

// compile compiles a resource twice: the types of lists are for apply only.
func (k *Kinds) compile(ctx context.Context, g lifecycle.Discovery, resource string, b behavior) (*Resource, error) {
	var opts []crdschema.DefinitionOption
	if g.Group == "" {
		opts = append(opts, crdschema.WithCoreGroup())
	}
	d, err := k.config.Compiler.Compile(ctx, manifest(g, resource, b, false), opts...)
	if err != nil {
		return nil, err
	}
	typed, err := k.config.Compiler.Compile(ctx, manifest(g, resource, b, true), opts...)
	if err != nil {
		return nil, err
	}
	fields, err := apply.New(typed)
	if err != nil {
		return nil, err
	}
	r := &Resource{behavior: b}
	hooks := custom.Hooks{
		CheckNew: func(namespace, name string) *crdschema.Status { return k.config.CheckNew(d, namespace, name) },
		Prepare:  r.Prepare, Complete: r.complete, Show: r.show, See: r.see, Typed: true, Fields: fields,
	}
	r.Definition, err = custom.New(d, k.config.Store.Table(b.table()), hooks, custom.NewLifetime())
	return r, err
}
