package admission

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/selector"
	"github.com/seed95800270/crdschema/status"
)

// invocation is a call of a webhook at a version.
type invocation struct {
	*hook
	version string
}

// invocation returns the call of a webhook for a request, or nil if there is none. versioned returns the
// objects at a version, for the match conditions.
//
// Rule: k8s.io/apiserver/pkg/admission/plugin/webhook/generic, Webhook.ShouldCallHook.
func (r *Request) invocation(ctx context.Context, k *hook, a *Attributes, o objects, versioned func(version string) (objects, error)) (*invocation, error) {
	inNamespace, namespaceErr := r.inNamespaces(k, a, o)
	if !inNamespace && namespaceErr == nil {
		return nil, nil
	}
	selected, objectErr := selects(k, o)
	if !selected && objectErr == nil {
		return nil, nil
	}
	version := k.version(a)
	switch {
	case version == "":
		return nil, nil
	case namespaceErr != nil:
		return nil, namespaceErr
	case objectErr != nil:
		return nil, objectErr
	}
	if len(k.conditions) > 0 {
		at, err := versioned(version)
		if err != nil {
			return nil, status.Internal(err.Error())
		}
		request := a.request(version)
		request["resource"] = a.resource(a.Version) // unlike the kind, which is the converted one
		holds, err := k.holds(ctx, request, at)
		if err != nil {
			return nil, status.Resource{Group: a.Group, Kind: a.Resource.Plural, Name: a.Name}.Forbidden(err.Error())
		}
		if !holds {
			return nil, nil
		}
	}
	return &invocation{k, version}, nil
}

// inNamespaces reports whether the namespace of the request has the labels that a webhook selects. Objects in no
// namespace have them.
func (r *Request) inNamespaces(k *hook, a *Attributes, o objects) (bool, error) {
	if a.Namespace == "" && !a.isNamespace() {
		return true, nil
	}
	wanted, err := k.namespaces()
	if err != nil {
		return false, status.Internal(err.Error())
	}
	switch {
	case wanted.Empty():
		return true, nil
	case a.isNamespace() && a.Subresource == "" && a.Operation != Delete:
		return wanted.MatchesObject(o.object), nil
	}
	stored, _ := r.hooks.tables.Namespaces.Get(a.Namespace)
	if stored == nil {
		return false, status.Resource{Kind: "namespaces", Name: a.Namespace}.NotFound()
	}
	return wanted.MatchesObject(stored.Value), nil
}

// selects reports whether the object or the old one has the labels that a webhook selects.
func selects(k *hook, o objects) (bool, error) {
	wanted, err := k.objects()
	if err != nil {
		return false, status.Internal(err.Error())
	}
	return wanted.Empty() || matches(wanted, o.object) || matches(wanted, o.old), nil
}

func matches(wanted selector.Labels, obj map[string]any) bool {
	return obj != nil && wanted.MatchesObject(obj)
}

// maxConditionCost is the greatest cost of all conditions of a webhook.
//
// Rule: k8s.io/apiserver/pkg/apis/cel, RuntimeCELCostBudgetMatchConditions.
const maxConditionCost = 2_500_000

// holds reports whether all match conditions hold. An error is one of the evaluation, if the webhook may not be
// skipped.
//
// Rule: k8s.io/apiserver/pkg/admission/plugin/webhook/matchconditions, matcher.Match.
func (k *hook) holds(ctx context.Context, request map[string]any, o objects) (bool, error) {
	var failed []string
	left := int64(maxConditionCost)
	for _, c := range k.conditions {
		value, cost, err := c.evaluate(ctx, request, o)
		if left -= int64(cost); left < 0 {
			failed = []string{"validation failed due to running out of cost budget, no further validation rules will be run"}
			break
		}
		switch {
		case err != nil:
			failed = append(failed, err.Error())
		case !value:
			return false, nil
		}
	}
	switch {
	case len(failed) == 0:
		return true, nil
	case k.ignore:
		return false, nil
	case len(failed) == 1:
		return false, errors.New(failed[0])
	}
	return false, fmt.Errorf("[%s]", strings.Join(failed, ", "))
}

func (c condition) evaluate(ctx context.Context, request map[string]any, o objects) (bool, uint64, error) {
	compiled, err := c.compiled()
	if err != nil {
		return false, 0, fmt.Errorf("compilation error: %w", err)
	}
	value, cost, err := compiled.Evaluate(ctx, cellib.ConditionVariables{Object: o.object, OldObject: o.old, Request: request})
	if err != nil {
		return false, cost, fmt.Errorf("expression '%s' resulted in error: %w", c.expression, err)
	}
	return value, cost, nil
}
