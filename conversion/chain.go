package conversion

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/seed95800270/crdschema/internal/gotype"
)

// Step converts objects from one version to another.
type Step struct {
	// From and To are apiVersions, "group/version".
	From, To string
	// Convert converts an object. It must not change it, and need not set the apiVersion.
	Convert func(ctx context.Context, obj map[string]any) (map[string]any, error)
}

// Chain is a [Converter] made of steps between pairs of versions. It converts an object along
// the shortest path, so that n versions need only two steps each, to and from one version in
// the middle, the hub. Among paths of the same length the earliest given steps win. A nil
// Chain is without paths.
type Chain struct {
	paths map[string]*versionPaths
}

// NewChain returns a Chain of steps. It returns an error if a step lacks a version or a
// function, converts a version to itself, or repeats an earlier step.
//
// Some pairs of versions may lack a path: nothing is converted to a version that is no longer
// served. conversiontest.RoundTrip reports missing paths.
func NewChain(steps ...Step) (*Chain, error) {
	known := map[[2]string]bool{}
	for i, s := range steps {
		from, errFrom := gotype.ParseGroupVersion(s.From)
		to, errTo := gotype.ParseGroupVersion(s.To)
		switch {
		case errFrom != nil || errTo != nil || from.Version == "" || to.Version == "":
			return nil, fmt.Errorf("step %d: %q to %q: both must be versions", i, s.From, s.To)
		case from == to:
			return nil, fmt.Errorf("step %d: %s is converted to itself", i, s.From)
		case s.Convert == nil:
			return nil, fmt.Errorf("step %d: %s to %s lacks a function", i, s.From, s.To)
		case known[[2]string{s.From, s.To}]:
			return nil, fmt.Errorf("step %d: %s to %s repeats an earlier step", i, s.From, s.To)
		}
		known[[2]string{s.From, s.To}] = true
	}
	return newChain(slices.Clone(steps)), nil
}

func newChain(steps []Step) *Chain {
	c := &Chain{paths: make(map[string]*versionPaths, len(steps))}
	for i, s := range steps {
		if c.paths[s.From] == nil {
			c.paths[s.From] = &versionPaths{}
		}
		c.paths[s.From].steps = append(c.paths[s.From].steps, &steps[i])
	}
	return c
}

// versionPaths are the shortest paths from one version, searched for its first object: all at
// once would take quadratic time.
type versionPaths struct {
	steps  []*Step // the steps that begin at the version
	search sync.Once
	last   map[string]*Step // of the path to another version
}

// shortest searches breadth first. It returns only the last step of each path: the rest is the
// path to the version where this step starts.
func (c *Chain) shortest(from string) map[string]*Step {
	start := c.paths[from]
	if start == nil {
		return nil
	}
	start.search.Do(func() {
		start.last = map[string]*Step{}
		for queue := []*versionPaths{start}; len(queue) > 0; queue = queue[1:] {
			for _, s := range queue[0].steps {
				if start.last[s.To] != nil || s.To == from {
					continue
				}
				start.last[s.To] = s
				if next := c.paths[s.To]; next != nil {
					queue = append(queue, next)
				}
			}
		}
	})
	return start.last
}

func (c *Chain) steps(from, to string) []*Step {
	if c == nil {
		return nil
	}
	var path []*Step
	last := c.shortest(from)
	for s := last[to]; s != nil; s = last[s.From] {
		path = append(path, s)
	}
	slices.Reverse(path)
	return path
}

// Path returns the apiVersions of the path between two versions, including both, or nil.
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

// Convert converts every object along the shortest path from its version. The error names the
// object.
func (c *Chain) Convert(ctx context.Context, objs []map[string]any, toAPIVersion string) ([]map[string]any, error) {
	return Func(c.convert).Convert(ctx, objs, toAPIVersion)
}

func (c *Chain) convert(ctx context.Context, obj map[string]any, to string) (map[string]any, error) {
	from := gotype.StringAt(obj, "apiVersion")
	steps := c.steps(from, to)
	if steps == nil {
		return nil, fmt.Errorf("there is no conversion from %s to %s", from, to)
	}
	for _, s := range steps {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
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
