package generate

import (
	"math/bits"
	"math/rand/v2"
	"regexp"
)

// Flavor is the validity of a generated value.
type Flavor int

const (
	// Valid values are accepted by the server.
	Valid Flavor = iota
	// Nearly valid values have one to three flaws.
	Nearly
	// Hostile values are any JSON in any position.
	Hostile
)

// String returns the name of the constant.
func (f Flavor) String() string {
	return [...]string{"Valid", "Nearly", "Hostile"}[f]
}

// Generator makes test values from a seed; see the package comment.
type Generator struct {
	random
	nodes, levels    int
	unpruned         bool
	ruled            bool
	demanding        bool
	statusCompatible bool
	otherSpellings   bool
	exact            bool // see WithExactSchemas
	optional         int  // per cent of the fields that are present without need
	expressions      map[string]*regexp.Regexp
}

// New returns a generator. Without options schemas have up to 100 nodes on up to 6 levels and
// no validation rules.
func New(seed uint64, opts ...Option) *Generator {
	g := &Generator{random: newRandom(seed), nodes: 100, levels: 6, optional: 60}
	for _, o := range opts {
		o.apply(g)
	}
	return g
}

// Option adjusts a [Generator].
type Option interface{ apply(*Generator) }

type optionFunc func(*Generator)

func (f optionFunc) apply(g *Generator) { f(g) }

// WithNodes sets the largest number of nodes of a schema, without the branches of junctors.
// The minimum is 1.
func WithNodes(n int) Option {
	return optionFunc(func(g *Generator) { g.nodes = max(n, 1) })
}

// WithUnprunedDefaults adds fields that the schema does not specify to some defaults of valid
// schemas. The server rejects such a new schema, but serves a stored one, without those
// fields.
func WithUnprunedDefaults() Option {
	return optionFunc(func(g *Generator) { g.unpruned = true })
}

// WithRules adds x-kubernetes-validations to some nodes. The rules compile at any
// node, cost nothing and always pass.
func WithRules() Option {
	return optionFunc(func(g *Generator) { g.ruled = true })
}

// WithDemandingRules adds rules as [WithRules] does, and some that fail or use oldSelf.
func WithDemandingRules() Option {
	return optionFunc(func(g *Generator) { g.ruled, g.demanding = true, true })
}

// WithStatusCompatible limits the root of valid schemas to the keywords that a server allows
// with the status subresource.
func WithStatusCompatible() Option {
	return optionFunc(func(g *Generator) { g.statusCompatible = true })
}

// random draws from a fixed stream of numbers. The methods of rand.Rand may return other
// numbers in another release of Go.
type random struct{ source *rand.PCG }

func newRandom(seed uint64) random {
	return random{rand.NewPCG(seed, 0x9e3779b97f4a7c15)}
}

func (c random) below(n int) int {
	if n < 1 {
		return 0
	}
	high, _ := bits.Mul64(c.source.Uint64(), uint64(n))
	return int(high)
}

func (c random) between(lo, hi int) int {
	return lo + c.below(hi-lo+1)
}

func (c random) percent(p int) bool { return c.below(100) < p }

func (c random) weighted(weights ...int) int {
	total := 0
	for _, w := range weights {
		total += w
	}
	n := c.below(total)
	for i, w := range weights {
		if n < w {
			return i
		}
		n -= w
	}
	return 0
}

func pick[T any](c random, list []T) T { return list[c.below(len(list))] }

func some[T any](c random, list []T) []T {
	var out []T
	for _, e := range list {
		if c.percent(50) {
			out = append(out, e)
		}
	}
	if len(out) == 0 && len(list) > 0 {
		out = append(out, pick(c, list))
	}
	return out
}

func shuffled[T any](c random, list []T) []T {
	out := append([]T(nil), list...)
	for i := len(out) - 1; i > 0; i-- {
		j := c.below(i + 1)
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// WithOtherSpellings makes values, too, that Go types of Kubernetes cannot read, or write in
// another way. It needs [WithExactSchemas].
func WithOtherSpellings() Option {
	return optionFunc(func(g *Generator) { g.otherSpellings = true })
}
