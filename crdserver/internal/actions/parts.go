package actions

import (
	"context"

	"github.com/seed95800270/crdschema/crdserver/internal/rest"
	"github.com/seed95800270/crdschema/crdserver/internal/untyped"
)

// part is a kind whose requests change only a part of an object.
type part struct {
	rest.Kind
	subresource string
	// keep returns old with the part of cur.
	keep func(cur, old map[string]any) map[string]any
}

// Part returns the kind for a subresource that is a part of the object, and the subresource with whose verbs it is read and
// written, "" or "status". The result is nil for other subresources.
//
// Rules: k8s.io/kubernetes/pkg/registry/core/pod, podEphemeralContainersStrategy and podResizeStrategy;
// pkg/registry/certificates/certificates, csrApprovalStrategy.
func Part(kind rest.Kind, resource, subresource string) (rest.Kind, string) {
	switch resource + "/" + subresource {
	case "pods/ephemeralcontainers":
		return part{kind, subresource, ephemeral}, ""
	case "pods/resize":
		return part{kind, subresource, resized}, ""
	case "certificatesigningrequests/approval":
		return part{kind, subresource, approved}, "status"
	}
	return nil, ""
}

// Write decides about an update or a patch of the part.
func (p part) Write(ctx context.Context, w rest.Write) (rest.Outcome, error) {
	if w.Admission != nil {
		w.Admission.Subresource = p.subresource
	}
	out, err := p.Kind.Write(ctx, w)
	if err == nil && out.Stored != nil && w.Old != nil {
		out.Stored, out.Object = p.keep(out.Stored, w.Old), p.keep(out.Object, w.Old)
	}
	return out, err
}

// inSpec returns old with the metadata of cur and a changed spec.
func inSpec(cur, old, spec map[string]any) map[string]any {
	out := untyped.With(cur, "spec", spec)
	if state := old["status"]; state != nil {
		out["status"] = state
	}
	return out
}

func ephemeral(cur, old map[string]any) map[string]any {
	return inSpec(cur, old, untyped.With(untyped.Object(old, "spec"), "ephemeralContainers", untyped.Object(cur, "spec")["ephemeralContainers"]))
}

// resized keeps the resources of the containers. Containers cannot be added, removed or renamed: then the pod is the one
// of the request.
func resized(cur, old map[string]any) map[string]any {
	spec := untyped.Object(old, "spec")
	for _, field := range []string{"containers", "initContainers"} {
		now, _ := untyped.Object(cur, "spec")[field].([]any)
		before, _ := spec[field].([]any)
		if len(now) != len(before) {
			return cur
		}
		if len(now) > 0 {
			spec = untyped.With(spec, field, resizedContainers(now, before))
		}
	}
	if resources := untyped.Object(cur, "spec")["resources"]; resources != nil {
		spec = untyped.With(spec, "resources", resources)
	}
	return inSpec(cur, old, spec)
}

func resizedContainers(cur, old []any) []any {
	out := make([]any, len(old))
	for i := range old {
		container, _ := old[i].(map[string]any)
		from, _ := cur[i].(map[string]any)
		for _, field := range []string{"resources", "resizePolicy"} {
			if from[field] != nil {
				container = untyped.With(container, field, from[field])
			}
		}
		out[i] = container
	}
	return out
}

// approved keeps the conditions of a request for a certificate, with their times.
func approved(cur, old map[string]any) map[string]any {
	conditions, _ := untyped.Object(cur, "status")["conditions"].([]any)
	before, _ := untyped.Object(old, "status")["conditions"].([]any)
	out := make([]any, len(conditions))
	for i, given := range conditions {
		given, _ := given.(map[string]any)
		condition := untyped.With(given, "lastTransitionTime", transition(given, before))
		if condition["lastUpdateTime"] == nil {
			condition["lastUpdateTime"] = now()
		}
		out[i] = condition
	}
	result := untyped.With(cur, "spec", old["spec"])
	result["status"] = untyped.With(untyped.Object(old, "status"), "conditions", out)
	return result
}

// transition returns the time since which a condition has its status.
func transition(condition map[string]any, before []any) any {
	if given := condition["lastTransitionTime"]; given != nil {
		return given
	}
	for _, old := range before {
		old, _ := old.(map[string]any)
		if old["type"] == condition["type"] && old["status"] == condition["status"] && old["lastTransitionTime"] != nil {
			return old["lastTransitionTime"]
		}
	}
	return now()
}
