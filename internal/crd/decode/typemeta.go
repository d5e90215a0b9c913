package decode

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/gotype/decoder"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

// expected is the kind that the URL requires. It completes the kind of a CRD.
var expected = gotype.TypeMeta{GroupVersion: gotype.GroupVersion{Group: crd.Group, Version: "v1"}, Kind: crd.Kind}

// readTypeMeta returns the group, version and kind of the CRD. The Detail of the error is the
// message of the server's Status.
func readTypeMeta(manifest map[string]any) (gotype.TypeMeta, *structural.Error) {
	t, bad := gotype.ReadTypeMeta(manifest)
	if bad != nil {
		bad.Detail = status.Unrecognized(crd.Kind, []byte(jsontext.Of(manifest)), bad.Detail).Message
		return t, bad
	}
	return t.WithDefaults(expected), nil
}

// goTypeOf returns the Go type into which the server decodes a kind other than
// CustomResourceDefinition, or "" if it does not know the kind. Besides the kinds of
// the group it knows the options of the core group and WatchEvents of all versions.
func goTypeOf(t gotype.TypeMeta) string {
	internal := t.Version == gotype.InternalVersion
	switch goType := gotype.OfKind(t); {
	case goType != "":
		return goType
	case internal && t.Group == "" && t.Kind == "WatchEvent":
		return "v1.InternalEvent"
	case internal && t.Group == crd.Group && t.Kind == crd.Kind+"List":
		return "apiextensions." + t.Kind
	case t.Kind == "WatchEvent", t.Group == "" && t.Version == "v1" && gotype.IsOptions(t.Kind):
		return "v1." + t.Kind
	default:
		return ""
	}
}

// checkKind returns an error if t is not a CustomResourceDefinition, or nil. The
// Detail of the error is the message of the server's Status. It may quote the text of the body.
func checkKind(t gotype.TypeMeta, text func() string) *structural.Error {
	if isCRD(t) {
		return nil
	}
	bad := unexpectedKind(t, text)
	bad.Detail = unhandled(t, bad.Detail).Message
	return bad
}

func isCRD(t gotype.TypeMeta) bool {
	return t.Group == crd.Group && t.Kind == crd.Kind && slices.Contains([]string{"v1", "v1beta1", gotype.InternalVersion}, t.Version)
}

// unexpectedKind returns the error for a kind other than CustomResourceDefinition.
func unexpectedKind(t gotype.TypeMeta, text func() string) *structural.Error {
	return decoder.UnexpectedKind(t, goTypeOf(t), gotype.InternalCRD.Name, text)
}

// unhandled returns the Status for a body whose kind is known but that cannot be
// decoded because of why.
func unhandled(t gotype.TypeMeta, why string) *status.Status {
	return status.Unhandled(t.Kind, t.Version, crd.Kind, why)
}
