package admission

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/status"
)

// group and reviewKind are the type of reviews.
const (
	group      = "admission.k8s.io/"
	reviewKind = "AdmissionReview"
)

// review is the answer of a webhook.
type review struct {
	APIVersion, Kind string
	Response         *response
}

type response struct {
	UID       string
	Allowed   bool
	Patch     []byte
	PatchType *string
	Warnings  []string
	Status    *result
}

// result is the Status of a denial.
type result struct {
	Code            int
	Message, Reason string
	Details         *status.Details
}

// call calls a webhook about objects at its version. The error is a *callError if it fails.
//
// Rule: k8s.io/apiserver/pkg/admission/plugin/webhook/validating, validatingDispatcher.callHook.
func (r *Request) call(ctx context.Context, a *Attributes, k *invocation, o objects) (*response, error) {
	if a.DryRun && k.sideEffects != "None" && k.sideEffects != "NoneOnDryRun" {
		return nil, status.BadRequest(fmt.Sprintf("admission webhook %q does not support dry run", k.name))
	}
	version, known := k.reviewVersion()
	if !known {
		return nil, k.failed("could not create admission objects: %w", errors.New("webhook does not accept known AdmissionReview versions (v1, v1beta1)"))
	}
	client, err := k.connection()
	if err != nil {
		return nil, k.failed("could not get REST client: %w", err)
	}
	defer k.release()
	uid := r.hooks.newUID()
	sent := a.request(k.version)
	sent["uid"], sent["object"], sent["oldObject"] = uid, nullable(o.object), nullable(o.old)
	got, err := client.Send(ctx, map[string]any{"kind": "AdmissionReview", "apiVersion": group + version, "request": sent})
	if err != nil {
		return nil, k.failed("failed to call webhook: %w", err)
	}
	answer, err := decode(got)
	if err == nil {
		err = answer.checkType(version)
	}
	if err != nil {
		return nil, k.failed("failed to call webhook: %w", err)
	}
	if err := answer.verify(version, uid, slices.Contains(r.mutating, k.hook)); err != nil {
		return nil, k.failed("received invalid webhook response: %w", err)
	}
	if !answer.Response.Allowed {
		return answer.Response, answer.Response.Status.denial(k.name)
	}
	return answer.Response, nil
}

// nullable returns an object, or null.
func nullable(obj map[string]any) any {
	if obj == nil {
		return nil
	}
	return obj
}

func (k *hook) reviewVersion() (string, bool) {
	for _, version := range k.reviewVersions {
		if version == "v1" || version == "v1beta1" {
			return version, true
		}
	}
	return "", false
}

func decode(v map[string]any) (out review, err error) {
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	return out, err
}

// checkType returns an error for an answer of another type. An absent type is the expected one.
//
// Rule: k8s.io/apimachinery/pkg/runtime, Scheme.New and Scheme.Convert.
func (r *review) checkType(version string) error {
	if r.APIVersion == "" && r.Kind == "" {
		return nil
	}
	kind, got := cmp.Or(r.Kind, reviewKind), strings.TrimPrefix(cmp.Or(r.APIVersion, group+version), group)
	switch {
	case kind != reviewKind || got != "v1" && got != "v1beta1":
		return fmt.Errorf("no kind %q is registered for version %q in scheme %q", kind, r.APIVersion, "pkg/runtime/scheme.go:111")
	case got != version:
		return fmt.Errorf("converting (%s.AdmissionReview) to (%s.AdmissionReview): unknown conversion", got, version)
	}
	return nil
}

// verify returns an error for an invalid answer.
//
// Rule: k8s.io/apiserver/pkg/admission/plugin/webhook/request, VerifyAdmissionResponse.
func (r *review) verify(version, uid string, mutating bool) error {
	a := r.Response
	switch {
	case a == nil:
		return errors.New("webhook response was absent")
	case version != "v1":
		if !mutating {
			a.Patch, a.PatchType = nil, nil
		}
		return nil
	case a.UID != uid:
		return fmt.Errorf("expected response.uid=%q, got %q", uid, a.UID)
	case r.APIVersion != group+version || r.Kind != "AdmissionReview":
		return fmt.Errorf("expected webhook response of %sv1, Kind=AdmissionReview, got %s, Kind=%s", group, typeText(r.APIVersion), r.Kind)
	case !mutating && len(a.Patch) > 0:
		return errors.New("validating webhook may not return response.patch")
	case !mutating && a.PatchType != nil:
		return errors.New("validating webhook may not return response.patchType")
	case len(a.Patch) > 0 && a.PatchType == nil:
		return errors.New("webhook returned response.patch but not response.patchType")
	case len(a.Patch) == 0 && a.PatchType != nil:
		return errors.New("webhook returned response.patchType but not response.patch")
	case a.PatchType != nil && *a.PatchType == "":
		return errors.New(`webhook returned invalid response.patchType of ""`)
	}
	return nil
}

// typeText returns an apiVersion as a server prints it.
func typeText(apiVersion string) string {
	if apiVersion == "" {
		return "/"
	}
	return apiVersion
}

// patchType returns the type of a patch. Answers of v1beta1 need not have one.
func (a *response) patchType() string {
	if a.PatchType == nil {
		return "JSONPatch"
	}
	return *a.PatchType
}

// denial returns the answer to a request that a webhook denies.
//
// Rule: k8s.io/apiserver/pkg/admission/plugin/webhook/errors, ToStatusErr.
func (r *result) denial(name string) *crdschema.Status {
	if r == nil {
		r = &result{}
	}
	out := &crdschema.Status{Code: min(max(r.Code, 400), 599), Reason: r.Reason, Details: r.Details}
	why := " without explanation"
	switch {
	case r.Message != "":
		why = ": " + r.Message
	case r.Reason != "":
		why = ": " + r.Reason
	}
	out.Message = fmt.Sprintf("admission webhook %q denied the request%s", name, why)
	return out
}
