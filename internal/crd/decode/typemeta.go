package decode

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/gotype/decoder"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/structural"
)

// readTypeMeta returns the group, version and kind of the crd. Missing parts are
// taken from the URL of the request. The Detail of the error is the message of the
// server's Status.
func readTypeMeta(manifest map[string]any) (wire.TypeMeta, *structural.Error) {
	t, bad := wire.ReadTypeMeta(manifest)
	if bad != nil {
		bad.Detail = wire.Unrecognized(crd.Kind, manifest, bad.Detail)
		return t, bad
	}
	return withDefaults(t), nil
}

// withDefaults returns t with missing parts taken from the URL.
//
// Rule: k8s.io/apimachinery/pkg/runtime/serializer/json, gvkWithDefaults.
func withDefaults(t wire.TypeMeta) wire.TypeMeta {
	if t.Kind == "" {
		t.Kind = crd.Kind
	}
	if t.Group == "" && t.Version == "" {
		t.Group = crd.Group
	}
	if t.Group == crd.Group && t.Version == "" {
		t.Version = "v1"
	}
	return t
}

// goTypeOf returns the Go type into which the server decodes a kind other than
// CustomResourceDefinition, or "" if it does not know the kind. Besides the kinds of
// the group it knows the options of the core group and WatchEvents of all versions.
func goTypeOf(t wire.TypeMeta) string {
	internal := t.Version == wire.InternalVersion
	switch goType := wire.GoType(t); {
	case goType != "":
		return goType
	case internal && t.Group == "" && t.Kind == "WatchEvent":
		return "v1.InternalEvent"
	case internal && t.Group == crd.Group && t.Kind == crd.Kind+"List":
		return "apiextensions." + t.Kind
	case t.Kind == "WatchEvent", t.Group == "" && t.Version == "v1" && wire.IsOptions(t.Kind):
		return "v1." + t.Kind
	default:
		return ""
	}
}

// checkKind returns an error if t is not a CustomResourceDefinition, or nil. The
// Detail of the error is the message of the server's Status, which may quote the text
// of the body.
func checkKind(t wire.TypeMeta, text func() string) *structural.Error {
	if t.Group == crd.Group && t.Kind == crd.Kind && slices.Contains([]string{"v1", "v1beta1", wire.InternalVersion}, t.Version) {
		return nil
	}
	bad := decoder.UnexpectedKind(t, goTypeOf(t), gotype.InternalCRD.Name, text)
	bad.Detail = unhandled(t, bad.Detail)
	return bad
}

// unhandled returns the message for a body whose kind is known but that cannot be
// decoded because of why.
func unhandled(t wire.TypeMeta, why string) string {
	return wire.Unhandled(t.Kind, t.Version, crd.Kind, why)
}
