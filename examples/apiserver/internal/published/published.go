package published

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"sync/atomic"

	apidiscoveryv2 "k8s.io/api/apidiscovery/v2"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/endpoints/discovery"
	genericapiserver "k8s.io/apiserver/pkg/server"

	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/lifecycle"
	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
	"github.com/seed95800270/crdschema/structural"
)

// Documents publishes CRDs. Publish must not be called by several goroutines.
type Documents struct {
	Server *genericapiserver.GenericAPIServer
	Codecs runtime.NegotiatedSerializer

	groups atomic.Pointer[map[string]lifecycle.Discovery]
	crds   map[string]map[string]any
	v2     *openapiv2.Catalog
	v3     *openapiv3.Catalog
}

// Publish publishes what CRDs serve now, and the group of CRDs.
func (d *Documents) Publish(ctx context.Context, crds map[string]map[string]any) error {
	if d.groups.Load() != nil && maps.EqualFunc(crds, d.crds, func(a, b map[string]any) bool { return structural.Equal(a, b) }) {
		return nil
	}
	if err := d.publishGroups(ctx, slices.Collect(maps.Values(crds))); err != nil {
		return err
	}
	if err := d.publishOpenAPI(ctx, crds); err != nil {
		return err
	}
	d.crds = crds
	return nil
}

func (d *Documents) publishGroups(ctx context.Context, crds []map[string]any) error {
	list := append([]lifecycle.Discovery{lifecycle.APIExtensions()}, lifecycle.DiscoverAll(crds)...)
	now := map[string]lifecycle.Discovery{}
	for _, group := range list {
		now[group.Group] = group
		typed := metav1.APIGroup{}
		if err := apimachinery.FromMap(ctx, group.APIGroup(), &typed); err != nil {
			return err
		}
		d.Server.DiscoveryGroupManager.AddGroup(typed)
	}
	if before := d.groups.Load(); before != nil {
		for name := range *before {
			if _, still := now[name]; !still {
				d.Server.DiscoveryGroupManager.RemoveGroup(name)
			}
		}
	}
	d.groups.Store(&now)
	aggregated := apidiscoveryv2.APIGroupDiscoveryList{}
	if err := apimachinery.FromMap(ctx, lifecycle.APIGroupDiscoveryList(list...), &aggregated); err != nil {
		return err
	}
	d.Server.AggregatedDiscoveryGroupManager.SetGroups(aggregated.Items)
	return nil
}

// ServeHTTP answers /apis/GROUP and /apis/GROUP/VERSION.
func (d *Documents) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path, _ := httpapi.ParsePath(r.Method, r.URL)
	var group lifecycle.Discovery
	if groups := d.groups.Load(); groups != nil {
		group = (*groups)[path.Group]
	}
	handler := http.Handler(http.NotFoundHandler())
	switch path.Endpoint {
	case httpapi.OneGroup:
		typed := metav1.APIGroup{}
		if doc := group.APIGroup(); doc != nil && apimachinery.FromMap(r.Context(), doc, &typed) == nil {
			handler = discovery.NewAPIGroupHandler(d.Codecs, typed)
		}
	case httpapi.GroupVersion:
		typed := metav1.APIResourceList{}
		if doc := group.APIResourceList(path.Version); doc != nil && apimachinery.FromMap(r.Context(), doc, &typed) == nil {
			gv := schema.GroupVersion{Group: path.Group, Version: path.Version}
			handler = discovery.NewAPIVersionHandler(d.Codecs, gv, discovery.APIResourceListerFunc(func() []metav1.APIResource { return typed.APIResources }))
		}
	}
	handler.ServeHTTP(w, r)
}
