package generate

import (
	"math/bits"
	"math/rand/v2"
)

// Flavour says how close to acceptable a generated value is.
type Flavour int

const (
	// Valid is what a server accepts, as far as the generator can tell.
	Valid Flavour = iota
	// Nearly is valid but for one to three flaws.
	Nearly
	// Hostile is any JSON in any position.
	Hostile
)

// String is the constant's name.
func (f Flavour) String() string {
	return [...]string{"Valid", "Nearly", "Hostile"}[f]
}

// Generator makes test values from a seed; see the package comment. It is not
// safe for concurrent use.
type Generator struct {
	chance
	nodes, levels    int
	unpruned         bool
	ruled            bool
	demanding        bool
	statusCompatible bool
}

// New returns a generator for a seed. Without options schemas have up to 100
// nodes on up to 6 levels and no validation rules.
func New(seed uint64, opts ...Option) *Generator {
	g := &Generator{chance: newChance(seed), nodes: 100, levels: 6}
	for _, o := range opts {
		o.apply(g)
	}
	return g
}

// Option adjusts a [Generator].
type Option interface{ apply(*Generator) }

type optionFunc func(*Generator)

func (f optionFunc) apply(g *Generator) { f(g) }

// WithNodes sets the greatest number of nodes of a schema, branches of allOf,
// anyOf, oneOf and not aside. Most schemas are smaller. At least 1.
func WithNodes(n int) Option {
	return optionFunc(func(g *Generator) { g.nodes = max(n, 1) })
}

// WithUnprunedDefaults gives some defaults of valid schemas fields that the
// schema does not know. A server refuses such a schema when it is written but
// serves it, without those fields, when it was stored long ago.
func WithUnprunedDefaults() Option {
	return optionFunc(func(g *Generator) { g.unpruned = true })
}

// WithRules adds x-kubernetes-validations to some nodes: rules that compile
// anywhere, cost nothing and always hold.
func WithRules() Option {
	return optionFunc(func(g *Generator) { g.ruled = true })
}

// WithDemandingRules is WithRules with some rules that fail, or compare with the
// old value.
func WithDemandingRules() Option {
	return optionFunc(func(g *Generator) { g.ruled, g.demanding = true, true })
}

// WithStatusCompatible keeps the root of valid schemas to the keywords that a
// server allows there if the status subresource is enabled.
func WithStatusCompatible() Option {
	return optionFunc(func(g *Generator) { g.statusCompatible = true })
}

// chance draws from a fixed stream of numbers. It reduces them itself, because
// only the source, not what rand.Rand makes of it, is specified.
type chance struct{ source *rand.PCG }

func newChance(seed uint64) chance {
	return chance{rand.NewPCG(seed, 0x9e3779b97f4a7c15)}
}

// below is a number from 0 to n-1, 0 if n is less than 1.
func (c chance) below(n int) int {
	if n < 1 {
		return 0
	}
	high, _ := bits.Mul64(c.source.Uint64(), uint64(n))
	return int(high)
}

// between is a number from lo to hi, both included; lo if hi is less.
func (c chance) between(lo, hi int) int {
	return lo + c.below(hi-lo+1)
}

// percent is true p times in a hundred.
func (c chance) percent(p int) bool { return c.below(100) < p }

// weighted is an index into weights, drawn as often as its weight says.
func (c chance) weighted(weights ...int) int {
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

// pick is one element of a list that is not empty.
func pick[T any](c chance, list []T) T { return list[c.below(len(list))] }

// some are about half of the elements of a list in their order, at least one of
// a list that is not empty.
func some[T any](c chance, list []T) []T {
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

// shuffled is a list in random order.
func shuffled[T any](c chance, list []T) []T {
	out := append([]T(nil), list...)
	for i := len(out) - 1; i > 0; i-- {
		j := c.below(i + 1)
		out[i], out[j] = out[j], out[i]
	}
	return out
}
