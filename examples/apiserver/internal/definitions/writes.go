package definitions

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"

	"k8s.io/apimachinery/pkg/util/uuid"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/apply"
)

// outcome is a decision about a CRD.
type outcome struct {
	stored   map[string]any // what to write, or nil
	gone     bool           // the CRD is to be removed
	revision uint64         // of what was written, or 0
	answer   map[string]any
	code     int
	warnings []string
}

// decide decides about a CRD, old if it is stored. An error rejects the request.
type decide func(ctx context.Context, old map[string]any) (outcome, error)

// carryOut writes a decision, and decides again if another request was faster.
func (s *Store) carryOut(ctx context.Context, name string, decide decide) (outcome, error) {
	for {
		old, err := s.load(ctx, name)
		if err != nil {
			return outcome{}, err
		}
		out, err := decide(ctx, old)
		if err != nil {
			return outcome{}, err
		}
		switch {
		case out.gone:
			err = s.remove(ctx, name, old)
		case out.stored != nil:
			var stored map[string]any
			if stored, err = s.write(ctx, name, old, out.stored); err == nil {
				out.revision = revisionOf(stored)
				out.answer = registry.AtRevision(out.answer, out.revision)
			}
		}
		if !errors.Is(err, errAgain) {
			return out, err
		}
	}
}

// admit returns the decision of the library about a request to write a CRD.
func (s *Store) admit(compiler *crdschema.Compiler, req crdschema.CRDRequest) decide {
	req.Fields = apply.NewCRDTracker()
	return func(ctx context.Context, old map[string]any) (outcome, error) {
		req.Old = old
		res, err := compiler.AdmitCRD(ctx, req)
		if err == nil {
			err = res.Err()
		}
		if err != nil {
			return outcome{}, err
		}
		if req.Operation == crdschema.Create && old != nil {
			return outcome{}, registry.CRDResource(nameOf(old)).AlreadyExists(status.GivenName, stateOf(old))
		}
		out := outcome{answer: res.Object, code: res.Code, warnings: res.Warnings}
		if !req.DryRun && !res.Unchanged {
			out.gone, out.stored = res.Gone, res.Object
		}
		return out, nil
	}
}

// remover returns the decision about a request to delete a CRD.
func remover(req crdschema.DeleteRequest) decide {
	return func(ctx context.Context, old map[string]any) (outcome, error) {
		req.Old = old
		res, err := registry.DeleteCRD(ctx, req)
		if err == nil {
			err = res.Err()
		}
		out := outcome{answer: res.Object, code: res.Code, warnings: res.Warnings}
		if !res.DryRun {
			out.gone = res.Gone
			if res.Stored != nil && !structural.Equal(registry.AtRevision(res.Stored, 0), registry.AtRevision(old, 0)) {
				out.stored = res.Stored
			}
		}
		return out, err
	}
}

// request reads a request to write a CRD.
func (s *Store) request(r *http.Request, compiler *crdschema.Compiler, path httpapi.Path) (name string, out decide, err error) {
	body, err := io.ReadAll(io.LimitReader(r.Body, httpapi.MaxBodyBytes+1))
	if err != nil {
		return "", nil, status.BadRequest(err.Error())
	}
	if refused := httpapi.CheckSize(len(body)); refused != nil {
		return "", nil, refused
	}
	contentType := r.Header.Get("Content-Type")
	if path.Verb == "delete" {
		req := crdschema.DeleteRequest{Body: body, ContentType: contentType, Name: path.Name, Now: time.Now()}
		if len(body) == 0 {
			options, refused := httpapi.ParseDelete(r.URL.Query())
			if refused != nil {
				return "", nil, refused
			}
			req.Body, req.Options = nil, options.Map()
		}
		return path.Name, remover(req), nil
	}
	op, parse := operation(path, contentType)
	options, refused := parse(r.URL.Query())
	if refused != nil {
		return "", nil, refused
	}
	req := crdschema.CRDRequest{
		Body: body, ContentType: contentType, Name: path.Name, Operation: op, FieldValidation: options.FieldValidation,
		UID: string(uuid.NewUUID()), CreationTimestamp: time.Now(), Now: time.Now(), DryRun: options.DryRun,
		FieldManager: options.Manager(r.UserAgent()), Force: options.Force != nil && *options.Force,
	}
	if name = path.Name; name == "" {
		name, err = s.newName(r.Context(), compiler, req)
	}
	return name, s.admit(compiler, req), err
}

type parser func(url.Values) (httpapi.WriteOptions, *crdschema.Status)

func operation(path httpapi.Path, contentType string) (crdschema.Operation, parser) {
	isStatus := path.Subresource == "status"
	switch {
	case path.Verb == "create":
		return crdschema.Create, httpapi.ParseCreate
	case path.Verb == "update" && isStatus:
		return crdschema.UpdateStatus, httpapi.ParseUpdate
	case path.Verb == "update":
		return crdschema.Update, httpapi.ParseUpdate
	}
	parse := func(query url.Values) (httpapi.WriteOptions, *crdschema.Status) {
		return httpapi.ParsePatch(query, contentType)
	}
	if isStatus {
		return crdschema.PatchStatus, parse
	}
	return crdschema.Patch, parse
}

// newName returns the name of a CRD in the body of a request to create it. The error rejects the request.
func (s *Store) newName(ctx context.Context, compiler *crdschema.Compiler, req crdschema.CRDRequest) (string, error) {
	out, err := s.admit(compiler, req)(ctx, nil)
	return nameOf(out.answer), err
}

// Apply applies a CRD as its only manager, and creates it if it is not stored.
func (s *Store) Apply(ctx context.Context, compiler *crdschema.Compiler, crd map[string]any) error {
	_, err := s.carryOut(ctx, nameOf(crd), s.admit(compiler, crdschema.CRDRequest{
		CRD: crd, ContentType: "application/apply-patch+yaml", Operation: crdschema.Patch, Name: nameOf(crd),
		UID: string(uuid.NewUUID()), CreationTimestamp: time.Now(), Now: time.Now(), FieldManager: "apiserver", Force: true,
	}))
	return apimachinery.ErrorOf(err)
}

func nameOf(crd map[string]any) string {
	meta, _ := crd["metadata"].(map[string]any)
	name, _ := meta["name"].(string)
	return name
}

func deletionOf(crd map[string]any) any {
	meta, _ := crd["metadata"].(map[string]any)
	return meta["deletionTimestamp"]
}

func stateOf(crd map[string]any) status.StoredState {
	if deletionOf(crd) != nil {
		return status.BeingDeleted
	}
	return status.Live
}
