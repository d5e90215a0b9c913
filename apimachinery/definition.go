package apimachinery

import (
	"context"
	"fmt"
	"path"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema"
)

// Compile compiles a CRD, see [CRDToMap] for its types and crdschema.Compiler.Compile. A program with many CRDs passes
// the result of CRDToMap to one Compiler.
func Compile(ctx context.Context, crd runtime.Object, opts ...crdschema.Option) (*crdschema.Definition, error) {
	m, err := CRDToMap(ctx, crd)
	if err != nil {
		return nil, err
	}
	return crdschema.Compile(ctx, m, opts...)
}

// CRDToMap returns a CRD as a map for crdschema.Compile, crdschema.ValidateCRD and the packages lifecycle and hints;
// [FromMap] is the inverse. crd is unstructured, or a *CustomResourceDefinition of k8s.io/apiextensions-apiserver in any
// release: v1, v1beta1, or the internal version, which becomes v1. This module knows these types by their names, without
// linking them. Numbers in default, enum and example keep all their digits. The map of a typed CRD has the apiVersion and
// kind of the Go type, and the fields that the type never omits, among them an empty status.
//
// The error says that crd is nil or not a CRD, or that such a JSON text is invalid.
func CRDToMap(ctx context.Context, crd runtime.Object) (map[string]any, error) {
	if u, ok := crd.(runtime.Unstructured); ok {
		return ToMap(ctx, u)
	}
	version := versionOf(crd)
	switch version {
	case "":
		return nil, fmt.Errorf("%T is not a CustomResourceDefinition", crd)
	case internalVersion:
		return internalCRD(ctx, crd)
	}
	m, err := ToMap(ctx, crd)
	if err != nil {
		return nil, err
	}
	m["apiVersion"], m["kind"] = "apiextensions.k8s.io/"+version, crdKind
	return m, nil
}

const (
	crdKind         = "CustomResourceDefinition"
	internalVersion = "apiextensions"
)

// versionOf returns the last part of the package of a typed CRD, or "" for other objects.
func versionOf(crd runtime.Object) string {
	t := reflect.TypeOf(crd)
	if t == nil || t.Kind() != reflect.Pointer || t.Elem().Name() != crdKind {
		return ""
	}
	for _, version := range []string{internalVersion, "v1", "v1beta1"} {
		pkg := path.Join("k8s.io/apiextensions-apiserver/pkg/apis", internalVersion, strings.TrimPrefix(version, internalVersion))
		if strings.HasSuffix(t.Elem().PkgPath(), pkg) {
			return version
		}
	}
	return ""
}
