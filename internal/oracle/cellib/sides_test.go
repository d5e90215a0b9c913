package cellib

import (
	"context"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"sort"
	"strings"
	"sync"

	"github.com/blang/semver/v4"
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"github.com/google/cel-go/interpreter"
	"k8s.io/apimachinery/pkg/util/version"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"

	"github.com/seed95800270/crdschema/internal/celcost"
	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/internal/work"
)

// side is the environment of one implementation.
type side struct {
	env      *cel.Env
	estimate func(*cel.Ast) celcost.Range
	plan     func(*cel.Ast) (run, error)
}

// run evaluates a program with variables and returns its value and actual cost.
type run func(vars map[string]any) (ref.Val, uint64, error)

// answer holds all results of an expression. Missing results are empty.
type answer struct {
	Issues, Program, Error string // of compilation, of the program, of evaluation
	Type, Value            string
	Estimate               celcost.Range
	Cost                   uint64
}

// unknownTypes matches types that the checker could not infer. It numbers them at
// random, so each side varies from run to run.
var unknownTypes = regexp.MustCompile(`_var[0-9]+`)

// compiled returns an expression before it is evaluated.
func (s *side) compiled(expression string) (*cel.Ast, answer) {
	ast, issues := s.env.Compile(expression)
	if issues.Err() != nil {
		text := issues.String()
		if !unknownTypes.MatchString(expression) {
			text = unknownTypes.ReplaceAllString(text, "_var")
		}
		return nil, answer{Issues: text}
	}
	return ast, answer{Type: ast.OutputType().String(), Estimate: s.estimate(ast)}
}

// answer compiles and evaluates an expression.
func (s *side) answer(expression string, vars map[string]any) answer {
	ast, a := s.compiled(expression)
	if ast == nil {
		return a
	}
	program, err := s.plan(ast)
	if err != nil {
		a.Program = err.Error()
		return a
	}
	value, cost, err := program(vars)
	a.Cost = cost
	if err != nil {
		a.Error = err.Error()
	}
	if err == nil {
		a.Value = show(value)
	}
	return a
}

// show returns a value with its type. Maps are sorted, and quantities are printed
// by the expressions.
func show(v ref.Val) string {
	switch native := v.Value().(type) {
	case netip.Addr, netip.Prefix, *url.URL, semver.Version:
		return fmt.Sprint(v.Type(), " ", native)
	}
	switch v := v.(type) {
	case types.String, types.Bytes:
		return fmt.Sprintf("%s %q", v.Type(), v.Value())
	case *types.Optional:
		if !v.HasValue() {
			return "optional.none"
		}
		return "optional " + show(v.GetValue())
	case traits.Lister:
		var items []string
		for it := v.Iterator(); it.HasNext() == types.True; {
			items = append(items, show(it.Next()))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case traits.Mapper:
		var items []string
		for it := v.Iterator(); it.HasNext() == types.True; {
			key := it.Next()
			items = append(items, show(key)+": "+show(v.Get(key)))
		}
		sort.Strings(items)
		return "{" + strings.Join(items, ", ") + "}"
	case types.Bool, types.Int, types.Uint, types.Double, types.Null, types.Duration, types.Timestamp, *types.Type:
		return fmt.Sprint(v.Type(), " ", v.Value())
	default:
		return v.Type().TypeName()
	}
}

// environmentPair holds the environments of both sides in a version.
type environmentPair struct{ ours, theirs side }

var environmentPairs sync.Map

// inVersion returns the environments of a version and use with all variables.
func inVersion(minor int, use cellib.Use) *environmentPair {
	key := [2]int{minor, int(use)}
	if l, ok := environmentPairs.Load(key); ok {
		return l.(*environmentPair)
	}
	l := &environmentPair{ours: ourSide(minor, use), theirs: theirSide(minor, use)}
	environmentPairs.Store(key, l)
	return l
}

func ourSide(minor int, use cellib.Use) side {
	env, err := cellib.Env(minor, use)
	if err != nil {
		panic(err)
	}
	known := sizes()
	env = extended(env)
	planner, err := cellib.NewPlanner(env)
	if err != nil {
		panic(err)
	}
	return side{
		env: env,
		estimate: func(ast *cel.Ast) celcost.Range {
			return celcost.Estimate(ast.NativeRep(), func(path []string) (uint64, bool) {
				most, ok := known[strings.Join(path, ".")]
				return most, ok
			})
		},
		plan: func(ast *cel.Ast) (run, error) {
			program, err := planner.Plan(ast)
			return func(vars map[string]any) (ref.Val, uint64, error) { return evaluate(program, vars) }, err
		},
	}
}

// evaluate evaluates a program as celrules does.
func evaluate(program *cellib.Program, vars map[string]any) (ref.Val, uint64, error) {
	variables, err := interpreter.NewActivation(vars)
	if err != nil {
		panic(err)
	}
	e := cellib.NewEvaluator()
	e.Variables = variables
	if err := e.Begin(work.Start(context.Background(), "")); err != nil {
		panic(err)
	}
	defer e.End()
	return e.Run(program)
}

// theirSide returns the reference's environment. A server has two: for new
// expressions, with the libraries of the version before, and for stored ones. For
// stored expressions of an older version the latter would be too permissive,
// because it has all libraries of this server.
func theirSide(minor int, use cellib.Use) side {
	compatible := func(minor int) *environment.EnvSet {
		return environment.MustBaseEnvSet(version.MajorMinor(1, uint(minor)))
	}
	var env *cel.Env
	switch {
	case use == cellib.New:
		env = compatible(minor - 1).NewExpressionsEnv()
	case minor == kubeversion.Newest:
		env = compatible(minor - 1).StoredExpressionsEnv()
	default:
		env = compatible(minor).NewExpressionsEnv()
	}
	estimator := &library.CostEstimator{SizeEstimator: knownSizes(sizes())}
	env = extended(env)
	options := []cel.ProgramOption{
		cel.CostLimit(celconfig.PerCallLimit),
		cel.CostTracking(estimator),
		cel.InterruptCheckFrequency(celconfig.CheckFrequency),
	}
	estimate := func(ast *cel.Ast) celcost.Range {
		cost, err := env.EstimateCost(ast, estimator)
		if err != nil {
			panic(err)
		}
		return celcost.Range{Min: cost.Min, Max: cost.Max}
	}
	return side{env: env, estimate: estimate, plan: func(ast *cel.Ast) (run, error) {
		program, err := env.Program(ast, options...)
		return func(vars map[string]any) (ref.Val, uint64, error) {
			value, details, err := program.ContextEval(context.Background(), vars)
			cost := uint64(0)
			if details != nil && details.ActualCost() != nil {
				cost = *details.ActualCost()
			}
			return value, cost, err
		}, err
	}}
}

func extended(env *cel.Env) *cel.Env {
	env, err := env.Extend(variables()...)
	if err != nil {
		panic(err)
	}
	return env
}

// knownSizes estimates sizes like the reference's estimator of schemas.
type knownSizes map[string]uint64

func (k knownSizes) EstimateSize(node checker.AstNode) *checker.SizeEstimate {
	if len(node.Path()) == 0 {
		return nil
	}
	most, ok := k[strings.Join(node.Path(), ".")]
	if !ok {
		return nil
	}
	return &checker.SizeEstimate{Max: most}
}

func (knownSizes) EstimateCallCost(string, string, *checker.AstNode, []checker.AstNode) *checker.CallEstimate {
	return nil
}
