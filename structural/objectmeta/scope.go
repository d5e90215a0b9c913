package objectmeta

import "github.com/seed95800270/crdschema/internal/valuetext"

// Scope says whether objects of a kind live in namespaces.
type Scope uint8

const (
	// Namespaced objects must have a namespace.
	Namespaced Scope = iota
	// ClusterScoped objects must not have a namespace.
	ClusterScoped
)

var scopes = valuetext.Enum[Scope]{Name: "Scope", Words: []string{Namespaced: "Namespaced", ClusterScoped: "Cluster"}}

// String returns the word in spec.scope of a CRD: "Namespaced" or "Cluster".
func (s Scope) String() string { return scopes.Word(s) }

// MarshalText returns the text of [Scope.String].
func (s Scope) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the text of [Scope.String].
func (s *Scope) UnmarshalText(text []byte) error { return scopes.Read(text, s) }

func namespaceRuleOf(s Scope) namespaceRule {
	if s == ClusterScoped {
		return namespaceForbidden
	}
	return namespaceRequired
}
