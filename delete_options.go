package crdschema

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	crddecode "github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/structural"
)

// deleteOptions are decoded options of a request to delete an object: a map with the fields
// of a DeleteOptions, of which those that are null are absent.
type deleteOptions map[string]any

// readDeleteOptions decodes the body of a request, or returns the Status with which the server
// answers if it cannot.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, DeleteResource.
func readDeleteOptions(text []byte, contentType string) (deleteOptions, *Status) {
	if len(text) > decode.MaxBodyBytes {
		return nil, tooLarge()
	}
	media, known := decode.MediaTypeOf(contentType)
	if !known {
		return nil, unsupportedMediaType()
	}
	body, err := decode.ReadBody(text, media)
	if err != nil {
		return nil, badRequest("%s", err)
	}
	named, err := wire.ReadTypeMetaText(body.JSON)
	if err != nil {
		return nil, badRequest("%s", err)
	}
	return checkedOptions(crddecode.ReadDeleteOptions(body, named))
}

// checkedOptions returns options, or the Status for the error of their decoder.
func checkedOptions(options deleteOptions, bad *structural.Error) (deleteOptions, *Status) {
	if bad == nil {
		return options, nil
	}
	status := badRequest("%s", bad.Detail)
	status.Path, status.Remark = bad.Path, bad.Remark
	return nil, status
}

// The options of a request to delete an object.
const (
	propagationPolicy = "propagationPolicy"
	orphanDependents  = "orphanDependents"
	ignoreReadError   = "ignoreStoreReadErrorWithClusterBreakingPotential"
)

// validate returns the errors of the options.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/validation, ValidateDeleteOptions.
func (o deleteOptions) validate() (errs structural.Errors) {
	add := func(kind structural.Kind, code structural.Code, option string, detail string) {
		errs = append(errs, &structural.Error{Path: structural.Path{structural.Field(option)}, Kind: kind, Code: code, Value: printed(o[option]), Detail: detail})
	}
	policy, given := o[propagationPolicy]
	if given && o[orphanDependents] != nil {
		add(structural.Invalid, codes.PolicyTwice, propagationPolicy, codes.PolicyTwiceDetail)
	}
	if given && policy != "Foreground" && policy != "Background" && policy != "Orphan" {
		add(structural.NotSupported, codes.PolicyUnknown, propagationPolicy, codes.PolicyUnknownDetail)
	}
	dryRun, _ := o["dryRun"].([]any)
	if slices.ContainsFunc(dryRun, func(v any) bool { return v != "All" }) {
		add(structural.NotSupported, codes.DryRunUnknown, "dryRun", codes.DryRunUnknownDetail)
	}
	for _, other := range []string{propagationPolicy, orphanDependents, "gracePeriodSeconds", "preconditions"} {
		if o.unsafe() && o[other] != nil {
			add(structural.Invalid, codes.UnsafeDeletionOption, ignoreReadError, codes.UnsafeDeletionOptionDetail(other))
		}
	}
	return errs
}

// printed returns the value of an option as errors have it. The server has a type of its own
// for a policy, which prints as JSON.
func printed(v any) any {
	if text, ok := v.(string); ok {
		return policyName(text)
	}
	return v
}

type policyName string

// unsafe reports whether an object is to be deleted because it cannot be read.
func (o deleteOptions) unsafe() bool { return o[ignoreReadError] == true }

// dryRun reports whether nothing is to be stored.
func (o deleteOptions) dryRun() bool {
	dryRun, _ := o["dryRun"].([]any)
	return len(dryRun) > 0
}

// precondition returns the value of a precondition, and reports whether there is one.
func (o deleteOptions) precondition(name string) (string, bool) {
	preconditions, _ := o["preconditions"].(map[string]any)
	text, given := preconditions[name].(string)
	return text, given
}

// The finalizers that the garbage collector removes.
const (
	orphanFinalizer     = "orphan"
	foregroundFinalizer = "foregroundDeletion"
)

// finalizers returns the finalizers of an object that is to be deleted, with that of the
// garbage collector that the options ask for. Without options, that of the object stays.
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry,
// deletionFinalizersForGarbageCollection.
func (o deleteOptions) finalizers(current []any) []any {
	var kept []any
	for _, f := range current {
		if f != orphanFinalizer && f != foregroundFinalizer {
			kept = append(kept, f)
		}
	}
	if f := o.garbageFinalizer(current); f != "" {
		kept = append(kept, f)
	}
	if sameElements(kept, current) {
		return current
	}
	return kept
}

// garbageFinalizer returns the finalizer of the garbage collector, or "" for none.
func (o deleteOptions) garbageFinalizer(current []any) string {
	switch orphan, given := o[orphanDependents]; {
	case given && orphan == true:
		return orphanFinalizer
	case given:
		return ""
	}
	switch o[propagationPolicy] {
	case "Orphan":
		return orphanFinalizer
	case "Foreground":
		return foregroundFinalizer
	case "Background":
		return ""
	}
	for _, f := range current {
		if f == orphanFinalizer || f == foregroundFinalizer {
			return f.(string)
		}
	}
	return ""
}

// sameElements reports whether two lists of texts have the same elements, in any order and
// number.
func sameElements(a, b []any) bool {
	set := make(map[any]bool, len(a))
	for _, v := range a {
		set[v] = true
	}
	other := make(map[any]bool, len(b))
	for _, v := range b {
		if !set[v] {
			return false
		}
		other[v] = true
	}
	return len(set) == len(other)
}
