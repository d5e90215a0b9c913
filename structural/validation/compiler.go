package validation

import (
	"sync"

	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/structural"
)

// Compiler compiles schemas that belong together, such as the versions of one
// definition: equal patterns are shared, and so is, with [WithDefaultsMode], what
// is compiled of schemas that are parts of each other. It keeps what it shares
// for as long as it lives. A Compiler is safe for concurrent use; make one with
// [NewCompiler].
type Compiler struct {
	settings
	patterns patterns

	mu    sync.Mutex
	depth int // how many junctors the current node is under
	done  map[*structural.Schema]check
	kinds map[typing]kinds
}

// NewCompiler returns a compiler with the given options.
func NewCompiler(opts ...Option) *Compiler {
	return &Compiler{settings: newSettings(opts)}
}

// Compile returns a validator for a schema. It takes every schema: what is
// wrong with one shows when values are validated, as on a server; and what
// structural.FromMap reports and leaves out is not there. A nil schema accepts
// every value.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/validation,
// NewSchemaValidatorForVersion.
func (c *Compiler) Compile(s *structural.Schema) *Validator {
	c.mu.Lock()
	defer c.mu.Unlock()
	return &Validator{compiler: c, schema: s, root: c.check(s)}
}

// Compile is [Compiler.Compile] with a compiler of its own.
func Compile(s *structural.Schema, opts ...Option) *Validator {
	return NewCompiler(opts...).Compile(s)
}

// check compiles a node and what is below it. Nodes with a default are
// remembered for when their turn comes to be compiled by themselves.
func (c *Compiler) check(s *structural.Schema) check {
	if s == nil {
		return check{accepts: everything}
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
	t := c.typing(s)
	out := check{accepts: c.accepts(t)}
	var r rest
	var set kinds
	if enum := s.Enum(); len(enum) > 0 {
		r.enum = newEnum(enum)
		out.accepts &= r.enum.accepts()
	}
	r.branches, set = c.branches(s)
	out.accepts &= set | null
	if out.accepts&numbers != 0 {
		r.number, set = newNumberRule(s, t.capacity())
		out.accepts &^= set
	}
	if out.accepts&text != 0 {
		r.text = c.stringRule(s, t)
	}
	if out.accepts&array != 0 {
		r.list = c.listRule(s)
	}
	if out.accepts&object != 0 {
		r.object = c.objectRule(s)
	}
	if r != (rest{}) {
		kept := r
		out.rest = &kept
	}
	return out
}

// accepts remembers: a definition has few ways to speak of types.
func (c *Compiler) accepts(t typing) kinds {
	set, ok := c.kinds[t]
	if !ok {
		if c.kinds == nil {
			c.kinds = make(map[typing]kinds)
		}
		set = t.accepts()
		c.kinds[t] = set
	}
	return set
}

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
