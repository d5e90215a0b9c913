package scale

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/gotype"
)

// kindsOf holds the kinds that the server knows where it expects a Scale, in addition to the
// kinds of all groups.
//
// Rules: k8s.io/client-go/scale, NewScaleConverter; k8s.io/api, the packages of the groups.
var kindsOf = map[gotype.GroupVersion][]string{
	Kind.GroupVersion: {"HorizontalPodAutoscaler", "HorizontalPodAutoscalerList"},
	{Group: "extensions", Version: "v1beta1"}: {"Scale", "Deployment", "DeploymentList", "DeploymentRollback", "DaemonSet",
		"DaemonSetList", "Ingress", "IngressList", "ReplicaSet", "ReplicaSetList", "NetworkPolicy", "NetworkPolicyList"},
	{Group: "apps", Version: "v1beta1"}: {"Scale", "Deployment", "DeploymentList", "DeploymentRollback", "StatefulSet",
		"StatefulSetList", "ControllerRevision", "ControllerRevisionList"},
	{Group: "apps", Version: "v1beta2"}: {"Scale", "Deployment", "DeploymentList", "StatefulSet", "StatefulSetList", "DaemonSet",
		"DaemonSetList", "ReplicaSet", "ReplicaSetList", "ControllerRevision", "ControllerRevisionList"},
}

func goTypeOf(t gotype.TypeMeta) string {
	kinds, known := kindsOf[t.GroupVersion]
	switch {
	case gotype.IsUnversioned(t.Kind), known && (t.Kind == "WatchEvent" || gotype.IsOptions(t.Kind)):
		return "v1." + t.Kind
	case slices.Contains(kinds, t.Kind):
		return t.Version + "." + t.Kind
	case slices.Contains(internalGroups, t.Group) && t.Version == gotype.InternalVersion && t.Kind == "WatchEvent":
		return "v1.InternalEvent"
	default:
		return ""
	}
}

// internalGroups are the groups that have an internal version of Scale.
var internalGroups = []string{Kind.Group, "extensions", "apps"}
