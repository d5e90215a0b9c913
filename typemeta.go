package crdschema

import "github.com/seed95800270/crdschema/internal/wire"

// typeMetaStatus returns the Status of a body whose apiVersion and kind cannot be
// decoded, or nil. The server quotes the text of the body; here the body is a map,
// which is quoted as JSON with sorted names.
//
// Rules: k8s.io/apimachinery/pkg/runtime/serializer/json, Serializer.Decode;
// k8s.io/apiserver/pkg/endpoints/handlers, transformDecodeError.
func (a *admission) typeMetaStatus(obj map[string]any) *Status {
	if _, bad := wire.ReadTypeMeta(obj); bad != nil {
		return badRequest("%s", wire.Unrecognized(a.definition.kind, obj, bad.Detail))
	}
	if kind, _ := obj["kind"].(string); kind != "" {
		return nil
	}
	missing := wire.MissingKind(wire.JSON(obj))
	if a.req.FieldValidation == Ignore {
		return badRequest("%s", wire.Unhandled(a.definition.kind, a.version.name, a.definition.kind, missing))
	}
	return badRequest("%s", wire.Unrecognized(a.definition.kind, obj, missing))
}
