package crds

import (
	"context"
	"maps"
	"slices"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdserver/internal/admission"
	"github.com/seed95800270/crdschema/crdserver/internal/rest"
	"github.com/seed95800270/crdschema/internal/crd/validate"
	"github.com/seed95800270/crdschema/registry"
)

// Resource describes CRDs to webhooks.
func (k *kind) Resource() admission.Resource {
	return admission.Resource{
		Plural: "customresourcedefinitions", Kind: "CustomResourceDefinition",
		Versions: func(string) []string { return []string{"v1"} },
		Convert:  func(_ context.Context, obj map[string]any, _ string) (map[string]any, error) { return obj, nil },
		Default:  defaulted,
	}
}

// admit returns the answer to a request with its mutating webhooks: see custom.Kind.
func (k *kind) admit(ctx context.Context, w rest.Write, req crdschema.CRDRequest) (crdschema.CRDResult, error) {
	if w.Admission == nil {
		return k.Compiler.AdmitCRD(ctx, req)
	}
	t := &admission.Tracker{FieldTracker: req.Fields, Warnings: w.Admission.Warnings}
	t.Admit = func(ctx context.Context, change crdschema.FieldChange, out map[string]any) (before, after map[string]any, err error) {
		if out, err = defaulted(ctx, out); err != nil {
			return nil, nil, err
		}
		before = admission.Located(out, "", w.Name)
		after, err = w.Admission.Mutate(ctx, before, change.Live)
		return before, after, err
	}
	req.Fields = t
	res, err := k.Compiler.AdmitCRD(ctx, req)
	if err != nil {
		return res, err
	}
	warnings := slices.Concat(res.Warnings, w.Admission.Warnings())
	if t.Ended() {
		req.Operation = admission.Again(req.Operation, w.Old)
		req.Body, req.ContentType, req.CRD, req.Fields, req.FieldValidation = nil, "", t.Object, t.Next(), crdschema.Ignore
		if res, err = k.Compiler.AdmitCRD(ctx, req); err != nil {
			return res, err
		}
		warnings = append(warnings, res.Warnings...)
	}
	res.Warnings = registry.RecordWarnings(warnings)
	return res, nil
}

// defaulted returns a CRD with its defaults. One that cannot be decoded stays as it is: it is rejected later.
func defaulted(ctx context.Context, crd map[string]any) (map[string]any, error) {
	out, undecodable, err := validate.Stored(ctx, crd)
	if err != nil || len(undecodable) > 0 {
		return crd, err
	}
	return out, nil
}

// review calls the validating webhooks about a valid CRD. It has the resource version of the request.
func (k *kind) review(ctx context.Context, w rest.Write, crd map[string]any) error {
	out, meta := maps.Clone(crd), maps.Clone(crd["metadata"].(map[string]any))
	delete(meta, "resourceVersion")
	if old, ok := w.Old["metadata"].(map[string]any); ok {
		meta["resourceVersion"] = old["resourceVersion"]
	}
	out["metadata"] = meta
	return w.Admission.Validate(ctx, out, w.Old)
}
