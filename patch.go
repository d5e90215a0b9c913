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
	body       []byte
	form       decode.PatchType
	validation FieldValidation
	fields     []string // the errors about unknown and repeated fields in its text
	patched    []byte   // the text of the stored object with the patch
	strict     []string // the errors about repeated fields in patched

	// The Status for an unreadable configuration: malformed is found before the stored object
	// is read.
	malformed, undecodable *Status
}

// readPatch rejects a body that is not the JSON text of a patch.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, PatchResource.
func (a *admission) readPatch() bool {
	form, known := decode.PatchTypeOf(a.req.ContentType)
	if !known {
		return a.reject(status.UnsupportedPatchType())
	}
	a.patch.body, a.patch.form, a.patch.validation = a.req.Body, form, a.req.FieldValidation
	return a.reject(a.patch.check())
}

// check returns the Status for a body that is not the text of a patch, or nil.
func (p *patch) check() *Status {
	switch {
	case len(p.body) > decode.MaxBodyBytes:
		return status.TooLarge(decode.MaxBodyBytes)
	case p.form != decode.ApplyPatch && !json.Valid(p.body):
		return status.BadRequest(codes.PatchNotJSONDetail)
	default:
		return nil
	}
}

// applyPatch applies the patch to the text of the stored object.
func (a *admission) applyPatch(ctx context.Context) bool {
	stored, err := a.endpoint.currentText(work.Start(ctx, "applying a patch"))
	if err != nil {
		return a.fail(err)
	}
	rejected, err := a.patch.apply(ctx, stored)
	return a.fail(err) && a.reject(rejected)
}

// apply applies the patch to stored, or returns the Status that rejects it. The error is a
// failure.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, jsonPatcher.applyJSPatch.
func (p *patch) apply(ctx context.Context, stored []byte) (*Status, error) {
	if p.form == decode.MergePatch {
		return p.merge(ctx, stored)
	}
	return p.applyOperations(ctx, stored)
}

func (p *patch) merge(ctx context.Context, stored []byte) (*Status, error) {
	if rejected, err := p.readFields(ctx, decode.MergePatchFields); rejected != nil || err != nil {
		return rejected, err
	}
	patched, ok, err := jsonpatch.Merge(ctx, stored, p.body)
	if err == nil && !ok {
		return status.BadRequest(codes.NoMergePatchDetail), nil
	}
	p.patched = patched
	return nil, err
}

func (p *patch) applyOperations(ctx context.Context, stored []byte) (*Status, error) {
	if rejected, err := p.readFields(ctx, decode.JSONPatchFields); rejected != nil || err != nil {
		return rejected, err
	}
	operations, err := jsonpatch.Read(p.body)
	if err != nil {
		return status.BadRequest(err.Error()), nil
	}
	if n := len(operations); n > jsonpatch.MaxOperations {
		return status.TooManyOperations(jsonpatch.MaxOperations, n), nil
	}
	p.patched, err = operations.Apply(ctx, stored)
	if err != nil && ctx.Err() == nil {
		return status.Inapplicable(err.Error()), nil
	}
	return nil, ctx.Err()
}

// readFields sets the errors about fields in the text, or returns the Status for a text that
// cannot be decoded. The error is a failure.
func (p *patch) readFields(ctx context.Context, read func(context.Context, []byte) ([]string, error)) (*Status, error) {
	if p.validation == Ignore {
		return nil, nil
	}
	var err error
	if p.fields, err = read(ctx, p.body); err == nil {
		return nil, nil
	}
	if failure := decode.Failure(ctx, err); failure != nil {
		return nil, failure
	}
	return status.BadRequest(fmt.Sprintf("error decoding patch: %v", err)), nil
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
	obj, _ := doc.Value.(map[string]any) // or nil for null
	a.body = a.definition.known(obj)
	if a.in.typed = gotype.TypeMetaOf(obj); a.in.typed.Kind == "" {
		return Decoded{}, errors.New(gotype.MissingKind(string(text)))
	}
	return a.definition.decode(ctx, a.body)
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
	a.res.Verdict = a.patch.unreadable(why)
	return false
}

// unreadable returns the verdict on a patched text that cannot be decoded.
func (p *patch) unreadable(why string) Verdict {
	return Verdict{Errors: structural.Errors{{
		Path: structural.Path{structural.Field("patch")}, Kind: field.Invalid, Code: codes.PatchUndecodable,
		Value: string(p.patched), Detail: jsontext.ValidUTF8(why),
	}}}
}
