package celenv

import (
	"github.com/google/cel-go/cel"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/celtype"
	"github.com/seed95800270/crdschema/internal/kubeversion"
)

// Option configures [New].
type Option interface{ apply(config) config }

type config struct {
	minor int
	err   error
}

type option func(config) config

func (f option) apply(c config) config { return f(c) }

// WithKubernetesVersion selects the functions and macros of a Kubernetes minor version, from
// "1.30" to "1.37", the default. With any other version, [New] returns an error.
func WithKubernetesVersion(version string) Option {
	return option(func(c config) config {
		minor, err := kubeversion.Minor(version)
		if err != nil {
			c.err = err
			return c
		}
		c.minor = minor
		return c
	})
}

// New returns the environment in which a Kubernetes version evaluates stored rules, without
// variables: extend it with them. The error is about an option.
//
// Rule: k8s.io/apiserver/pkg/cel/environment, MustBaseEnvSet with StoredExpressions.
func New(opts ...Option) (*cel.Env, error) {
	c := config{minor: kubeversion.Newest}
	for _, o := range opts {
		c = o.apply(c)
	}
	if c.err != nil {
		return nil, c.err
	}
	env, err := cellib.Env(c.minor, cellib.Stored)
	if err != nil {
		return nil, err
	}
	return env.Extend() // the caller's own
}

// Escape returns the identifier of the property name in expressions, or false if it has none.
// The identifier of "my-field" is my__dash__field. Package celrules has the rules.
//
// Rule: k8s.io/apiserver/pkg/cel, Escape.
func Escape(name string) (identifier string, ok bool) { return celtype.Escape(name) }

// Unescape returns the name of the property with an identifier, or false if [Escape] returns
// no such identifier for any name. It does not check that the identifier is one.
//
// Rule: k8s.io/apiserver/pkg/cel, Unescape.
func Unescape(identifier string) (name string, ok bool) { return celtype.Unescape(identifier) }
