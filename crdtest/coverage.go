package crdtest

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/structural"
)

// Point is a part of a schema that tests should see both ways.
type Point struct {
	// Kind is rule, bound, value, default, list or branch: a validation rule; a keyword that
	// restricts values, such as maxLength; a value of an enum; a default; a set or keyed list; a
	// schema in anyOf or oneOf.
	Kind string `json:"kind"`
	// Version is the version of the CRD, and Path the path in its schema.
	Version string `json:"version"`
	Path    string `json:"path"`
	// Position is the file, line and column in the CRD.
	Position string `json:"position"`
	// True is the number of values for which the rule, bound, list or branch held, that were the
	// value of the enum, or got the default.
	True int `json:"true"`
	// False is the number of values that violated the rule, bound or list, did not match the
	// branch, or had a value instead of the default. For a value of an enum it is 0.
	False int `json:"false"`
}

// Covered reports whether the point was seen true and false. A value of an enum need only be
// seen.
func (p Point) Covered() bool { return p.True > 0 && (p.False > 0 || p.Kind == "value") }

// String returns the position, the point, and what was not seen.
func (p Point) String() string {
	missing := ""
	switch {
	case p.Covered():
		missing = "covered"
	case p.True > 0:
		missing = "never false"
	case p.False > 0 || p.Kind == "value":
		missing = "never true"
	default:
		missing = "never seen"
	}
	return fmt.Sprintf("%s: %s %s of %s: %s", p.Position, p.Kind, p.Path, p.Version, missing)
}

// Coverage counts which parts of a definition's schemas requests with [WithCoverage] exercise:
// rules, bounds, enum values, defaults, lists and branches, at and below properties, items and
// additionalProperties. Formats, types and the inside of branches are not counted. It is safe
// for concurrent use.
type Coverage struct {
	definition *Definition

	mu     sync.Mutex
	points []*Point
	byPath map[pointKey]*Point
	nodes  map[string]*coveredNode
	// same reports whether definitions, read again, have the CRD.
	same map[*Definition]bool
	// objects is the number of recorded objects.
	objects int
}

type pointKey struct{ version, path string }

// NewCoverage returns a Coverage of all versions of a definition, with nothing seen. It panics if d
// is nil or was not loaded: [Load] and its siblings make definitions.
func NewCoverage(d *Definition) *Coverage {
	c := &Coverage{definition: d, byPath: map[pointKey]*Point{}, nodes: map[string]*coveredNode{}, same: map[*Definition]bool{}}
	for _, name := range d.compiled.Versions() {
		version, _ := d.compiled.Version(name)
		b := coverageBuilder{coverage: c, version: name, root: schemaPath(d.source.object, name)}
		c.nodes[name] = b.node(version.Schema(), nil)
	}
	return c
}

// schemaPath returns the path of a version's schema in a CRD.
func schemaPath(crd map[string]any, version string) structural.Path {
	spec, _ := crd["spec"].(map[string]any)
	versions, _ := spec["versions"].([]any)
	for i, v := range versions {
		if m, _ := v.(map[string]any); m["name"] == version {
			return structural.Path{field("spec"), field("versions"), index(i), field("schema"), field("openAPIV3Schema")}
		}
	}
	return structural.Path{field("spec"), field("versions")}
}

// Points returns all points, in the order of versions and schemas.
func (c *Coverage) Points() []Point {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make([]Point, len(c.points))
	for i, p := range c.points {
		out[i] = *p
	}
	return out
}

// Missing returns the points that are not covered.
func (c *Coverage) Missing() []Point {
	var out []Point
	for _, p := range c.Points() {
		if !p.Covered() {
			out = append(out, p)
		}
	}
	return out
}

// Share returns the share of points that are covered, from 0 to 1: 1 if there are no points.
func (c *Coverage) Share() float64 {
	all := len(c.Points())
	if all == 0 {
		return 1
	}
	return float64(all-len(c.Missing())) / float64(all)
}

// Require fails the test unless at least a share of the points, from 0 to 1, is covered. A failure lists
// the others. Another share ends the test.
func (c *Coverage) Require(t T, share float64) {
	t.Helper()
	if !(share >= 0 && share <= 1) {
		t.Fatalf("the share is %v instead of 0 to 1: 0.9 is 90%%", share)
		return
	}
	got := c.Share()
	if got >= share {
		return
	}
	lines := []string{fmt.Sprintf("coverage is %.1f%% instead of %.1f%%:", 100*got, 100*share)}
	if c.requests() == 0 {
		lines = append(lines, "no request to "+c.definition.compiled.Name()+" had this coverage")
	}
	for _, p := range c.Missing() {
		lines = append(lines, p.String())
	}
	t.Errorf("%s", strings.Join(lines, "\n\t"))
}

func (c *Coverage) requests() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.objects
}

// MarshalJSON returns the points as a list.
func (c *Coverage) MarshalJSON() ([]byte, error) { return json.Marshal(c.Points()) }

// isOf reports whether c is of the CRD of d, which may have been read again. Another CRD of this name is an
// error.
func (c *Coverage) isOf(d *Definition) (bool, error) {
	if c.definition == d {
		return true, nil
	}
	if c.definition.compiled.Name() != d.compiled.Name() {
		return false, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	same, known := c.same[d]
	if !known {
		same = structural.Equal(c.definition.source.object, d.source.object)
		c.same[d] = same
	}
	if !same {
		return false, fmt.Errorf("the coverage is of the CRD at %s, the request of another CRD with this name at %s", c.definition.Position(), d.Position())
	}
	return true, nil
}

// observer returns the function that records the rules of a request at a version.
func (c *Coverage) observer(version string) func(celrules.Evaluation) {
	return func(e celrules.Evaluation) {
		if !e.Skipped {
			c.see(version, e.RulePath.String(), e.Passed)
		}
	}
}

func (c *Coverage) see(version, path string, holds bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.byPath[pointKey{version, path}]
	switch {
	case p == nil:
	case holds:
		p.True++
	default:
		p.False++
	}
}

// record records what a validated object exercises, besides its rules.
func (c *Coverage) record(ctx context.Context, version string, result crdschema.Result) error {
	if c == nil || result.Validated == nil {
		return nil
	}
	c.mu.Lock()
	c.objects++
	c.mu.Unlock()
	w := coverageWalk{ctx: ctx, coverage: c, version: version, defaulted: map[string]bool{}, violated: map[violation]bool{}}
	for _, path := range result.Defaulted {
		w.defaulted[path.Pointer()] = true
	}
	for _, errs := range []structural.Errors{result.Errors, result.Ratcheted} {
		for _, e := range errs {
			w.violated[violation{e.Path.Pointer(), string(e.Code)}] = true
		}
	}
	w.value(c.nodes[version], result.Validated, nil)
	return w.err
}
