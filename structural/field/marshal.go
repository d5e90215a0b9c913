package field

import (
	"encoding/json"
	"log/slog"

	"github.com/seed95800270/crdschema/internal/valuetext"
)

type errorJSON struct {
	Path    Path            `json:"path"`
	Pointer string          `json:"pointer"`
	Kind    Kind            `json:"kind"`
	Code    Code            `json:"code,omitempty"`
	Value   json.RawMessage `json:"value,omitempty"`
	Detail  string          `json:"detail,omitempty"`
	Message string          `json:"message"`
	Remark  string          `json:"remark,omitempty"`
}

// MarshalJSON returns e as a JSON object:
//
//	path     the path as Path.String prints it, "spec.ports[0].name"
//	pointer  the path as a JSON pointer, "/spec/ports/0/name"
//	kind     the server's constant, "FieldValueInvalid"
//	code     the code, "max-length"
//	value    the offending value, absent if none is shown
//	detail   the server's explanation, absent if there is none
//	message  the whole text of the server
//	remark   the remark, absent if there is none
//
// The value is JSON as it is. A value that JSON cannot hold, or that is nested more
// than 9,000 levels deep, is a string instead: what the message says of it. There
// is no error.
func (e *Error) MarshalJSON() ([]byte, error) {
	out := errorJSON{Path: e.Path, Pointer: e.Path.Pointer(), Kind: e.Kind, Code: e.Code, Detail: e.Detail, Message: e.Error(), Remark: e.Remark}
	if e.Value != any(Omitted) {
		out.Value = valuetext.JSON(e.Value)
	}
	return json.Marshal(out)
}

// LogValue returns the path, kind, code, message and remark, if there is one, of e as a
// group of attributes.
func (e *Error) LogValue() slog.Value {
	if e == nil {
		return slog.Value{}
	}
	attrs := []slog.Attr{
		slog.String("path", e.Path.String()),
		slog.String("kind", e.Kind.String()),
		slog.String("code", string(e.Code)),
		slog.String("message", e.Error()),
	}
	if e.Remark != "" {
		attrs = append(attrs, slog.String("remark", e.Remark))
	}
	return slog.GroupValue(attrs...)
}

// LogValue returns the first 16 errors and the number of the others: in JSON a list
// of them as [Error.MarshalJSON] writes them, in text their messages, joined with
// semicolons.
func (es Errors) LogValue() slog.Value { return valuetext.LogList(es) }

// LogValue returns the LogValue of the list.
func (j joined) LogValue() slog.Value { return j.errs.LogValue() }
