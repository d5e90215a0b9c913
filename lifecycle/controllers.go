package lifecycle

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	model "github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/valuetext"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

var (
	namesNotAccepted = newCondition(Established, conditionFalse, "NotAccepted", "not all names are accepted")
	installing       = newCondition(Established, conditionFalse, "Installing", "the initial names have been accepted")
	established      = newCondition(Established, conditionTrue, "InitialNamesAccepted", "the initial names have been accepted")
	invalidCABundle  = newCondition(Established, conditionFalse, "InvalidCABundle", "The conversion webhook CABundle is invalid")
)

// establish sets the condition Established once the names are accepted.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/establish,
// EstablishingController.
func (u *update) establish() {
	switch {
	case !u.conditions.isTrue(NamesAccepted) || u.conditions.isTrue(Established):
	case hasInvalidCABundle(u.crd):
		u.conditions.set(invalidCABundle)
	default:
		u.conditions.set(established)
	}
}

// hasInvalidCABundle reports whether the CA bundle of the conversion webhook is without a
// certificate.
//
// Rule: k8s.io/apiserver/pkg/util/webhook, ValidateCABundle.
func hasInvalidCABundle(crd map[string]any) bool {
	client := model.ReadConversion(crd).Client
	return client != nil && len(client.CABundle) > 0 && model.WrongCertificates(client.CABundle) != ""
}

// checkSchemas sets the condition NonStructuralSchema, or removes it if all schemas are
// structural.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/nonstructuralschema,
// ConditionController.
func (u *update) checkSchemas(ctx context.Context) error {
	want, found, err := nonStructural(ctx, u.crd)
	switch {
	case err != nil:
		return err
	case !found:
		u.conditions.remove(NonStructuralSchema)
	case !u.conditions.has(want):
		u.conditions.set(want)
	}
	return nil
}

func nonStructural(ctx context.Context, crd map[string]any) (Condition, bool, error) {
	w := work.Start(ctx, reading)
	definition, _ := model.Serving(w, crd)
	err := w.Err()
	if err != nil {
		return Condition{}, false, err
	}
	var violations []string
	if definition.PreserveUnknownFields {
		violations = append(violations, "spec.preserveUnknownFields: Invalid value: true: must be false")
	}
	var checked schemaCheck
	for i := range definition.Versions {
		v := &definition.Versions[i]
		if raw, at := v.OpenAPIV3Schema(); i == 0 || !checked.isOf(raw, at) {
			if checked, err = checkSchema(ctx, raw, at); err != nil {
				return Condition{}, false, err
			}
		}
		if checked.unsupported != nil {
			message := "failed to check validation schema for version " + v.Name + ": " + checked.unsupported.Error()
			return newCondition(NonStructuralSchema, conditionUnknown, "StructuralError", message), true, nil
		}
		if !w.Step(stepsPerError * (1 + len(checked.errs))) {
			return Condition{}, false, w.Err()
		}
		texts := checked.errs.In(schemaPath(i)...).Texts()
		slices.Sort(texts)
		violations = append(violations, texts...)
	}
	if len(violations) == 0 {
		return Condition{}, false, nil
	}
	return newCondition(NonStructuralSchema, conditionTrue, "Violations", valuetext.Aggregate(violations)), true, nil
}

const stepsPerError = 16

type schemaCheck struct {
	raw         map[string]any    // the schema, or nil
	at          structural.Path   // of the schema
	unsupported *structural.Error // at which the server stops
	errs        structural.Errors
}

// isOf reports whether s checks the schema at a path: v1beta1 has one for all versions.
func (s *schemaCheck) isOf(raw map[string]any, at structural.Path) bool {
	return raw == nil && s.raw == nil || raw != nil && s.raw != nil && slices.Equal(at, s.at)
}

func checkSchema(ctx context.Context, raw map[string]any, at structural.Path) (schemaCheck, error) {
	schema, problems, err := structural.FromMap(ctx, raw, structural.WithNormalizedInput(), structural.WithoutDocumentation())
	if err != nil {
		return schemaCheck{}, err
	}
	errs, err := structural.Check(ctx, schema, structural.Resource)
	return schemaCheck{raw, at, firstUnsupported(problems), errs}, err
}

// schemaPath returns the path that the controller prints, even for a v1beta1 CRD.
func schemaPath(version int) structural.Path {
	return structural.Path{structural.Field("spec"), structural.Field("versions"), structural.Index(version),
		structural.Field("schema"), structural.Field("openAPIV3Schema")}
}

// conversionOrder is the order in which the server converts keywords that it does not support
// or that contain schemas.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema, NewStructural.
var conversionOrder = map[string]int{
	"id": 1, "$schema": 2, "$ref": 3, "patternProperties": 4, "dependencies": 5, "additionalItems": 6, "definitions": 7,
	"not": 8, "allOf": 9, "anyOf": 10, "oneOf": 11,
	"x-kubernetes-preserve-unknown-fields": 12,
	"items":                                13, "properties": 14, "additionalProperties": 15,
}

// firstUnsupported returns the error at which the server stops converting a schema, or nil.
// The server converts properties in random order; here the order is by name.
func firstUnsupported(problems structural.Errors) *structural.Error {
	var first *structural.Error
	for _, p := range problems {
		if p.Kind == field.Forbidden && (first == nil || compareConversion(p.Path, first.Path) < 0) {
			first = p
		}
	}
	return first
}

func compareConversion(p, q structural.Path) int {
	return slices.CompareFunc(p, q, func(a, b field.Step) int {
		if a.Kind() == field.FieldStep && b.Kind() == field.FieldStep {
			return cmp.Compare(conversionOrder[a.Name()], conversionOrder[b.Name()])
		}
		return a.Compare(b)
	})
}

// checkApproval sets the condition KubernetesAPIApprovalPolicyConformant in protected groups.
// It does not remove it elsewhere.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/apiapproval,
// KubernetesAPIApprovalPolicyConformantConditionController.
func (u *update) checkApproval() {
	if !model.IsProtected(groupOf(u.crd)) {
		return
	}
	annotations := object(object(u.crd, "metadata"), "annotations")
	if want := approvalCondition(text(annotations, model.ApprovalAnnotation)); !u.conditions.has(want) {
		u.conditions.set(want)
	}
}

// approvalCondition reads a value of the annotation.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apihelpers, GetAPIApprovalState.
func approvalCondition(value string) Condition {
	status, reason, message := conditionFalse, "", ""
	switch model.ApprovalOf(value) {
	case model.ApprovalMissing:
		reason, message = "MissingAnnotation", codes.APIApprovalMissingDetail
	case model.ApprovalBypassed:
		reason, message = "UnapprovedAnnotation", fmt.Sprintf("not approved: %q", value)
	case model.Approved:
		status, reason, message = conditionTrue, "ApprovedAnnotation", "approved in "+value
	default:
		reason, message = "InvalidAnnotation", codes.APIApprovalInvalidDetail
	}
	return newCondition(KubernetesAPIApprovalPolicyConformant, status, reason, message)
}
