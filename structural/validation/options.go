package validation

import "github.com/seed95800270/crdschema/internal/kubeversion"

// Option adjusts [Compile] and [NewCompiler].
type Option interface{ apply(*settings) }

type option func(*settings)

func (o option) apply(s *settings) { o(s) }

// settings are how schemas are read.
type settings struct {
	formatsMinor int  // the minor version whose string formats are checked
	defaults     bool // as for checking the defaults of a schema
}

func newSettings(opts []Option) settings {
	s := settings{formatsMinor: compatibility(kubeversion.Newest)}
	for _, o := range opts {
		o.apply(&s)
	}
	return s
}

// WithKubernetesVersion checks the string formats that a server of a Kubernetes
// version checks, from "1.30" to "1.37", and ignores others. The default is
// "1.37", which other texts count as. A server checks the formats of its
// compatibility version, one minor version below its own.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/validation,
// StripUnsupportedFormatsPostProcessorForVersion.
func WithKubernetesVersion(version string) Option {
	minor, err := kubeversion.Minor(version)
	if err != nil {
		minor = kubeversion.Newest
	}
	return option(func(s *settings) { s.formatsMinor = compatibility(minor) })
}

// compatibility returns the minor version of a server's compatibility version.
func compatibility(minor int) int { return minor - 1 }

// WithDefaultsMode reads schemas as the server does to check their defaults,
// which differs from how it checks objects:
//
//   - an int-or-string without a type accepts values of every type, and one with
//     a type accepts those of that type;
//   - a format is checked whatever the type and the version are; an unknown
//     format makes bools, numbers and objects without a matching type invalid,
//     and accepts strings and lists;
//   - additionalProperties below allOf, anyOf, oneOf and not are ignored.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema, ToKubeOpenAPI.
func WithDefaultsMode() Option {
	return option(func(s *settings) { s.defaults = true })
}
