package admission

import (
	"github.com/seed95800270/crdschema/crdserver/internal/untyped"
	"slices"
	"strings"
)

// rule says which requests a webhook is called for.
type rule struct {
	operations, groups, versions, resources []string
	scope                                   string
}

func readRule(m map[string]any) rule {
	return rule{
		operations: untyped.Texts(m["operations"]), groups: untyped.Texts(m["apiGroups"]), versions: untyped.Texts(m["apiVersions"]),
		resources: untyped.Texts(m["resources"]), scope: untyped.Text(m, "scope"),
	}
}

// matches reports whether a rule matches a request as if it were for a version.
//
// Rule: k8s.io/apiserver/pkg/admission/plugin/webhook/predicates/rules, Matcher.Matches.
func (r rule) matches(a *Attributes, version string) bool {
	return r.inScope(a, version) && anyOrOne(r.operations, a.Operation) && anyOrOne(r.groups, a.Group) &&
		anyOrOne(r.versions, version) && r.matchesResource(a)
}

func anyOrOne(names []string, name string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return n == "*" || n == name })
}

func (r rule) inScope(a *Attributes, version string) bool {
	clusterScoped := a.Namespace == "" || a.isNamespace() && version == "v1"
	switch r.scope {
	case "", "*":
		return true
	case "Namespaced":
		return !clusterScoped
	case "Cluster":
		return clusterScoped
	}
	return false
}

func (r rule) matchesResource(a *Attributes) bool {
	return slices.ContainsFunc(r.resources, func(name string) bool {
		resource, subresource, _ := strings.Cut(name, "/")
		return (resource == "*" || resource == a.Resource.Plural) && (subresource == "*" || subresource == a.Subresource)
	})
}

// version returns the version at which a webhook is called, or "" if no rule matches. With matchPolicy
// Equivalent, a rule for another version of the resource matches too.
//
// Rule: k8s.io/apiserver/pkg/admission/plugin/webhook/generic, Webhook.ShouldCallHook.
func (k *hook) version(a *Attributes) string {
	for _, r := range k.rules {
		if r.matches(a, a.Version) {
			return a.Version
		}
	}
	if !k.equivalent {
		return ""
	}
	versions := a.Resource.Versions(a.Subresource)
	for _, r := range k.rules {
		for _, version := range versions {
			if version != a.Version && r.matches(a, version) {
				return version
			}
		}
	}
	return ""
}
