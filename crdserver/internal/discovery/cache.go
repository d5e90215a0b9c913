package discovery

import (
	"sync"

	"github.com/seed95800270/crdschema/crdserver/internal/crds"
	"github.com/seed95800270/crdschema/crdserver/internal/published"
	"github.com/seed95800270/crdschema/lifecycle"
)

// groups keeps the groups of what was served last.
type groups struct {
	mu     sync.Mutex
	served *crds.Served
	list   []lifecycle.Discovery
}

func (g *groups) of(served *crds.Served) []lifecycle.Discovery {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.served != served {
		g.served, g.list = served, append([]lifecycle.Discovery{lifecycle.APIExtensions()}, published.Groups()[1:]...)
		g.list = append(g.list, lifecycle.DiscoverAll(manifests(served))...)
	}
	return g.list
}

func manifests(served *crds.Served) []map[string]any {
	out := make([]map[string]any, 0, len(served.CRDs))
	for _, crd := range served.CRDs {
		out = append(out, crd.Value)
	}
	return out
}
