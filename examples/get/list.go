package main

import (
	"context"
	"fmt"
	"net/url"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/examples/get/kubectl"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

type list struct {
	version *crdschema.Version
	objects []map[string]any
}

func (c *cluster) lists(ctx context.Context, o *options) (lists []list, errs []error) {
	for _, kind := range c.kinds {
		l, err := c.list(ctx, kind, o)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		lists = append(lists, l)
	}
	return lists, errs
}

func (c *cluster) list(ctx context.Context, kind groupKind, o *options) (list, error) {
	definition := c.definitions[kind]
	l := list{version: preferred(definition)}
	if l.version == nil {
		return l, fmt.Errorf("no matches for kind %q in group %q: no version is served", kind.kind, kind.group)
	}
	fields, err := registry.NewSelectable(ctx, l.version)
	if err != nil {
		return l, err
	}
	selection, status := o.selection(fields)
	if status != nil {
		return l, o.unable(status, l.version)
	}
	for _, key := range c.keys(kind) {
		obj, err := definition.Read(ctx, c.stored[kind][key], l.version.Name())
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
		if selected && o.inNamespace(definition, obj) {
			l.objects = append(l.objects, obj)
		}
	}
	return l, nil
}

func preferred(d *crdschema.Definition) *crdschema.Version {
	names := d.ServedVersions()
	if len(names) == 0 {
		return nil
	}
	v, _ := d.Version(names[0])
	return v
}

func (o *options) selection(fields *registry.Selectable) (*registry.Selection, *crdschema.Status) {
	parameters, status := httpapi.ParseList(url.Values{"labelSelector": {o.labels}, "fieldSelector": {o.fields}})
	if status != nil {
		return nil, status
	}
	return parameters.Select(fields)
}

// unable returns a Status with kubectl's words in front of its message.
//
// Rule: k8s.io/cli-runtime/pkg/resource, Selector.Visit.
func (o *options) unable(status *crdschema.Status, v *crdschema.Version) *crdschema.Status {
	d, changed := v.Definition(), *status
	resource := fmt.Sprintf("%s/%s, Resource=%s", d.Group(), v.Name(), d.Names().Plural)
	changed.Message = fmt.Sprintf("Unable to find %q that match label selector %q, field selector %q: %s", resource, o.labels, o.fields, status.Message)
	return &changed
}

func (o *options) inNamespace(d *crdschema.Definition, obj map[string]any) bool {
	return o.print.AllNamespaces || d.Scope() != objectmeta.Namespaced || metadata(obj, "namespace") == o.namespace
}

func (l list) listing(ctx context.Context, o *options) (kubectl.Listing, error) {
	include := registry.IncludeMetadata
	if o.print.SortBy != "" {
		include = registry.IncludeObject
	}
	d := l.version.Definition()
	printer, err := registry.NewPrinter(ctx, l.version)
	if err != nil {
		return kubectl.Listing{}, err
	}
	table, err := printer.Table(ctx, l.objects, o.now, registry.WithInclude(include))
	return kubectl.Listing{
		Kind:  kubectl.Kind{Group: d.Group(), Kind: d.Kind(), Namespaced: d.Scope() == objectmeta.Namespaced},
		Table: table,
	}, err
}
