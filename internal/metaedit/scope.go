package metaedit

import "github.com/seed95800270/crdschema/internal/words"

// Scope says whether the objects of a kind live in namespaces.
type Scope uint8

const (
	// Namespaced objects have a namespace.
	Namespaced Scope = iota
	// ClusterScoped objects do not have a namespace.
	ClusterScoped
)

var scopes = words.Enum[Scope]{Name: "Scope", Words: []string{Namespaced: "Namespaced", ClusterScoped: "Cluster"}}

// String returns the word in spec.scope of a CRD: "Namespaced" or "Cluster".
func (s Scope) String() string { return scopes.Word(s) }

// MarshalText returns what [Scope.String] returns.
func (s Scope) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText sets s to the scope with a word, or returns an error.
func (s *Scope) UnmarshalText(text []byte) error { return scopes.Read(text, s) }
