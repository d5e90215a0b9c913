package validation

// Option adjusts [Compile] and [NewCompiler].
type Option interface{ apply(*settings) }

type option func(*settings)

func (o option) apply(s *settings) { o(s) }

// settings say how schemas are read.
type settings struct {
	minor    int  // whose string formats are checked
	defaults bool // as for checking the defaults of a schema
}

// judgingMinor is the version at which a server of Kubernetes 1.37 judges what
// is new: its compatibility version.
const judgingMinor = 36

// FormatsOf checks the string formats that Kubernetes 1.minor knows, and
// ignores others. A server judges at its compatibility version, which is one
// minor version below its own: without this option it is 36, as in Kubernetes
// 1.37.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/validation,
// StripUnsupportedFormatsPostProcessorForVersion.
func FormatsOf(minor int) Option {
	return option(func(s *settings) { s.minor = minor })
}

// ForDefaults reads schemas as a server does to check the defaults that stand
// in them, which differs from how it checks objects:
//
//   - an int-or-string without a type takes values of every type, and one with
//     a type those of that type;
//   - a format is heeded whatever the type and the version, so that one that
//     is not known makes bools, numbers and objects without a fitting type
//     invalid, and lets strings and lists pass;
//   - additionalProperties below allOf, anyOf, oneOf and not are ignored.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema, ToKubeOpenAPI.
func ForDefaults() Option {
	return option(func(s *settings) { s.defaults = true })
}

func newSettings(opts []Option) settings {
	s := settings{minor: judgingMinor}
	for _, o := range opts {
		o.apply(&s)
	}
	return s
}
