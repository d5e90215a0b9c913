package custom

import (
	"context"
	"sync"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdserver/internal/rest"
	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural/apply"
)

// Hooks are what the server does around the requests for a definition. Each may be nil.
type Hooks struct {
	// CheckNew returns the Status for a new object in a namespace, or nil.
	CheckNew func(namespace, name string) *crdschema.Status
	// Prepare changes a request to write before it is decided.
	Prepare func(ctx context.Context, w rest.Write, version *crdschema.Version) (rest.Write, error)
	// Fields tracks the managers of fields. If it is nil, the definition says how.
	Fields crdschema.FieldTracker
	// Complete changes an object before it is stored in place of old, or as a new one if old is nil.
	Complete func(obj, old map[string]any) map[string]any
	// Hold returns an object that is to be deleted with a finalizer of the server, so that the object is
	// marked and stays, or nil for an object that need not stay. Complete removes the finalizer again.
	Hold func(obj map[string]any) map[string]any
	// See changes an object as webhooks see it.
	See func(obj map[string]any) map[string]any
	// Show changes an object as it is read.
	Show func(obj map[string]any) map[string]any
	// Typed reports whether the kind is a Go type of the server: the items of lists have no apiVersion and
	// kind.
	Typed bool
	// CheckDeletion returns the Status for a deletion, or nil.
	CheckDeletion func(name string) *crdschema.Status
	// Removed is called after an object was removed.
	Removed func(ctx context.Context) error
}

// Lifetime is the time in which watches see the same objects in the same way.
type Lifetime struct {
	ctx context.Context
	end context.CancelFunc
}

// NewLifetime returns a lifetime that has just begun.
func NewLifetime() *Lifetime {
	ctx, end := context.WithCancel(context.Background())
	return &Lifetime{ctx, end}
}

// End ends the watches.
func (l *Lifetime) End() { l.end() }

// Definition is a served definition.
type Definition struct {
	*crdschema.Definition
	table    *store.Table
	fields   crdschema.FieldTracker
	hooks    Hooks
	lifetime *Lifetime
	versions map[string]*Kind
}

// Lifetime returns the lifetime of the definition.
func (d *Definition) Lifetime() *Lifetime { return d.lifetime }

// New returns the definition with its objects in a table.
func New(d *crdschema.Definition, table *store.Table, hooks Hooks, lifetime *Lifetime) (*Definition, error) {
	fields := hooks.Fields
	if fields == nil {
		own, err := apply.New(d)
		if err != nil {
			return nil, err
		}
		fields = own
	}
	out := &Definition{Definition: d, table: table, fields: fields, hooks: hooks, lifetime: lifetime, versions: map[string]*Kind{}}
	for _, name := range d.ServedVersions() {
		v, _ := d.Version(name)
		out.versions[name] = newKind(out, v)
	}
	return out, nil
}

// Kind returns the kind at a served version.
func (d *Definition) Kind(v *crdschema.Version) *Kind { return d.versions[v.Name()] }

// Kind is a definition at a version. The first request that needs its fields and columns compiles them.
type Kind struct {
	definition *Definition
	version    *crdschema.Version
	selectable func() (*registry.Selectable, error)
	printer    func() (*registry.Printer, error)
}

var _ rest.Kind = &Kind{}

func newKind(d *Definition, v *crdschema.Version) *Kind {
	return &Kind{
		definition: d, version: v,
		selectable: sync.OnceValues(func() (*registry.Selectable, error) { return registry.NewSelectable(context.Background(), v) }),
		printer:    sync.OnceValues(func() (*registry.Printer, error) { return registry.NewPrinter(context.Background(), v) }),
	}
}
