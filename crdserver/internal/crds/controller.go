package crds

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/crdserver/internal/custom"
	"github.com/seed95800270/crdschema/crdserver/internal/rest"
	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural/apply"
)

// Config configures a controller.
type Config struct {
	Store    *store.Store
	Compiler *crdschema.Compiler
	// Converters are functions in place of webhooks, by the name of the CRD.
	Converters map[string]conversion.Converter
	// CheckNew checks new custom resources: see custom.Hooks.
	CheckNew func(d *crdschema.Definition, namespace, name string) *crdschema.Status
	NewUID   func() string
}

// Group is the group of CRDs.
const Group = "apiextensions.k8s.io"

// Controller holds the CRDs of a server.
type Controller struct {
	Config
	table  *store.Table
	fields *apply.CRDTracker
	mu     sync.Mutex // one reconciliation at a time
	served atomic.Pointer[Served]
	kept   map[string]bool // the CRDs of the store before this server
}

// manager is the manager of the fields of CRDs that no request has created.
const manager = "crdserver"

// Served is what the server serves after a write of a CRD. It does not change.
type Served struct {
	// CRDs are the stored CRDs, by name.
	CRDs map[string]*store.Object
	// Definitions has the definitions of established CRDs.
	Definitions map[string]*custom.Definition
	// Broken are the established CRDs without a definition, with the reason.
	Broken map[string]error
}

// New returns a controller without CRDs.
func New(c Config) *Controller {
	out := &Controller{Config: c, table: c.Store.Table("customresourcedefinitions.apiextensions.k8s.io"), fields: apply.NewCRDTracker()}
	out.served.Store(&Served{})
	return out
}

// Served returns what is served now.
func (c *Controller) Served() *Served { return c.served.Load() }

// Create creates a CRD as a request does, or updates one that the store has kept. The error is a
// *crdschema.Status if it is invalid.
func (c *Controller) Create(ctx context.Context, crd map[string]any) error {
	if old, _ := c.table.Get(nameOf(crd)); old != nil && c.kept[old.Key] {
		delete(c.kept, old.Key)
		return c.update(ctx, crd, old)
	}
	res, err := c.Compiler.AdmitCRD(ctx, crdschema.CRDRequest{
		CRD: crd, UID: c.NewUID(), CreationTimestamp: time.Now(), Revision: c.Store.Revision() + 1,
		Fields: c.fields, FieldManager: manager, Now: time.Now(),
	})
	if err != nil {
		return err
	}
	if refused := res.Status(); refused != nil {
		return refused
	}
	name := nameOf(res.Object)
	old, _ := c.table.Get(name)
	if old != nil {
		return c.Kind().AlreadyExists("", res.Object, old.Value)
	}
	return c.put(ctx, nil, res.Object)
}

// put stores a CRD and serves it.
func (c *Controller) put(ctx context.Context, old *store.Object, crd map[string]any) error {
	name := nameOf(crd)
	cur, err := c.table.Put(name, old, at(crd))
	if err != nil {
		return err
	}
	if err := c.written(ctx, store.Write{Old: old, Cur: cur}); err != nil {
		return err
	}
	return c.Served().Broken[name]
}

// at returns a function that gives an object its revision.
func at(obj map[string]any) func(uint64) map[string]any {
	return func(revision uint64) map[string]any { return registry.AtRevision(obj, revision) }
}

// Kind returns the kind of CRDs.
func (c *Controller) Kind() rest.Kind { return &kind{c} }

func nameOf(obj map[string]any) string {
	meta, _ := obj["metadata"].(map[string]any)
	name, _ := meta["name"].(string)
	return name
}

func groupOf(crd map[string]any) any {
	spec, _ := crd["spec"].(map[string]any)
	return spec["group"]
}
