package fakeclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	admissionv1 "k8s.io/api/admission/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/uuid"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/apply"
)

// tracker tracks the managers of fields and keeps the object before and after, for the mutating
// webhooks.
type tracker struct {
	*apply.Applier
	object, live map[string]any
}

// TrackFields implements crdschema.FieldTracker.
func (t *tracker) TrackFields(ctx context.Context, change crdschema.FieldChange) (map[string]any, error) {
	out, err := t.Applier.TrackFields(ctx, change)
	t.object, t.live = out, change.Live
	return out, err
}

// ApplyFields implements crdschema.FieldTracker.
func (t *tracker) ApplyFields(ctx context.Context, change crdschema.FieldChange) (map[string]any, error) {
	out, err := t.Applier.ApplyFields(ctx, change)
	t.object, t.live = out, change.Live
	return out, err
}

// tracked are managed fields that do not change any more: what a webhook changes is not owned by
// anybody.
type tracked struct{ *apply.Applier }

// TrackFields implements crdschema.FieldTracker.
func (tracked) TrackFields(_ context.Context, change crdschema.FieldChange) (map[string]any, error) {
	return change.Object, nil
}

// admit returns the answer to a request with the mutating webhooks. They run after the fields are
// tracked and before the object is prepared and validated: a changed object is admitted once more.
func (s *server) admit(ctx context.Context, r *request, old *entry, revision uint64) (crdschema.Result, error) {
	t := &tracker{Applier: r.version.kind.fields}
	req := s.admission(r, old, revision)
	req.Fields = t
	result, err := r.version.kind.Admit(ctx, req)
	if err != nil || t.object == nil || len(s.mutating) == 0 || r.subresource != "" {
		return result, err
	}
	changed, err := s.mutate(ctx, r, t.object, t.live)
	switch refused := crdschema.StatusOf(err); {
	case refused != nil:
		return crdschema.Rejected(refused), nil
	case err != nil || structural.Equal(changed, t.object):
		return result, err
	}
	req.Operation = crdschema.Update
	if r.isNew(old) {
		req.Operation = crdschema.Create
	}
	req.Body, req.ContentType, req.Object, req.Fields, req.FieldValidation = nil, "", changed, tracked{t.Applier}, crdschema.Ignore
	again, err := r.version.kind.Admit(ctx, req)
	again.Dropped, again.Warnings, again.WarningPaths = result.Dropped, result.Warnings, result.WarningPaths
	return again, err
}

// mutate runs the mutating webhooks.
func (s *server) mutate(ctx context.Context, r *request, obj, old map[string]any) (map[string]any, error) {
	for _, h := range s.mutating {
		response, err := s.call(ctx, h, r, operationOf(old), obj, old)
		if err != nil {
			return nil, statusIn(err)
		}
		if response == nil || len(response.Patch) == 0 {
			continue
		}
		if obj, err = r.version.patched(ctx, h, obj, response.Patch); err != nil {
			return nil, err
		}
	}
	return obj, nil
}

func operationOf(old map[string]any) admissionv1.Operation {
	if old == nil {
		return admissionv1.Create
	}
	return admissionv1.Update
}

// patched returns an object with the patch of a webhook and the defaults of the CRD.
func (v *version) patched(ctx context.Context, h hook, obj map[string]any, patch []byte) (map[string]any, error) {
	seen, err := v.kind.Convert(ctx, obj, h.gvk.Version)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(seen)
	if err != nil {
		return nil, err
	}
	decoded, err := jsonpatch.DecodePatch(patch)
	if err == nil {
		text, err = decoded.Apply(text)
	}
	if err != nil {
		return nil, internalError(fmt.Sprintf("the patch of the webhook %q: %v", h.name, err))
	}
	doc, err := document.DecodeJSON(ctx, text)
	if err != nil {
		return nil, err
	}
	out, err := v.kind.Convert(ctx, doc.Object, v.gvk.Version)
	if err != nil {
		return nil, err
	}
	out, _, err = v.version.Default(ctx, out)
	return out, err
}

func internalError(message string) error {
	return (&crdschema.Status{Code: http.StatusInternalServerError, Reason: string(metav1.StatusReasonInternalError), Message: "Internal error occurred: " + message}).Err()
}

// validate runs the validating webhooks for an object that is valid.
func (s *server) validate(ctx context.Context, r *request, result crdschema.Result, old *entry) error {
	var before map[string]any
	if old != nil && len(s.validating) > 0 {
		var err error
		if before, err = r.version.kind.Read(ctx, old.stored, r.version.gvk.Version); err != nil {
			return apimachinery.ErrorOf(err)
		}
	}
	for _, h := range s.validating {
		if _, err := s.call(ctx, h, r, operationOf(before), result.Validated, before); err != nil {
			return err
		}
	}
	return nil
}

// admitDeletion runs webhooks for an object that is to be deleted.
func (s *server) admitDeletion(ctx context.Context, hooks []hook, r *request, old *entry) error {
	if old == nil || len(hooks) == 0 {
		return nil
	}
	before, err := r.version.kind.Read(ctx, old.stored, r.version.gvk.Version)
	if err != nil {
		return apimachinery.ErrorOf(err)
	}
	for _, h := range hooks {
		if _, err := s.call(ctx, h, r, admissionv1.Delete, nil, before); err != nil {
			return err
		}
	}
	return nil
}

// call calls a webhook. It returns nil if the webhook is for another kind or a subresource.
func (s *server) call(ctx context.Context, h hook, r *request, op admissionv1.Operation, obj, old map[string]any) (*admission.Response, error) {
	if h.gvk.GroupKind() != r.version.gvk.GroupKind() || r.subresource != "" {
		return nil, nil
	}
	review := r.review(op, h)
	var err error
	if review.Object, err = r.version.raw(ctx, h, obj); err != nil {
		return nil, err
	}
	if review.OldObject, err = r.version.raw(ctx, h, old); err != nil {
		return nil, err
	}
	if review.Name == "" {
		review.Name = text(obj, "name")
	}
	request := admission.Request{AdmissionRequest: review}
	response := h.handler.Handle(ctx, request)
	if err := response.Complete(request); err != nil {
		return nil, err
	}
	s.warn(r, response.Warnings)
	if !response.Allowed {
		return nil, denied(h.name, response.Result)
	}
	return &response, nil
}

// review returns the request of a webhook without its objects.
func (r *request) review(op admissionv1.Operation, h hook) admissionv1.AdmissionRequest {
	kind := metav1.GroupVersionKind{Group: h.gvk.Group, Version: h.gvk.Version, Kind: h.gvk.Kind}
	requested := kind
	requested.Version = r.version.gvk.Version
	plural := r.version.kind.Names().Plural
	resource := metav1.GroupVersionResource{Group: h.gvk.Group, Version: h.gvk.Version, Resource: plural}
	requestedResource := resource
	requestedResource.Version = r.version.gvk.Version
	dryRun := r.options.DryRun
	return admissionv1.AdmissionRequest{
		UID: types.UID(uuid.NewUUID()), Kind: kind, Resource: resource, RequestKind: &requested, RequestResource: &requestedResource,
		Name: r.name, Namespace: r.namespace, Operation: op, DryRun: &dryRun,
	}
}

// raw returns an object at the version of a webhook.
func (v *version) raw(ctx context.Context, h hook, obj map[string]any) (runtime.RawExtension, error) {
	if obj == nil {
		return runtime.RawExtension{}, nil
	}
	obj, err := v.kind.Convert(ctx, obj, h.gvk.Version)
	if err != nil {
		return runtime.RawExtension{}, apimachinery.ErrorOf(err)
	}
	text, err := json.Marshal(obj)
	return runtime.RawExtension{Raw: text}, err
}

// denied returns the answer of a server to a request that a webhook denies.
//
// Rule: k8s.io/apiserver/pkg/admission/plugin/webhook/errors, ToStatusErr.
func denied(name string, result *metav1.Status) error {
	out := &crdschema.Status{Code: http.StatusBadRequest}
	why := " without explanation"
	if result != nil {
		out.Code, out.Reason, out.Details = max(out.Code, int(result.Code)), string(result.Reason), details(result.Details)
		switch {
		case result.Message != "":
			why = ": " + result.Message
		case result.Reason != "":
			why = ": " + string(result.Reason)
		}
	}
	out.Message = fmt.Sprintf("admission webhook %q denied the request%s", name, why)
	return apimachinery.StatusError(out)
}

func details(d *metav1.StatusDetails) *status.Details {
	if d == nil {
		return nil
	}
	out := &status.Details{Name: d.Name, Group: d.Group, Kind: d.Kind, UID: string(d.UID), RetryAfterSeconds: int(d.RetryAfterSeconds)}
	for _, cause := range d.Causes {
		out.Causes = append(out.Causes, status.Cause{Reason: string(cause.Type), Message: cause.Message, Field: cause.Field})
	}
	return out
}

// statusIn returns the Status in an error of a client, for Admit, or else the error.
func statusIn(err error) error {
	var denial apierrors.APIStatus
	if !errors.As(err, &denial) {
		return err
	}
	s := denial.Status()
	return (&crdschema.Status{Code: int(s.Code), Reason: string(s.Reason), Message: s.Message, Details: details(s.Details)}).Err()
}
