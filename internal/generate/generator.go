package generate

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
