package objectmeta

import "github.com/seed95800270/crdschema/internal/metaedit"

// Scope says whether objects of a kind live in namespaces.
type Scope = metaedit.Scope

const (
	// Namespaced objects must have a namespace.
	Namespaced = metaedit.Namespaced
	// ClusterScoped objects must not have a namespace.
	ClusterScoped = metaedit.ClusterScoped
)

func namespaceRuleOf(s Scope) namespaceRule {
	if s == ClusterScoped {
		return namespaceForbidden
	}
	return namespaceRequired
}
