package decode

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/structural"
)

// scheme is the server's name for its list of kinds, a line of its source.
const scheme = "pkg/runtime/scheme.go:111"

// readTypeMeta returns the group, version and kind of the crd. What the crd does
// not say is taken from the URL of definitions. The Detail of the error is the
// message of the server's Status.
func readTypeMeta(manifest map[string]any) (wire.TypeMeta, *structural.Error) {
	t, bad := wire.ReadTypeMeta(manifest)
	if bad != nil {
		bad.Detail = wire.Unrecognized(crd.Kind, manifest, bad.Detail)
		return t, bad
	}
	if t.Kind == "" {
		t.Kind = crd.Kind
	}
	if t.Group == "" && t.Version == "" {
		t.Group = crd.Group
	}
	if t.Group == crd.Group && t.Version == "" {
		t.Version = "v1"
	}
	return t, nil
}

// The kinds that the server can decode but not convert to a definition: the
// others of its group, options of requests, and those it knows in every version.
var (
	relatedKinds = []string{"CustomResourceDefinitionList", "ConversionReview"}
	optionKinds  = []string{"ListOptions", "GetOptions", "DeleteOptions", "CreateOptions", "UpdateOptions", "PatchOptions"}
	commonKinds  = []string{"Status", "APIVersions", "APIGroupList", "APIGroup", "APIResourceList", "WatchEvent"}
)

// goTypeOf returns the Go type as which the server decodes a kind other than
// CustomResourceDefinition, or "" if it does not know the kind.
func goTypeOf(t wire.TypeMeta) string {
	ours := t.Group == crd.Group && (t.Version == "v1" || t.Version == "v1beta1")
	core := t.Group == "" && t.Version == "v1"
	switch {
	case t.Version == wire.InternalVersion && t.Kind == "WatchEvent" && (t.Group == "" || t.Group == crd.Group):
		return "v1.InternalEvent"
	case t.Version == wire.InternalVersion && t.Group == crd.Group && t.Kind == relatedKinds[0]:
		return "apiextensions." + t.Kind
	case ours && slices.Contains(relatedKinds, t.Kind):
		return t.Version + "." + t.Kind
	case (ours || core) && slices.Contains(optionKinds, t.Kind), slices.Contains(commonKinds, t.Kind):
		return "v1." + t.Kind
	default:
		return ""
	}
}

// checkKind returns the error of a crd that names another kind, or nil. Its
// Detail is the message of the server's Status.
//
// Rule: k8s.io/apimachinery/pkg/runtime, Scheme.New and Scheme.Convert.
func checkKind(t wire.TypeMeta, manifest map[string]any) *structural.Error {
	if t.Group == crd.Group && t.Kind == crd.Kind && slices.Contains([]string{"v1", "v1beta1", wire.InternalVersion}, t.Version) {
		return nil
	}
	why := wire.NotRegistered(t, scheme)
	if t.Version == "" {
		why = wire.MissingVersion(wire.JSON(manifest))
	} else if goType := goTypeOf(t); goType != "" {
		why = wire.UnknownConversion(goType, "apiextensions."+crd.Kind)
	}
	return field.Verbatim(structural.Error{
		Path: structural.Path{structural.Field("kind")}, Kind: structural.Undecodable, Code: codes.UnexpectedKind,
		Value: t.Kind, Detail: unhandled(t, why),
	})
}

// unhandled returns the message for a body that was decoded as far as its kind.
func unhandled(t wire.TypeMeta, why string) string {
	return wire.Unhandled(t.Kind, t.Version, crd.Kind, why)
}
