package actions

import (
	"context"
	"fmt"
	"maps"
	"net/http"

	"github.com/seed95800270/crdschema/crdserver/internal/rest"
	"github.com/seed95800270/crdschema/crdserver/internal/untyped"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/selector"
	"github.com/seed95800270/crdschema/status"
)

// evict deletes a pod if the disruption budgets allow it. Their status is the client's: there is no controller.
//
// Rule: k8s.io/kubernetes/pkg/registry/core/pod/storage, EvictionREST.Create.
func evict(ctx context.Context, c *call) (rest.Outcome, error) {
	name := c.path.Name
	if untyped.Text(untyped.Object(c.body, "metadata"), "name") != name {
		return rest.Outcome{}, status.BadRequest("name in URL does not match name in Eviction object")
	}
	pods, err := c.kind(ctx, "", "v1", "pods")
	if err != nil {
		return rest.Outcome{}, err
	}
	pod, err := get(pods, c.path.Namespace, name)
	if err != nil {
		return rest.Outcome{}, err
	}
	options := maps.Clone(untyped.Object(c.body, "deleteOptions"))
	if dryRun, _ := options["dryRun"].([]any); len(dryRun) > 0 {
		c.options.DryRun = true
	} else if c.options.DryRun {
		options = untyped.With(options, "dryRun", []any{"All"})
	}
	if !expendable(pod.Value) {
		if err := c.disrupt(ctx, pod.Value); err != nil {
			return rest.Outcome{}, err
		}
	}
	return c.delete(ctx, pods, options)
}

// expendable reports whether budgets do not count a pod.
func expendable(pod map[string]any) bool {
	switch untyped.Text(untyped.Object(pod, "status"), "phase") {
	case "Succeeded", "Failed", "Pending":
		return true
	}
	return untyped.Object(pod, "metadata")["deletionTimestamp"] != nil
}

// delete deletes the pod, with the reason in its status before.
func (c *call) delete(ctx context.Context, pods rest.Kind, options map[string]any) (rest.Outcome, error) {
	preconditions := untyped.Object(options, "preconditions")
	changed, err := c.change(ctx, pods, c.path.Name, func(old map[string]any) (map[string]any, error) {
		meta := untyped.Object(old, "metadata")
		for _, check := range [][2]string{{"uid", "UID"}, {"resourceVersion", "ResourceVersion"}} {
			field, title := check[0], check[1]
			if wanted := untyped.Text(preconditions, field); wanted != "" && wanted != meta[field] {
				return nil, status.Resource{Kind: "Pod", Name: c.path.Name}.Conflict(fmt.Sprintf(
					"the %s in the precondition (%s) does not match the %s in record (%s). The object might have been deleted and then recreated",
					title, wanted, title, meta[field]))
			}
		}
		return untyped.With(old, "status", withCondition(untyped.Object(old, "status"), map[string]any{"type": "DisruptionTarget", "status": "True",
			"reason": "EvictionByEvictionAPI", "message": "Eviction API: evicting"})), nil
	})
	if err != nil {
		return rest.Outcome{}, err
	}
	if untyped.Text(preconditions, "resourceVersion") != "" && !c.options.DryRun {
		options = untyped.With(options, "preconditions", untyped.With(preconditions, "resourceVersion", untyped.Object(changed, "metadata")["resourceVersion"]))
	}
	path := httpapi.Path{Version: "v1", Resource: "pods", Namespace: c.path.Namespace, Name: c.path.Name}
	out, err := c.Verbs.Remove(ctx, pods, path, options)
	if err == nil && out.Status != nil {
		err = out.Status
	}
	return success(), err
}

// disrupt asks the budget of a pod for a disruption, and counts it.
func (c *call) disrupt(ctx context.Context, pod map[string]any) error {
	budgets, err := c.kind(ctx, "policy", "v1", "poddisruptionbudgets")
	if err != nil {
		return err
	}
	names, err := c.budgetsOf(budgets, pod)
	switch {
	case err != nil || len(names) == 0:
		return err
	case len(names) > 1:
		return &status.Status{Code: http.StatusInternalServerError,
			Message: "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support."}
	}
	_, err = c.change(ctx, budgets, names[0], func(budget map[string]any) (map[string]any, error) {
		if !ready(pod) && ignoresUnready(budget) {
			return budget, nil
		}
		if refused := checkBudget(names[0], budget); refused != nil {
			return nil, refused
		}
		return disrupted(budget, c.path.Name), nil
	})
	return err
}

// budgetsOf returns the names of the budgets that select a pod.
func (c *call) budgetsOf(budgets rest.Kind, pod map[string]any) (names []string, err error) {
	stored, _, err := budgets.Table().List(c.path.Namespace+"/", 0)
	if err != nil {
		return nil, err
	}
	for _, budget := range stored {
		given, found := untyped.Object(budget.Value, "spec")["selector"].(map[string]any)
		labels, err := selector.LabelsFromMap(given)
		if found && err == nil && labels.MatchesObject(pod) { // an invalid selector selects nothing
			names = append(names, untyped.Text(untyped.Object(budget.Value, "metadata"), "name"))
		}
	}
	return names, nil
}

func ready(pod map[string]any) bool {
	conditions, _ := untyped.Object(pod, "status")["conditions"].([]any)
	for _, condition := range conditions {
		if condition, _ := condition.(map[string]any); condition["type"] == "Ready" {
			return condition["status"] == "True"
		}
	}
	return false
}

// ignoresUnready reports whether a pod that is not ready may be deleted without the budget.
func ignoresUnready(budget map[string]any) bool {
	healthy, desired := number(budget, "currentHealthy"), number(budget, "desiredHealthy")
	return untyped.Object(budget, "spec")["unhealthyPodEvictionPolicy"] == "AlwaysAllow" || healthy >= desired && desired > 0
}

func number(budget map[string]any, field string) int64 {
	n, _ := untyped.Object(budget, "status")[field].(int64)
	return n
}

// maxDisrupted bounds the evictions that nobody has confirmed.
const maxDisrupted = 2000

// checkBudget returns the Status for a disruption that a budget does not allow, or nil.
func checkBudget(name string, budget map[string]any) *status.Status {
	const message = "Cannot evict pod as it would violate the pod's disruption budget."
	refuse := func(retry int, cause string) *status.Status {
		return &status.Status{Code: http.StatusTooManyRequests, Reason: "TooManyRequests", Message: message, Details: &status.Details{
			RetryAfterSeconds: retry, Causes: []status.Cause{{Reason: "DisruptionBudget", Message: cause}}}}
	}
	forbid := func(why, cause string) *status.Status {
		refused := status.Resource{Group: "policy", Kind: "poddisruptionbudget", Name: name}.Forbidden(why)
		refused.Details.Causes = []status.Cause{{Reason: "DisruptionBudget",
			Message: fmt.Sprintf("The disruption budget %s does not allow evicting pods currently: %s", name, cause)}}
		return refused
	}
	generation, _ := untyped.Object(budget, "metadata")["generation"].(int64)
	allowed, healthy, desired := number(budget, "disruptionsAllowed"), number(budget, "currentHealthy"), number(budget, "desiredHealthy")
	switch {
	case number(budget, "observedGeneration") < generation:
		return refuse(10, fmt.Sprintf("The disruption budget %s is still being processed by the server.", name))
	case allowed < 0:
		const why = "pdb disruptions allowed is negative"
		return forbid(why, why)
	case len(untyped.Object(untyped.Object(budget, "status"), "disruptedPods")) > maxDisrupted:
		return forbid("DisruptedPods map too big - too many evictions not confirmed by PDB controller",
			"too many pending evictions not confirmed by PDB controller")
	case allowed > 0:
		return nil
	case healthy <= desired:
		return refuse(0, fmt.Sprintf("The disruption budget %s needs %d healthy pods and has %d currently", name, desired, healthy))
	}
	return refuse(0, fmt.Sprintf("The disruption budget %s does not allow evicting pods currently", name))
}

// disrupted returns a budget after the disruption of a pod.
func disrupted(budget map[string]any, pod string) map[string]any {
	state := untyped.With(untyped.Object(budget, "status"), "disruptionsAllowed", number(budget, "disruptionsAllowed")-1)
	state["disruptedPods"] = untyped.With(untyped.Object(state, "disruptedPods"), pod, now())
	return untyped.With(budget, "status", state)
}
