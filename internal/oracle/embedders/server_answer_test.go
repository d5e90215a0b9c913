package embedders

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/fragment"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/structural"
)

// serve returns the server's answer to a request.
func (p project) serve(r request) crdschema.Result {
	if p.fragment {
		return r.serveFragment()
	}
	return r.documented()
}

// documented makes the call that docs/MIGRATING.md has for the answer of a server.
func (r request) documented() crdschema.Result {
	req := crdschema.Request{Object: r.object, Version: r.kind.version.Name()}
	if r.old != nil {
		req.Operation, req.Old = crdschema.Update, r.stored
	}
	result, err := r.kind.definition.Admit(context.Background(), req)
	if err != nil {
		panic(err)
	}
	return result
}

// identity identifies an error regardless of where the project locates the value: the
// texts of errors of values have its path once more.
func identity(err *structural.Error) string {
	path, detail := err.Path, err.Detail
	if len(path) > 0 && path[0] == emptyRoot[0] {
		path = path[1:]
	}
	switch {
	case err.Code == codes.NumberRange:
		detail = ""
	case parity.StageOf(err) == "validation":
		_, detail, _ = strings.Cut(detail, " ")
	}
	return fmt.Sprint(err.Code, " ", path, " ", err.Rule, " ", detail)
}

func has(errs structural.Errors, id string) bool {
	return slices.ContainsFunc(errs, func(e *structural.Error) bool { return identity(e) == id })
}

func (t *trace) has(id string) bool {
	return slices.ContainsFunc(t.found, func(f finding) bool { return identity(f.err) == id })
}

// serveFragment returns the answer for one property of the object, which is the
// server's for the property of a custom resource.
func (r request) serveFragment() crdschema.Result {
	f := r.kind.once("server of "+r.property, func() any {
		f, err := fragments.CompileSchema(context.Background(), r.kind.version.Schema().Property(r.property))
		if err != nil {
			panic(err)
		}
		return f
	}).(*fragment.Fragment)
	at := fragment.WithPath(structural.Path{structural.Field(r.property)})
	decoded, err := f.Decode(context.Background(), r.object[r.property], at)
	if err != nil {
		return crdschema.Rejected(&crdschema.Status{Message: err.Error()})
	}
	var verdict fragment.Validation
	if old := r.old[r.property]; old != nil {
		verdict, err = f.ValidateUpdate(context.Background(), decoded.Value, old, at)
	} else {
		verdict, err = f.Validate(context.Background(), decoded.Value, at)
	}
	if err != nil {
		panic(err)
	}
	obj := map[string]any{r.property: decoded.Value}
	out := crdschema.Result{Decoded: obj, Validated: obj, Verdict: crdschema.Verdict{Errors: verdict.Errors}, Ratcheted: verdict.Ratcheted}
	for _, e := range decoded.Unknown {
		out.Dropped = append(out.Dropped, e.Path)
	}
	return out
}

func rulesSkipped(err *structural.Error) bool {
	return err.Code == codes.RulesNotChecked
}
