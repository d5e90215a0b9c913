package crdschema

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/internal/jsonword"
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

// untyped refuses a body whose kind and apiVersion cannot be told. The server
// quotes the body; as ours is a map, it is quoted as JSON with sorted keys.
//
// Rules: k8s.io/apimachinery/pkg/runtime/serializer/json, Serializer.Decode;
// k8s.io/apiserver/pkg/endpoints/handlers, transformDecodeError.
func (a *admission) untyped(obj map[string]any) *Status {
	for _, field := range []string{"apiVersion", "kind"} {
		v := obj[field]
		if _, isText := v.(string); !isText && v != nil {
			return a.unrecognized(obj, fmt.Sprintf(
				"couldn't get version/kind; json parse error: json: cannot unmarshal %s into Go struct field .%s of type string", jsonword.Of(v), field))
		}
	}
	if v, _ := obj["apiVersion"].(string); strings.Count(v, "/") > 1 {
		return a.unrecognized(obj, "unexpected GroupVersion string: "+v)
	}
	if kind, _ := obj["kind"].(string); kind != "" {
		return nil
	}
	missing := "Object 'Kind' is missing in '" + quoted(obj) + "'"
	if a.req.FieldValidation == Ignore {
		return badRequest("%s in version %q cannot be handled as a %s: %s", a.definition.kind, a.version.name, a.definition.kind, missing)
	}
	return a.unrecognized(obj, missing)
}

func (a *admission) unrecognized(obj map[string]any, why string) *Status {
	const shown = 30
	body := quoted(obj)
	if len(body) > shown {
		body = body[:shown] + " ..."
	}
	return badRequest("the object provided is unrecognized (must be of type %s): %s (%s)", a.definition.kind, why, body)
}

func quoted(obj map[string]any) string {
	text, _ := json.Marshal(obj) // cannot fail: obj is normalised
	return string(text)
}
