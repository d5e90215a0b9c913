package crdschema

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/jsonpatch"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// patch is the patch of a request.
type patch struct {
	form    decode.PatchType
	fields  []string // the errors about unknown and repeated fields in its text
	patched []byte   // the text of the stored object with the patch
	strict  []string // the errors about repeated fields in patched

	// The Status for an unreadable configuration: malformed is found before the stored object
	// is read.
	malformed, undecodable *Status
}

// readPatch rejects a body that is not the JSON text of a patch.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, PatchResource.
func (a *admission) readPatch() bool {
	form, known := decode.PatchTypeOf(a.req.ContentType)
	a.patch.form = form
	switch {
	case !known:
		return a.reject(status.UnsupportedPatchType())
	case len(a.req.Body) > decode.MaxBodyBytes:
		return a.reject(status.TooLarge(decode.MaxBodyBytes))
	case form != decode.ApplyPatch && !json.Valid(a.req.Body):
		return a.reject(status.BadRequest(codes.PatchNotJSONDetail))
	default:
		return true
	}
}

// applyPatch applies the patch to the text of the stored object.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, jsonPatcher.applyJSPatch.
func (a *admission) applyPatch(ctx context.Context) bool {
	stored, err := a.endpoint.currentText(work.Start(ctx, "applying a patch"))
	if err != nil {
		return a.fail(err)
	}
	if a.patch.form == decode.MergePatch {
		return a.mergePatch(ctx, stored)
	}
	return a.applyOperations(ctx, stored)
}

func (a *admission) mergePatch(ctx context.Context, stored []byte) bool {
	var err error
	if a.req.FieldValidation != Ignore {
		if a.patch.fields, err = decode.MergePatchFields(ctx, a.req.Body); err != nil {
			return a.fail(decode.Failure(ctx, err)) && a.reject(status.BadRequest(fmt.Sprintf("error decoding patch: %v", err)))
		}
	}
	patched, ok, err := jsonpatch.Merge(ctx, stored, a.req.Body)
	if err != nil {
		return a.fail(err)
	}
	if !ok {
		return a.reject(status.BadRequest(codes.NoMergePatchDetail))
	}
	a.patch.patched = patched
	return true
}

func (a *admission) applyOperations(ctx context.Context, stored []byte) bool {
	var err error
	if a.req.FieldValidation != Ignore {
		if a.patch.fields, err = decode.JSONPatchFields(ctx, a.req.Body); err != nil {
			return a.fail(decode.Failure(ctx, err)) && a.reject(status.BadRequest(fmt.Sprintf("error decoding patch: %v", err)))
		}
	}
	operations, err := jsonpatch.Read(a.req.Body)
	if err != nil {
		return a.reject(status.BadRequest(err.Error()))
	}
	if n := len(operations); n > jsonpatch.MaxOperations {
		return a.reject(status.TooManyOperations(jsonpatch.MaxOperations, n))
	}
	a.patch.patched, err = operations.Apply(ctx, stored)
	if ctx.Err() != nil {
		return a.fail(ctx.Err())
	}
	return err == nil || a.reject(status.Inapplicable(err.Error()))
}

// readPatched decodes the patched text. The error is the bare cause, unless ctx is done.
func (a *admission) readPatched(ctx context.Context) (Decoded, error) {
	text := a.patch.patched
	if _, err := gotype.ReadTypeMetaText(text); err != nil {
		return Decoded{}, err
	}
	body, _ := decode.ReadBody(ctx, text, decode.MediaJSON) // which cannot fail
	doc, err := body.Decode(ctx)
	if err != nil {
		return Decoded{}, err
	}
	a.patch.strict = doc.Strict
	a.body, _ = doc.Value.(map[string]any) // or nil for null
	if a.in.typed = gotype.TypeMetaOf(a.body); a.in.typed.Kind == "" {
		return Decoded{}, errors.New(gotype.MissingKind(string(text)))
	}
	return a.definition.Decode(ctx, a.body)
}

// checkPatchedFields rejects or warns of unknown and repeated fields in the patch and in its
// result.
func (a *admission) checkPatchedFields() bool {
	switch a.req.FieldValidation {
	case Strict:
		problems := append(append(a.patch.fields, a.patch.strict...), a.decoded.Unknown.Texts()...)
		if len(problems) > 0 {
			return a.rejectPatched(status.StrictDecoding(problems))
		}
	case Warn:
		a.warnings.Add(nil, a.patch.fields...)
		a.warnings.Add(nil, a.patch.strict...)
		a.warnings.AddErrors(a.decoded.Unknown)
	}
	return true
}

// rejectPatched ends the request with an error about the patched text.
func (a *admission) rejectPatched(why string) bool {
	a.res.invalid = status.Resource{}
	a.res.Errors = structural.Errors{{
		Path: structural.Path{structural.Field("patch")}, Kind: field.Invalid, Code: codes.PatchUndecodable,
		Value: string(a.patch.patched), Detail: jsontext.ValidUTF8(why),
	}}
	return false
}
