package conversion

import (
	"context"
	"fmt"
	"slices"

	"github.com/seed95800270/crdschema/internal/wire"
)

// Step converts objects of one version to one other.
type Step struct {
	// From and To are apiVersions, "group/version".
	From, To string
	// Convert gets an object of the version From and returns it at To. It must
	// not change the object. The apiVersion need not be set.
	Convert func(ctx context.Context, obj map[string]any) (map[string]any, error)
}

// Chain is a [Converter] made of steps between pairs of versions. An object
// takes the shortest way, so that n versions need no more than a pair of steps
// each between them and one that all understand, the hub. Of several ways of
// the same length it takes the one whose steps were given first. A Chain is
// immutable; a nil one knows no way.
type Chain struct {
	// last has the last step of the way from one version to another.
	last map[string]map[string]*Step
}

// NewChain joins steps. The error is about a step without versions, versions
// that are the same, a missing function, or two steps between the same versions.
//
// Not every pair of versions needs a way: a version that is not served any more
// need not be converted to. [RoundTrip] finds out which ways are missing.
func NewChain(steps ...Step) (*Chain, error) {
	known := map[[2]string]bool{}
	for i, s := range steps {
		from, errFrom := wire.ParseGroupVersion(s.From)
		to, errTo := wire.ParseGroupVersion(s.To)
		switch {
		case errFrom != nil || errTo != nil || from.Version == "" || to.Version == "":
			return nil, fmt.Errorf("step %d: %q to %q: both must be versions", i, s.From, s.To)
		case from == to:
			return nil, fmt.Errorf("step %d: %s is converted to itself", i, s.From)
		case s.Convert == nil:
			return nil, fmt.Errorf("step %d: %s to %s has no function", i, s.From, s.To)
		case known[[2]string{s.From, s.To}]:
			return nil, fmt.Errorf("step %d: %s to %s is there already", i, s.From, s.To)
		}
		known[[2]string{s.From, s.To}] = true
	}
	return &Chain{last: shortestWays(slices.Clone(steps))}, nil
}

// shortestWays searches breadth first from every version. Of a way, only the
// last step is kept: the rest of it is the way to where that step begins.
func shortestWays(steps []Step) map[string]map[string]*Step {
	next := map[string][]*Step{}
	for i := range steps {
		next[steps[i].From] = append(next[steps[i].From], &steps[i])
	}
	ways := make(map[string]map[string]*Step, len(next))
	for start := range next {
		last := map[string]*Step{}
		for queue := []string{start}; len(queue) > 0; queue = queue[1:] {
			for _, s := range next[queue[0]] {
				if last[s.To] == nil && s.To != start {
					last[s.To] = s
					queue = append(queue, s.To)
				}
			}
		}
		ways[start] = last
	}
	return ways
}

// steps are the steps of a way, nil if there is none.
func (c *Chain) steps(from, to string) []*Step {
	if c == nil {
		return nil
	}
	var way []*Step
	for s := c.last[from][to]; s != nil; s = c.last[from][s.From] {
		way = append(way, s)
	}
	slices.Reverse(way)
	return way
}

// Path returns the apiVersions that an object goes through, both ends included. It
// is nil if there is no way.
func (c *Chain) Path(from, to string) []string {
	if from == to {
		return []string{from}
	}
	steps := c.steps(from, to)
	if steps == nil {
		return nil
	}
	way := []string{from}
	for _, s := range steps {
		way = append(way, s.To)
	}
	return way
}

// Convert takes every object the shortest way from its version. The error names
// the object, and says if there is no way.
func (c *Chain) Convert(ctx context.Context, objs []map[string]any, toAPIVersion string) ([]map[string]any, error) {
	return Func(c.convert).Convert(ctx, objs, toAPIVersion)
}

func (c *Chain) convert(ctx context.Context, obj map[string]any, to string) (map[string]any, error) {
	from := wire.Text(obj, "apiVersion")
	steps := c.steps(from, to)
	if steps == nil {
		return nil, fmt.Errorf("there is no conversion from %s to %s", from, to)
	}
	for _, s := range steps {
		out, err := s.Convert(ctx, obj)
		if err != nil {
			return nil, err
		}
		if out == nil {
			return nil, fmt.Errorf("the conversion from %s to %s returned nothing", s.From, s.To)
		}
		obj = withAPIVersion(out, s.To)
	}
	return obj, nil
}
