// Package namespaces serves the kind Namespace as a definition of the core group. New objects need a namespace that
// exists.
//
// As with envtest, there is no controller of namespaces: a deleted namespace is Terminating until a client
// removes the finalizer kubernetes in its spec (namespaces/NAME/finalize), and its objects stay.
package namespaces

import (
	"context"
	_ "embed"
	"maps"
	"slices"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdserver/internal/builtin"
	"github.com/seed95800270/crdschema/crdserver/internal/custom"
	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/crdserver/internal/untyped"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/status"
)

// Manifest describes the kind as a CRD.
//
//go:embed namespaces.yaml
var Manifest []byte

// Initial are the namespaces of a new cluster.
var initial = []string{"default", "kube-node-lease", "kube-public", "kube-system"}

// Namespaces are the namespaces of a server.
type Namespaces struct {
	*custom.Definition
	// CRD is the manifest, established.
	CRD   map[string]any
	table *store.Table
}

// New returns the namespaces of a store. Missing namespaces of a new cluster are added.
func New(ctx context.Context, s *store.Store, c *crdschema.Compiler, newUID func() string) (*Namespaces, error) {
	doc, err := document.DecodeYAML(ctx, Manifest)
	if err != nil {
		return nil, err
	}
	d, err := c.Compile(ctx, doc[0].Object, crdschema.WithCoreGroup())
	if err != nil {
		return nil, err
	}
	n := &Namespaces{CRD: doc[0].Object, table: s.Table("namespaces")}
	resource := builtin.NewResource("namespaces.")
	hooks := custom.Hooks{Prepare: resource.Prepare, Complete: complete, CheckDeletion: checkDeletion, Hold: hold, Show: show, See: see, Typed: true}
	if n.Definition, err = custom.New(d, n.table, hooks, custom.NewLifetime()); err != nil {
		return nil, err
	}
	resource.Definition = n.Definition
	for _, name := range initial {
		if stored, _ := n.table.Get(name); stored != nil {
			continue
		}
		if err := n.add(ctx, name, newUID()); err != nil {
			return nil, err
		}
	}
	return n, nil
}

func (n *Namespaces) add(ctx context.Context, name, uid string) error {
	result, err := n.Admit(ctx, crdschema.Request{Object: map[string]any{
		"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": name},
	}, UID: uid, CreationTimestamp: time.Now()})
	if err != nil {
		return err
	}
	stored := complete(result.Stored, nil)
	_, err = n.table.Put(name, nil, func(revision uint64) map[string]any { return registry.AtRevision(stored, revision) })
	return err
}

// CheckNew returns the Status for a new object in a namespace that does not exist or is being deleted.
//
// Rule: k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle, Lifecycle.Admit.
func (n *Namespaces) CheckNew(d *crdschema.Definition, namespace, name string) *crdschema.Status {
	if namespace == "" {
		return nil
	}
	stored, _ := n.table.Get(namespace)
	if stored == nil {
		return status.Resource{Kind: "namespaces", Name: namespace}.NotFound()
	}
	if meta, _ := stored.Value["metadata"].(map[string]any); meta["deletionTimestamp"] != nil {
		return d.Resource(name).NamespaceTerminating(namespace)
	}
	return nil
}

// checkDeletion protects the namespaces of the cluster.
//
// Rule: k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle, Lifecycle.Admit.
func checkDeletion(name string) *crdschema.Status {
	switch name {
	case "default", "kube-system", "kube-public":
		return status.Resource{Kind: "namespaces", Name: name}.Forbidden("this namespace may not be deleted")
	}
	return nil
}

// complete gives a namespace what its strategy sets: the label with its name, the phase, the finalizers in the spec, and
// no generation.
//
// Rules: k8s.io/kubernetes/pkg/registry/core/namespace, namespaceStrategy; pkg/apis/core/v1,
// SetDefaults_Namespace.
func complete(obj, old map[string]any) map[string]any {
	if obj["kind"] != "Namespace" {
		return obj
	}
	out, meta := maps.Clone(obj), maps.Clone(untyped.Object(obj, "metadata"))
	delete(meta, "generation")
	delete(meta, "deletionGracePeriodSeconds")
	release(meta)
	labels := maps.Clone(untyped.Object(meta, "labels"))
	if labels == nil {
		labels = map[string]any{}
	}
	labels["kubernetes.io/metadata.name"] = meta["name"]
	phase := "Active"
	if meta["deletionTimestamp"] != nil {
		phase = "Terminating"
	}
	state := maps.Clone(untyped.Object(obj, "status"))
	if state == nil {
		state = map[string]any{}
	}
	meta["labels"], state["phase"] = labels, phase
	out["metadata"], out["status"] = meta, state
	spec := map[string]any{}
	maps.Copy(spec, untyped.Object(obj, "spec"))
	list, _ := spec["finalizers"].([]any)
	if old != nil {
		list, _ = untyped.Object(old, "spec")["finalizers"].([]any)
	} else if !slices.Contains(list, any(finalizer)) {
		list = append(list[:len(list):len(list)], finalizer)
	}
	if spec["finalizers"] = list; len(list) == 0 {
		delete(spec, "finalizers")
	}
	out["spec"] = spec
	return out
}

// show returns a namespace without the generation that every custom resource has.
func show(obj map[string]any) map[string]any {
	out, meta := maps.Clone(obj), maps.Clone(untyped.Object(obj, "metadata"))
	delete(meta, "generation")
	out["metadata"] = meta
	return out
}

// see returns a namespace as webhooks see it: with the label of its name.
func see(obj map[string]any) map[string]any {
	out := show(obj)
	meta := maps.Clone(untyped.Object(out, "metadata"))
	labels := map[string]any{}
	maps.Copy(labels, untyped.Object(meta, "labels"))
	labels["kubernetes.io/metadata.name"] = meta["name"]
	meta["labels"], out["metadata"] = labels, meta
	return out
}

// finalizer is the one in the spec of every namespace.
const finalizer = "kubernetes"

// hold returns a namespace with the finalizer of its spec in the metadata, where deletions look for it, or nil if
// the spec has none.
func hold(obj map[string]any) map[string]any {
	if inSpec, _ := untyped.Object(obj, "spec")["finalizers"].([]any); len(inSpec) == 0 {
		return nil
	}
	out, meta := maps.Clone(obj), maps.Clone(untyped.Object(obj, "metadata"))
	list, _ := meta["finalizers"].([]any)
	meta["finalizers"] = append(list[:len(list):len(list)], finalizer)
	out["metadata"] = meta
	return out
}

// release removes what hold has added.
func release(meta map[string]any) {
	list, _ := meta["finalizers"].([]any)
	kept := slices.DeleteFunc(slices.Clone(list), func(name any) bool { return name == finalizer })
	if meta["finalizers"] = kept; len(kept) == 0 {
		delete(meta, "finalizers")
	}
}
