package actions

import (
	"context"
	"maps"

	"github.com/seed95800270/crdschema/crdserver/internal/rest"
	"github.com/seed95800270/crdschema/crdserver/internal/untyped"
	"github.com/seed95800270/crdschema/status"
)

// bind gives a pod its node.
//
// Rule: k8s.io/kubernetes/pkg/registry/core/pod/storage, BindingREST.Create.
func bind(ctx context.Context, c *call) (rest.Outcome, error) {
	metadata, node := untyped.Object(c.body, "metadata"), untyped.Text(untyped.Object(c.body, "target"), "name")
	name := untyped.Text(metadata, "name")
	switch {
	case c.path.Subresource != "" && name != c.path.Name:
		return rest.Outcome{}, status.BadRequest("name in URL does not match name in Binding object")
	case node == "":
		return rest.Outcome{}, status.Internal("target.name: Required value")
	}
	pods, err := c.kind(ctx, "", "v1", "pods")
	if err != nil {
		return rest.Outcome{}, err
	}
	_, err = c.change(ctx, pods, name, func(old map[string]any) (map[string]any, error) {
		if why := unbindable(old, metadata); why != "" {
			return nil, status.Resource{Kind: "pods/binding", Name: name}.Conflict(why)
		}
		return bound(old, metadata, node), nil
	})
	return success(), err
}

// unbindable returns why a pod cannot be bound, or "".
func unbindable(pod, metadata map[string]any) string {
	meta, spec := untyped.Object(pod, "metadata"), untyped.Object(pod, "spec")
	name := untyped.Text(meta, "name")
	gates, _ := spec["schedulingGates"].([]any)
	switch {
	case untyped.Text(metadata, "uid") != "" && metadata["uid"] != meta["uid"]:
		return "Precondition failed: UID in precondition: " + untyped.Text(metadata, "uid") + ", UID in object meta: " + untyped.Text(meta, "uid")
	case untyped.Text(metadata, "resourceVersion") != "" && metadata["resourceVersion"] != meta["resourceVersion"]:
		return "Precondition failed: ResourceVersion in precondition: " + untyped.Text(metadata, "resourceVersion") +
			", ResourceVersion in object meta: " + untyped.Text(meta, "resourceVersion")
	case meta["deletionTimestamp"] != nil:
		return "pod " + name + " is being deleted, cannot be assigned to a host"
	case untyped.Text(spec, "nodeName") != "":
		return "pod " + name + ` is already assigned to node "` + untyped.Text(spec, "nodeName") + `"`
	case len(gates) > 0:
		return "pod " + name + " has non-empty .spec.schedulingGates"
	}
	return ""
}

func bound(pod, metadata map[string]any, node string) map[string]any {
	meta := untyped.Object(pod, "metadata")
	for _, field := range []string{"annotations", "labels"} {
		if added := untyped.Object(metadata, field); len(added) > 0 {
			merged := maps.Clone(added)
			for name, value := range untyped.Object(meta, field) {
				if _, found := merged[name]; !found {
					merged[name] = value
				}
			}
			meta = untyped.With(meta, field, merged)
		}
	}
	state := maps.Clone(untyped.Object(pod, "status"))
	delete(state, "nominatedNodeName")
	out := untyped.With(pod, "metadata", meta)
	out["spec"] = untyped.With(untyped.Object(pod, "spec"), "nodeName", node)
	out["status"] = withCondition(state, map[string]any{"type": "PodScheduled", "status": "True"})
	return out
}

// withCondition returns a status with a condition of a pod. The time of its transition stays if its status is the same.
func withCondition(state, condition map[string]any) map[string]any {
	conditions, _ := state["conditions"].([]any)
	condition["lastProbeTime"], condition["lastTransitionTime"] = nil, now()
	var out []any
	for _, other := range conditions {
		other, _ := other.(map[string]any)
		if other["type"] != condition["type"] {
			out = append(out, other)
		} else if other["status"] == condition["status"] && other["lastTransitionTime"] != nil {
			condition["lastTransitionTime"] = other["lastTransitionTime"]
		}
	}
	return untyped.With(state, "conditions", append(out, condition))
}
