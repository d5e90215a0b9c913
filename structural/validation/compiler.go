package validation

import (
	"sync"

	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/structural"
)

// Compiler compiles schemas that belong together, such as the versions of one CRD. They share
// equal patterns and, with [WithDefaultsMode], the checks of parts of schemas.
type Compiler struct {
	settings
	patterns patterns

	mu      sync.Mutex
	depth   int // number of junctors that the current node is under
	done    map[*structural.Schema]check
	accepts map[typeRule]typeSet
}

// NewCompiler returns a compiler.
func NewCompiler(opts ...Option) *Compiler {
	return &Compiler{settings: newSettings(opts)}
}

// Compile returns a validator. It accepts every schema: mistakes are reported when values are
// validated, as on a server. A nil schema accepts every value.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/validation, NewSchemaValidatorForVersion.
func (c *Compiler) Compile(s *structural.Schema) *Validator {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.invalid) > 0 {
		return &Validator{compiler: c, schema: s, root: check{}} // accepts nothing
	}
	return &Validator{compiler: c, schema: s, root: c.check(s)}
}

// Compile calls [Compiler.Compile] of a new compiler.
func Compile(s *structural.Schema, opts ...Option) *Validator {
	return NewCompiler(opts...).Compile(s)
}

// check compiles a node. In defaults mode it keeps the checks of nodes with a default, because
// they are also compiled on their own.
func (c *Compiler) check(s *structural.Schema) check {
	if s == nil {
		return check{accepts: allTypes}
	}
	if !c.defaults || c.depth > 0 || !s.HasDefault() {
		return c.compile(s)
	}
	if out, ok := c.done[s]; ok {
		return out
	}
	out := c.compile(s)
	if c.done == nil {
		c.done = make(map[*structural.Schema]check)
	}
	c.done[s] = out
	return out
}

func (c *Compiler) compile(s *structural.Schema) check {
	t := c.typeRule(s)
	out := check{accepts: c.acceptedBy(t)}
	var r rest
	var set typeSet
	if enum := s.Enum(); len(enum) > 0 {
		r.enum = newEnumSet(nil, enum)
		out.accepts &= r.enum.accepts()
	}
	r.branches, set = c.branches(s)
	out.accepts &= set | nullType
	if out.accepts&numberTypes != 0 {
		r.number, set = newNumberRule(s, t)
		out.accepts &^= set
	}
	if out.accepts&stringType != 0 {
		r.text = c.stringRule(s, t)
	}
	if out.accepts&arrayType != 0 {
		r.list = c.listRule(s)
	}
	if out.accepts&objectType != 0 {
		r.object = c.objectRule(s)
	}
	if r != (rest{}) {
		kept := r
		out.rest = &kept
	}
	return out
}

// acceptedBy keeps the types that t accepts: a CRD has few different type rules.
func (c *Compiler) acceptedBy(t typeRule) typeSet {
	set, ok := c.accepts[t]
	if !ok {
		if c.accepts == nil {
			c.accepts = make(map[typeRule]typeSet)
		}
		set = t.accepts()
		c.accepts[t] = set
	}
	return set
}

// Option adjusts [Compile] and [NewCompiler].
type Option interface{ apply(*settings) }

type option func(*settings)

func (o option) apply(s *settings) { o(s) }

type settings struct {
	formatsMinor int // the minor version that determines the formats
	defaults     bool
	invalid      structural.Errors
}

func newSettings(opts []Option) settings {
	s := settings{formatsMinor: compatibility(kubeversion.Newest)}
	for _, o := range opts {
		o.apply(&s)
	}
	return s
}

// WithKubernetesVersion selects the formats that a server of a Kubernetes minor version
// checks, from "1.30" to "1.37", the default: the formats of its compatibility version. With
// any other version every value is invalid, with an error that says so.
//
// A server before 1.36 knows only the formats of strings, but checks them whatever the type
// is, and does not restrict numbers and their bounds to the range of a type or format, not
// even in [WithDefaultsMode]. A float a little greater than an integer then counts as this
// integer.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/validation,
// StripUnsupportedFormatsPostProcessorForVersion.
func WithKubernetesVersion(version string) Option {
	return option(func(s *settings) {
		minor, err := kubeversion.Minor(version)
		if err != nil {
			s.invalid = append(s.invalid, err)
			return
		}
		s.formatsMinor = compatibility(minor)
	})
}

func compatibility(minor int) int { return minor - 1 }

// WithDefaultsMode reads schemas as the server does to check their defaults, unlike for
// objects:
//
//   - an int-or-string without a type accepts values of every type, and one with
//     a type accepts values of this type;
//   - a format is checked whatever the type and the version are; an unknown
//     format makes bools, numbers and objects without a matching type invalid,
//     and accepts strings and lists;
//   - additionalProperties below allOf, anyOf, oneOf and not are ignored.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema, ToKubeOpenAPI.
func WithDefaultsMode() Option {
	return option(func(s *settings) { s.defaults = true })
}
