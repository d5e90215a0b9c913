package crdschema

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/objectmeta"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/structural"
)

// Admit says what a server would do with a request. Nothing in it is written
// to.
//
// A request that cannot be understood gives a Result with a Status. An error is
// returned if there is no verdict: the context is cancelled, an object is
// missing or is no JSON value (see structural.Normalize), or the old object
// could not be read.
//
// Rules: k8s.io/apiserver/pkg/endpoints/handlers and registry/rest; k8s.io/
// apiextensions-apiserver/pkg/registry/customresource.
func (d *Definition) Admit(ctx context.Context, req Request) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	if req.Operation > UpdateStatus || req.FieldValidation > Strict {
		return Result{}, fmt.Errorf("no such request: operation %d, field validation %d", req.Operation, req.FieldValidation)
	}
	obj, err := normalObject(req.Object, "object")
	if err != nil {
		return Result{}, err
	}
	a := admission{req: req, definition: d}
	if a.res.Status = a.route(obj); a.res.Status != nil {
		return a.res, nil
	}
	a.warnings.add(a.version.warning)
	if a.res.Status = a.read(obj); a.res.Status == nil {
		old, err := a.prepare(ctx)
		if err != nil {
			return Result{}, err
		}
		if a.res.Status == nil {
			a.res.Status = a.terminated()
		}
		if a.res.Status == nil && !a.versionless() {
			if err := a.validate(ctx, old); err != nil {
				return Result{}, err
			}
		}
	}
	return a.result(), nil
}

// admission is one request on its way to its result.
type admission struct {
	req        Request
	res        Result
	definition *Definition
	version    *Version // of the request
	warnings   warnings
	unnamed    bool // the name of the object is made up for validation alone
	// claims is set for an update of the status that would change other fields:
	// the server drops these changes, but not before it has noted who made them.
	claims bool
}

// result is what has become of the request.
func (a *admission) result() Result {
	a.res.Warnings = a.warnings.sent
	if a.res.Status != nil {
		a.res.Decoded, a.res.Object = nil, nil
	}
	if a.unnamed {
		meta := objectmeta.Edit(a.res.Object)
		meta.Set("name", nil)
		a.res.Object = meta.Object(a.res.Object)
	}
	return a.res
}

func normalObject(obj map[string]any, what string) (map[string]any, error) {
	if obj == nil {
		return nil, errors.New("there is no " + what)
	}
	normal, err := structural.Normalize(obj)
	if err != nil {
		return nil, fmt.Errorf("the %s: %w", what, err)
	}
	return normal.(map[string]any), nil
}

// route finds the version whose endpoint takes the request: without one in the
// request that of the object, and the storage version if it names none, either.
func (a *admission) route(obj map[string]any) *Status {
	_, own := groupVersion(obj)
	name := cmp.Or(a.req.Version, own, a.definition.storage.name)
	v, found := a.definition.Version(name)
	if !found || !v.served {
		return notFound()
	}
	a.version = v
	return nil
}

// read turns the body into the object that the server works on.
func (a *admission) read(obj map[string]any) *Status {
	if r := a.untyped(obj); r != nil {
		return r
	}
	in, bad := a.definition.coerce(obj, objectmeta.Reject)
	if bad != nil {
		return a.unreadable(obj, bad.Error())
	}
	// What the object would lose is told even if the request is refused.
	for _, field := range in.unknown {
		a.res.Dropped = append(a.res.Dropped, field.Path)
	}
	if a.req.Operation == UpdateStatus && !a.version.status {
		return notFound()
	}
	if r := a.unknownFields(obj, in.unknown.Texts()); r != nil {
		return r
	}
	out := in.object
	if version, ours := a.definition.owns(obj); ours {
		out, a.res.Defaulted = defaulting.Default(out, a.definition.schemaOf(version))
	}
	if r := a.misplaced(obj); r != nil {
		return r
	}
	a.res.Decoded = out
	return nil
}

// unreadable is the refusal of a body that could not be decoded.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, transformDecodeError.
func (a *admission) unreadable(obj map[string]any, why string) *Status {
	return a.unreadableAs(a.definition.kind, obj, why)
}

func (a *admission) unreadableAs(expected string, obj map[string]any, why string) *Status {
	kind, _ := obj["kind"].(string)
	_, version := groupVersion(obj)
	return badRequest("%s", wire.Unhandled(kind, version, expected, why))
}

// unknownFields refuses or warns of what was dropped, as the request asks for.
func (a *admission) unknownFields(obj map[string]any, unknown []string) *Status {
	if a.req.FieldValidation == Ignore || len(a.req.Duplicates)+len(unknown) == 0 {
		return nil
	}
	duplicates := decode.Document{Strict: a.req.Duplicates}
	if a.req.FieldValidation == Strict {
		items := slices.Concat(duplicates.Strict, unknown)
		kind, _ := obj["kind"].(string) // by now the server knows what it has read
		return a.unreadableAs(kind, obj, wire.StrictDecoding(items))
	}
	a.warnings.add(duplicates.Warnings()...)
	a.warnings.add(unknown...)
	return nil
}

// misplaced refuses an object of another version than the request's.
func (a *admission) misplaced(obj map[string]any) *Status {
	want := a.definition.apiVersion(a.version.name)
	got, _ := obj["apiVersion"].(string)
	if got == want {
		return nil
	}
	return badRequest("%s", wire.OtherVersion(got, want))
}
