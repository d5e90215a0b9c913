package crdschema

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/internal/crd/validate"
	"github.com/seed95800270/crdschema/internal/objectmeta"
	"github.com/seed95800270/crdschema/structural"
)

// DefinitionRequest is a request to write a CustomResourceDefinition. Only CRD
// is always needed.
type DefinitionRequest struct {
	// CRD is the body, a manifest of any JSON values. See [DecodeYAML].
	CRD map[string]any
	// Duplicates are the problems that the decoder found in the text of the
	// body, as [Document.Duplicates] has them.
	Duplicates []string
	// Old is the definition that the server has. It is needed for updates.
	Old map[string]any
	// Operation is the kind of request. The spec of the body does not count in
	// an update of the status, which is how versions are taken out of
	// status.storedVersions.
	Operation Operation
	// FieldValidation is the request's parameter.
	FieldValidation FieldValidation

	// UID and CreationTimestamp (RFC 3339, UTC) are what a server makes up for a
	// new definition. What is empty is left out.
	UID, CreationTimestamp string
}

// DefinitionResult is the server's verdict on a [DefinitionRequest].
type DefinitionResult struct {
	// Object is what the server would keep: defaulted, without unknown and
	// empty fields, with the status and generation that belong to it. It is nil
	// if the definition was refused.
	Object map[string]any
	// Dropped are the unknown fields that Object lost, first those that a server
	// tells of, in its order, then those that it loses in silence: below items,
	// additionalProperties, additionalItems and dependencies. There are at most
	// 100 of each, which is what a server tells.
	Dropped []structural.Path
	// Warnings are the texts of the Warning headers: each once, and cut short
	// where they would be longer than a server sends.
	Warnings []string
	// Status says why the server could not understand the request (HTTP 400). It
	// is nil if it could.
	Status *Status
	// Errors say why the definition is invalid (422). They are located in the
	// manifest; what they print is the server's location, which often is another
	// one. Package hints says what to do about them.
	Errors structural.Errors
}

// Accepted tells whether the server would keep the definition.
func (r *DefinitionResult) Accepted() bool { return r.Status == nil && len(r.Errors) == 0 }

// ValidateDefinition is short for
// NewCompiler(opts...).ValidateDefinition(crd, old).
func ValidateDefinition(crd, old map[string]any, opts ...Option) (DefinitionResult, error) {
	return NewCompiler(opts...).ValidateDefinition(crd, old)
}

// ValidateDefinition says what a server says when a CustomResourceDefinition is
// created or, if old is not nil, replaces old. It is short for
// [Compiler.AdmitDefinition] with nothing but these.
func (c *Compiler) ValidateDefinition(crd, old map[string]any) (DefinitionResult, error) {
	req := DefinitionRequest{CRD: crd, Old: old}
	if old != nil {
		req.Operation = Update
	}
	return c.AdmitDefinition(req)
}

// AdmitDefinition says what a server would do with a request to write a
// CustomResourceDefinition. An update tolerates some of what was there before.
// New rules and formats are judged by the version before the server's own, and
// validation rules by their estimated cost.
//
// Nothing in the request is written to. The error says that a manifest is
// missing or no JSON value (see structural.Normalize), that the old one cannot be
// read, or that an option was wrong.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition
// and pkg/apis/apiextensions/validation; Kubernetes documentation, "API concepts",
// "Field validation".
func (c *Compiler) AdmitDefinition(req DefinitionRequest) (DefinitionResult, error) {
	if errs := c.config.errs; len(errs) > 0 {
		return DefinitionResult{}, errs.Err()
	}
	w := writing{compiler: c, DefinitionRequest: req}
	if err := w.normalize(); err != nil {
		return DefinitionResult{}, err
	}
	w.Status = w.read()
	if w.Status == nil {
		w.Status = w.misnamed()
	}
	if w.Status == nil {
		if err := w.write(); err != nil {
			return DefinitionResult{}, err
		}
	}
	w.Warnings = w.warnings.sent
	return w.DefinitionResult, nil
}

// writing is one request on its way to its result.
type writing struct {
	DefinitionRequest
	DefinitionResult
	compiler *Compiler
	warnings warnings
}

func (w *writing) normalize() (err error) {
	if w.Operation > UpdateStatus || w.FieldValidation > Strict {
		return fmt.Errorf("no such request: operation %d, field validation %d", w.Operation, w.FieldValidation)
	}
	if w.CRD, err = normalObject(w.CRD, "manifest"); err != nil || w.Operation == Create {
		return err
	}
	w.Old, err = normalObject(w.Old, "old manifest")
	return err
}

// read finds what the decoder says of the manifest.
func (w *writing) read() *Status {
	found := decode.Read(w.CRD, w.Duplicates)
	mode := map[FieldValidation]decode.Validation{Warn: decode.Warn, Ignore: decode.Ignore, Strict: decode.Strict}[w.FieldValidation]
	w.Dropped = found.Dropped()
	w.warnings.add(found.Warnings(mode)...)
	if why := found.Refusal(mode); why != "" {
		return badRequest("%s", why)
	}
	return nil
}

// misnamed refuses an update with another name than that of what it replaces.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, checkName.
func (w *writing) misnamed() *Status {
	if w.Operation == Create {
		return nil
	}
	meta, old := objectmeta.Edit(w.CRD), objectmeta.Edit(w.Old)
	return misnamed(meta.Text("name"), old.Text("name"))
}

// write finds what comes of a manifest that could be decoded.
func (w *writing) write() error {
	server := validate.Server{Rules: w.compiler.rules, FormatsMinor: w.compiler.config.minor - 1}
	var out validate.Outcome
	switch w.Operation {
	case Create:
		out = server.Create(w.CRD)
	case Update:
		out = server.Update(w.CRD, w.Old)
	case UpdateStatus:
		out = server.UpdateStatus(w.CRD, w.Old)
	}
	if err := out.OldUndecodable.Err(); err != nil {
		return fmt.Errorf("the old manifest: %w", err)
	}
	if err := out.Undecodable.Err(); err != nil { // in other words than a server's, which decode.Read has
		w.Status = badRequest("the manifest cannot be read: %v", err)
		return nil
	}
	w.Object, w.Errors = out.Object, out.Errors
	w.warnings.add(out.Warnings...)
	if w.Operation == Create && w.Object != nil {
		meta := objectmeta.Edit(w.Object)
		meta.Set("uid", w.UID)
		meta.Set("creationTimestamp", w.CreationTimestamp)
		w.Object = meta.Object(w.Object)
	}
	return nil
}
