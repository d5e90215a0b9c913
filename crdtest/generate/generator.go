package generate

import (
	"context"
	"fmt"
	"hash/fnv"
	"iter"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/celtree"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/structural"
)

// Generator makes objects of one version of a definition. [New] makes it.
type Generator struct {
	version  *crdschema.Version
	schema   map[string]any
	nodes    []node
	targets  []Target
	rules    map[string]*rule    // by the text of their RulePath
	rulesOf  map[uintptr][]*rule // by the node of schema
	seed     uint64
	attempts int
	status   bool              // the status is written by requests of its own
	spelled  []generate.Option // which values are made
}

type rule struct {
	tree     func() *celtree.Expr // parses the rule once; nil if that fails
	update   bool                 // it uses oldSelf
	optional bool                 // and a new object has none
	status   bool                 // it is a rule of the whole object and reads its status
}

// New returns a generator of objects of a version. Nothing is generated yet.
func New(v *crdschema.Version, opts ...Option) *Generator {
	g := &Generator{version: v, attempts: 400, rules: map[string]*rule{}, rulesOf: map[uintptr][]*rule{}, status: v.Subresources().Status}
	for _, o := range opts {
		o.apply(g)
	}
	g.schema = v.Schema().Map()
	if g.schema == nil {
		g.schema = map[string]any{"type": "object"}
	}
	g.collect()
	return g
}

// Option configures a [Generator].
type Option interface{ apply(*Generator) }

type option func(*Generator)

func (f option) apply(g *Generator) { f(g) }

// WithSeed selects other objects. The default is 0.
func WithSeed(seed uint64) Option { return option(func(g *Generator) { g.seed = seed }) }

// WithAttempts sets the number of objects that are tried for one result, 400 by default. The
// minimum is 1. An object counts as one more for each 500 values in it.
func WithAttempts(n int) Option { return option(func(g *Generator) { g.attempts = max(n, 1) }) }

// WithOtherSpellings adds values that a server accepts and Go types of Kubernetes cannot read,
// or write in another way: a date-time with a lower-case t, fractions or an offset
// (metav1.Time), a duration in words (metav1.Duration), an int-or-string with more than 32 bits
// (intstr.IntOrString).
func WithOtherSpellings() Option {
	return option(func(g *Generator) { g.spelled = []generate.Option{generate.WithOtherSpellings()} })
}

// stream returns the random numbers of one result.
func (g *Generator) stream(what string, i, density int) *generate.Generator {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s %d", g.seed, what, i)
	return generate.New(h.Sum64(), append(g.spelled[:len(g.spelled):len(g.spelled)], generate.WithExactSchemas(density))...)
}

// densities are the percentages of optional fields in drafts.
var densities = []int{25, 5, 50, 10, 0, 70}

// Valid returns object i, with which a server answers a request to create it with 201. It drops no
// field. Objects with other numbers are about other parts of the schema.
//
// The error is an [*UnsatisfiedError], or the context's or the budget's
// (structural.ErrTooMuchWork).
func (g *Generator) Valid(ctx context.Context, i int) (map[string]any, error) {
	var about *node
	if n := len(g.nodes); i > 0 && n > 0 {
		about = &g.nodes[(i*7919)%n]
		if g.ofStatus(about.steps) {
			about = nil
		}
	}
	c, err := g.valid(ctx, "valid", i, about)
	if unsatisfied(err) && about != nil { // a part that nothing satisfies
		c, err = g.valid(ctx, "valid", i, nil)
	}
	if err != nil {
		return nil, err
	}
	return c.obj, nil
}

// Objects returns the first n valid objects. It ends with the first error.
func (g *Generator) Objects(ctx context.Context, n int) iter.Seq2[map[string]any, error] {
	return func(yield func(map[string]any, error) bool) {
		for i := range n {
			obj, err := g.Valid(ctx, i)
			if !yield(obj, err) || err != nil {
				return
			}
		}
	}
}

// UnsatisfiedError says that no object was found.
type UnsatisfiedError struct {
	// Target is what the object was to be about. It has no path for a valid object.
	Target Target
	// Attempts is the number of objects that were tried.
	Attempts int
	// Tried are the changes that were made, each once: the errors that they were to repair.
	Tried []string
	// Errors are the errors of the best object.
	Errors structural.Errors
	// Reason says why nothing was tried: the object would be too large. It is empty otherwise.
	Reason string
	// Refused is the server's message if it refused the best object without such errors.
	Refused string

	spent int // the attempts, where an object with many values counts as several
}

func (e *UnsatisfiedError) Error() string {
	about := "a valid object"
	if len(e.Target.Path) > 0 {
		about = e.Target.String()
	}
	if e.Reason != "" {
		return "no object for " + about + ": " + e.Reason
	}
	text := fmt.Sprintf("no object found for %s in %d attempts", about, e.Attempts)
	if len(e.Errors) > 0 {
		text += "; the best one has: " + e.Errors[0].Error()
	}
	if e.Refused != "" {
		text += "; the best one is refused: " + e.Refused
	}
	if len(e.Tried) > 0 {
		text += "; tried to repair: " + strings.Join(e.Tried, ", ")
	}
	return text
}
