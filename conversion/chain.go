package conversion

import (
	"context"
	"fmt"
	"slices"

	"github.com/seed95800270/crdschema/internal/wire"
)

// Step converts objects from one version to another.
type Step struct {
	// From and To are apiVersions, "group/version".
	From, To string
	// Convert returns an object of the version From at the version To. It must
	// not change the object, and need not set the apiVersion.
	Convert func(ctx context.Context, obj map[string]any) (map[string]any, error)
}

// Chain is a [Converter] made of steps between pairs of versions. It converts an
// object along the shortest path, so that n versions need no more than two steps
// each, to and from one version in the middle, the hub. Of several paths of the
// same length it takes the one whose steps were given first. A Chain is immutable;
// a nil Chain has no paths.
type Chain struct {
	// last has the last step of the path from one version to another.
	last map[string]map[string]*Step
}

// NewChain returns a Chain of steps. It returns an error if a step lacks a version
// or a function, converts a version to itself, or repeats an earlier step.
//
// Not every pair of versions needs a path: nothing is converted to a version that
// is no longer served. conversiontest.RoundTrip reports the paths that are missing.
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
	return &Chain{last: shortestPaths(slices.Clone(steps))}, nil
}

// shortestPaths searches breadth first from every version. It returns only the
// last step of each path: the rest is the path to the version where it starts.
func shortestPaths(steps []Step) map[string]map[string]*Step {
	next := map[string][]*Step{}
	for i := range steps {
		next[steps[i].From] = append(next[steps[i].From], &steps[i])
	}
	paths := make(map[string]map[string]*Step, len(next))
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
		paths[start] = last
	}
	return paths
}

// steps returns the steps of the path between two versions, or nil if there is
// none.
func (c *Chain) steps(from, to string) []*Step {
	if c == nil {
		return nil
	}
	var path []*Step
	for s := c.last[from][to]; s != nil; s = c.last[from][s.From] {
		path = append(path, s)
	}
	slices.Reverse(path)
	return path
}

// Path returns the apiVersions of the path between two versions, both included, or
// nil if there is none.
func (c *Chain) Path(from, to string) []string {
	if from == to {
		return []string{from}
	}
	steps := c.steps(from, to)
	if steps == nil {
		return nil
	}
	path := []string{from}
	for _, s := range steps {
		path = append(path, s.To)
	}
	return path
}

// Convert converts every object along the shortest path from its version. The
// error names the object, for example if there is no path from its version.
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
