package celrules

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apimachinery/pkg/runtime"

	ours "github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
)

// costly is an expression with the limit that it should fit.
type costly struct {
	name   string // of the schema
	schema map[string]any
	path   structural.Path // nil: all expressions
	limit  uint64
}

// TestSuggest applies suggested bounds: the reference's estimate must fit the limit, and must
// not fit with one more of any of them. The rules of the corpus that cost more than a tenth of
// a limit should fit that tenth, the rules of generated schemas the limit of a server.
func TestSuggest(t *testing.T) {
	real := parity.List(costlyRules(t, parity.Tenth(ruledSchemas(t)), ours.ExpressionLimit/10), costly.label)
	made := parity.List(costlyRules(t, parity.Generated(parity.Full(2_000), expensive), ours.ExpressionLimit), costly.label)
	t.Logf("%d expressions of the corpus, %d generated", real.N, made.N)
	parity.Run(t, "cel-suggest", parity.Join(real, made), compareSuggestion)
}

func (c costly) label() string { return c.name + " " + c.path.String() }

// costlyRules returns the expressions that cost more than a limit, and the schemas whose
// expressions together do.
func costlyRules(t *testing.T, schemas schemas, limit uint64) (out []costly) {
	for i := range schemas.N {
		name, m := schemas.At(i)
		s, ok := structuralOf(m)
		if !ok {
			continue
		}
		report, err := compiler.Compile(s, structural.Resource).Cost(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range report.Expressions {
			if e.Total > limit {
				out = append(out, costly{name, m, e.Path, limit})
			}
		}
		if report.Total > 10*limit {
			out = append(out, costly{name, m, nil, limit})
		}
	}
	return out
}

// structuralOf returns a schema, or false if the reference does not check its rules.
func structuralOf(m map[string]any) (*structural.Schema, bool) {
	s, problems := cases.FromMap(m)
	_, err := upstream.Schema(m)
	return s, err == nil && len(blocking(problems)) == 0 && len(cases.Must(structural.Check(context.Background(), s, structural.Resource))) == 0
}

func compareSuggestion(c *parity.Check, in costly) {
	s, _ := structuralOf(in.schema)
	got, err := compiler.Compile(s, structural.Resource).SuggestBounds(context.Background(),
		ours.Fit{Expression: in.path, ExpressionLimit: in.limit, SchemaLimit: 10 * in.limit})
	if err != nil {
		panic(err)
	}
	if !got.Fits() {
		c.Equal("smallest", in.fits(least(in.schema)), false)
		return
	}
	bounded := runtime.DeepCopyJSON(in.schema)
	for _, b := range got.Bounds {
		bind(bounded, b, b.Value)
	}
	c.Equal("with the bounds", in.fits(bounded), true)
	for _, b := range got.Bounds {
		if b.Moved {
			continue
		}
		more := runtime.DeepCopyJSON(bounded)
		bind(more, b, b.Value+1)
		c.Equal(fmt.Sprint("with one more of ", b), in.fits(more), false)
	}
}

// fits reports whether the reference estimates a schema as cheap enough.
func (c costly) fits(m map[string]any) bool {
	sum := uint64(0)
	for path, cost := range costNumbers(m) {
		switch {
		case c.path == nil:
			if sum = add(sum, cost); cost > c.limit || sum > 10*c.limit {
				return false
			}
		case path == c.path.String():
			return cost <= c.limit
		}
	}
	return c.path == nil
}

// costNumbers returns the reference's estimates for whole objects by the paths of expressions.
func costNumbers(m map[string]any) map[string]uint64 {
	props, err := upstream.Schema(m)
	if err != nil {
		panic(err)
	}
	out := map[string]uint64{}
	for _, j := range upstream.CompileRules(props, upstream.Environments(37), cel.StoredExpressionsEnvLoader()) {
		if j.HasRule {
			out[j.Path+".rule"] = times(j.Cost, j.Times)
		}
		if j.HasRule && j.HasMessage {
			out[j.Path+".messageExpression"] = j.Message
		}
	}
	return out
}

// times returns a × b, or the greatest number.
func times(a, b uint64) uint64 {
	if high, low := bits.Mul64(a, b); high == 0 {
		return low
	}
	return math.MaxUint64
}

func bind(m map[string]any, b ours.Bound, value int64) {
	node := m
	for _, step := range b.Path {
		node = node[step.Name()].(map[string]any)
	}
	node[b.Keyword] = value
}

// least returns a schema whose lists, maps and texts have at most one element, or as many as
// they need at least.
func least(m map[string]any) map[string]any {
	out := runtime.DeepCopyJSON(m)
	shrink(out)
	return out
}

func shrink(node map[string]any) {
	lower := func(most, minimum string) {
		n := int64(1)
		if given, ok := node[minimum].(int64); ok {
			n = max(n, given)
		}
		if given, ok := node[most].(int64); ok {
			n = min(n, given)
		}
		node[most] = n
	}
	_, enum := node["enum"]
	switch {
	case node["type"] == "array":
		lower("maxItems", "minItems")
	case node["type"] == "object" && node["additionalProperties"] != nil:
		lower("maxProperties", "minProperties")
	case node["type"] == "string" && !enum, node["x-kubernetes-int-or-string"] == true:
		lower("maxLength", "minLength")
	}
	for _, keyword := range []string{"items", "additionalProperties"} {
		if below, ok := node[keyword].(map[string]any); ok {
			shrink(below)
		}
	}
	properties, _ := node["properties"].(map[string]any)
	for below := range maps.Values(properties) {
		if schema, ok := below.(map[string]any); ok {
			shrink(schema)
		}
	}
}
