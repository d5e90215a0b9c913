package command

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/judge"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/internal/kubectl"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// collections holds stored objects by kind. kinds has the order in which the kinds appeared.
type collections struct {
	kinds   []*crdschema.Definition
	objects map[*crdschema.Definition]map[string]map[string]any // by namespace and name
}

func newCollections(objects []input.Object, definitions *judge.Definitions) (*collections, error) {
	c := &collections{objects: map[*crdschema.Definition]map[string]map[string]any{}}
	for i := range objects {
		o := &objects[i]
		if o.IsCRD() {
			continue
		}
		d, err := definitions.Of(o)
		if err != nil {
			return nil, fmt.Errorf("resource mapping not found for name: %q namespace: %q from %q: no matches for kind %q in version %q\nensure CRDs are installed first: %w",
				o.Meta("name"), o.Meta("namespace"), o.File, o.Text("kind"), o.Text("apiVersion"), err)
		}
		c.add(d, o)
	}
	return c, nil
}

func (c *collections) add(d *crdschema.Definition, o *input.Object) {
	value, namespace := o.Value, o.Meta("namespace")
	if d.Scope() == objectmeta.Namespaced {
		namespace = cmp.Or(namespace, "default")
		value = inNamespace(value, namespace)
	}
	if c.objects[d] == nil {
		c.objects[d] = map[string]map[string]any{}
		c.kinds = append(c.kinds, d)
	}
	c.objects[d][namespace+"/"+o.Meta("name")] = value
}

func inNamespace(obj map[string]any, namespace string) map[string]any {
	metadata, _ := obj["metadata"].(map[string]any)
	obj, metadata = maps.Clone(obj), maps.Clone(metadata)
	if metadata == nil {
		metadata = map[string]any{}
	}
	metadata["namespace"], obj["metadata"] = namespace, metadata
	return obj
}

// list is what the server answers about one kind.
type list struct {
	version *crdschema.Version
	objects []map[string]any
}

func (g *getting) lists(ctx context.Context, stored *collections) (lists []list, errs []error) {
	for _, d := range stored.kinds {
		l, err := g.list(ctx, d, stored.objects[d])
		if err != nil {
			errs = append(errs, err)
			continue
		}
		lists = append(lists, l)
	}
	return lists, errs
}

func (g *getting) list(ctx context.Context, d *crdschema.Definition, stored map[string]map[string]any) (list, error) {
	served := d.ServedVersions()
	if len(served) == 0 {
		return list{}, fmt.Errorf("no matches for kind %q in group %q: no version is served", d.Kind(), d.Group())
	}
	version, _ := d.Version(served[0])
	l := list{version: version}
	fields, err := registry.NewSelectable(ctx, version)
	if err != nil {
		return l, err
	}
	selection, status := g.selection(fields)
	if status != nil {
		return l, g.unable(status, version)
	}
	for _, key := range slices.Sorted(maps.Keys(stored)) {
		obj, err := d.Read(ctx, stored[key], version.Name())
		if err != nil {
			if status := crdschema.StatusOf(err); status != nil {
				return l, status
			}
			return l, fmt.Errorf("%s: %w", key, err)
		}
		selected, err := selection.Matches(ctx, obj)
		if err != nil {
			return l, err
		}
		if selected && g.inNamespace(d, obj) {
			l.objects = append(l.objects, obj)
		}
	}
	return l, nil
}

func (g *getting) selection(fields *registry.Selectable) (*registry.Selection, *crdschema.Status) {
	parameters, status := httpapi.ParseList(url.Values{"labelSelector": {g.labels}, "fieldSelector": {g.fields}})
	if status != nil {
		return nil, status
	}
	return parameters.Select(fields)
}

// unable returns a Status with kubectl's words in front of its message.
//
// Rule: k8s.io/cli-runtime/pkg/resource, Selector.Visit.
func (g *getting) unable(status *crdschema.Status, v *crdschema.Version) *crdschema.Status {
	d, changed := v.Definition(), *status
	resource := fmt.Sprintf("%s/%s, Resource=%s", d.Group(), v.Name(), d.Names().Plural)
	changed.Message = fmt.Sprintf("Unable to find %q that match label selector %q, field selector %q: %s", resource, g.labels, g.fields, status.Message)
	return &changed
}

func (g *getting) inNamespace(d *crdschema.Definition, obj map[string]any) bool {
	return g.print.AllNamespaces || d.Scope() != objectmeta.Namespaced || (&input.Object{Value: obj}).Meta("namespace") == g.namespace
}

func (g *getting) listing(ctx context.Context, l list) (kubectl.Listing, error) {
	include := registry.IncludeMetadata
	if g.print.SortBy != "" {
		include = registry.IncludeObject
	}
	d := l.version.Definition()
	printer, err := registry.NewPrinter(ctx, l.version)
	if err != nil {
		return kubectl.Listing{}, err
	}
	table, err := printer.Table(ctx, l.objects, g.now, registry.WithInclude(include))
	return kubectl.Listing{
		Kind:  kubectl.Kind{Group: d.Group(), Kind: d.Kind(), Namespaced: d.Scope() == objectmeta.Namespaced},
		Table: table,
	}, err
}
