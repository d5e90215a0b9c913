package request

import (
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural/field"
)

// The values of propagationPolicy.
const (
	Foreground = "Foreground"
	Background = "Background"
	Orphan     = "Orphan"
)

// IgnoreStoreReadError is the name of the option to delete an object that cannot be read.
const IgnoreStoreReadError = "ignoreStoreReadErrorWithClusterBreakingPotential"

// DeleteOptions holds the options of a request to delete objects.
type DeleteOptions struct {
	GracePeriodSeconds   *int64
	OrphanDependents     *bool
	PropagationPolicy    *string
	DryRun               []string
	Preconditions        *Preconditions
	IgnoreStoreReadError *bool
}

// Preconditions are what an object must have to be deleted.
type Preconditions struct{ UID, ResourceVersion *string }

// Validate returns the errors of d.
//
// Rule: ValidateDeleteOptions.
func (d DeleteOptions) Validate() field.Errors {
	var c optionChecker
	if policy := d.PropagationPolicy; policy != nil {
		if d.OrphanDependents != nil {
			c.report(field.Invalid, codes.PropagationPolicy, "propagationPolicy", named(*policy), codes.PropagationPolicyTwiceDetail)
		}
		if *policy != Foreground && *policy != Background && *policy != Orphan {
			c.report(field.NotSupported, codes.PropagationPolicy, "propagationPolicy", named(*policy), codes.PropagationPolicyDetail)
		}
	}
	c.dryRun(d.DryRun)
	if d.IgnoreStoreReadError != nil && *d.IgnoreStoreReadError {
		c.alone(d.PropagationPolicy != nil, "propagationPolicy")
		c.alone(d.OrphanDependents != nil, "orphanDependents")
		c.alone(d.GracePeriodSeconds != nil, "gracePeriodSeconds")
		c.alone(d.Preconditions != nil, "preconditions")
	}
	return c.errs
}

// ValidateMany returns the errors of d in a request to delete a collection.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, DeleteCollection.
func (d DeleteOptions) ValidateMany() field.Errors {
	c := optionChecker{errs: d.Validate()}
	if len(c.errs) == 0 && d.IgnoreStoreReadError != nil && *d.IgnoreStoreReadError {
		c.report(field.Invalid, codes.IgnoreStoreReadError, IgnoreStoreReadError, true, codes.IgnoreStoreReadErrorManyDetail)
	}
	return c.errs
}

// alone adds an error if another option is set together with [IgnoreStoreReadError].
//
// Rule: ValidateIgnoreStoreReadError.
func (c *optionChecker) alone(isSet bool, other string) {
	if isSet {
		c.report(field.Invalid, codes.IgnoreStoreReadError, IgnoreStoreReadError, true, codes.IgnoreStoreReadErrorDetail(other))
	}
}
