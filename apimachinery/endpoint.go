package apimachinery

import (
	"context"
	"fmt"
	"maps"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/seed95800270/crdschema"
)

// endpoint is a definition at one version, or at any if the version is empty.
type endpoint struct {
	definition *crdschema.Definition
	version    string
}

// toMap returns an object as a map, typed unless the version is empty.
func (e endpoint) toMap(ctx context.Context, obj runtime.Object) (map[string]any, error) {
	m, err := ToMap(ctx, obj)
	if err != nil || e.version == "" {
		return m, err
	}
	return e.typed(m), nil
}

func (e endpoint) typed(m map[string]any) map[string]any {
	if text(m, "apiVersion") != "" || text(m, "kind") != "" {
		return m
	}
	m = maps.Clone(m)
	m["apiVersion"] = schema.GroupVersion{Group: e.definition.Group(), Version: e.version}.String()
	m["kind"] = e.definition.Kind()
	return m
}

func (e endpoint) of(m map[string]any) (*crdschema.Version, error) {
	gv, err := schema.ParseGroupVersion(text(m, "apiVersion"))
	if err != nil {
		return nil, err
	}
	version, found := e.definition.Version(gv.Version)
	if !found || gv.Group != e.definition.Group() || text(m, "kind") != e.definition.Kind() {
		return nil, fmt.Errorf("%s is not a kind of %s", gv.WithKind(text(m, "kind")), e.definition.Name())
	}
	return version, nil
}
