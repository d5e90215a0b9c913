package crdschema

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/wire"
)

// Status describes a request that the server rejects before validation. It is
// also the error of [Definition.Read] for a version that is not served.
//
// Rule: k8s.io/apimachinery/pkg/api/errors.
type Status struct {
	// Code is the HTTP status code.
	Code int
	// Reason is the reason in the server's Status, "BadRequest".
	Reason string
	// Message is the message in the server's Status.
	Message string
}

// Error returns the message.
func (r *Status) Error() string { return r.Message }

func badRequest(format string, args ...any) *Status {
	return &Status{Code: 400, Reason: "BadRequest", Message: fmt.Sprintf(format, args...)}
}

func notFound() *Status {
	return &Status{Code: 404, Reason: "NotFound", Message: "the server could not find the requested resource"}
}

// untyped returns the Status of a body whose apiVersion and kind cannot be read,
// or nil. The server quotes the body; as ours is a map, it is quoted as JSON with
// sorted names.
//
// Rules: k8s.io/apimachinery/pkg/runtime/serializer/json, Serializer.Decode;
// k8s.io/apiserver/pkg/endpoints/handlers, transformDecodeError.
func (a *admission) untyped(obj map[string]any) *Status {
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
