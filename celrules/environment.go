package celrules

import (
	"strings"
	"sync"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/celparse"
	"github.com/seed95800270/crdschema/internal/celtype"
	"github.com/seed95800270/crdschema/internal/codes"
)

const (
	selfVariable    = "self"
	oldSelfVariable = "oldSelf"
)

var resultTypes = map[codes.RuleExpression]*cel.Type{codes.Condition: cel.BoolType, codes.MessageExpression: cel.StringType}

// environmentSet holds the environments of one Kubernetes version and one use, and the
// expressions parsed in them. Work with an expression needs the compiler's lock, except with its tools.
type environmentSet struct {
	lock *sync.Mutex
	base *cel.Env
	*environmentTools
	limited      *cel.Env // parses macros that copy; nil: not needed yet
	recording    *cel.Env // parses and records the calls of macros; nil: not needed yet
	copies       copyLimit
	keywords     bool // reserved words may be field names
	environments map[environmentKey]*environment
	sources      map[string]*expressionSource
	sourceBytes  int
}

// environmentKey identifies an environment. It does not include the fields of objects.
type environmentKey struct {
	self *celtype.Nesting
	old  oldSelfType
}

type oldSelfType uint8

const (
	requiredOldSelf oldSelfType = iota
	optionalOldSelf
)

type environment struct {
	env    *cel.Env
	fields *celtype.Provider
}

// maxEnvironments bounds the number of kept environments. Real schemas need a few dozen.
const maxEnvironments = 64

// keywordFieldsLevel is the first minor version in which reserved words may be field
// names.
const keywordFieldsLevel = 31

func newEnvironmentSet(lock *sync.Mutex, minor int, use cellib.Use) (*environmentSet, error) {
	base, err := cellib.Env(minor, use)
	if err != nil {
		return nil, err
	}
	tools, err := toolsOf(base)
	if err != nil {
		return nil, err
	}
	return &environmentSet{
		lock: lock, base: base, environmentTools: tools, keywords: cellib.EnvVersion(minor, use) >= keywordFieldsLevel,
		environments: map[environmentKey]*environment{}, sources: map[string]*expressionSource{},
	}, nil
}

// environmentTools are what all compilers use of an environment of cellib. They are safe for
// concurrent use: nothing calls Begin of the planner's type provider.
type environmentTools struct {
	parser  *celparse.Parser
	planner *cellib.Planner
}

// toolsByEnvironment holds a function for each environment of cellib. There are fewer of them than
// Kubernetes versions, and they live as long as the program.
var toolsByEnvironment sync.Map

// toolsOf returns the tools of an environment of cellib. They are made once.
func toolsOf(base *cel.Env) (*environmentTools, error) {
	of, _ := toolsByEnvironment.LoadOrStore(base, sync.OnceValues(func() (*environmentTools, error) {
		names := celtype.NewProvider(base, false)
		planning, err := base.Extend(cel.CustomTypeProvider(names), cel.CustomTypeAdapter(names))
		if err != nil {
			return nil, err
		}
		planner, err := cellib.NewPlanner(planning)
		return &environmentTools{celparse.New(base.Macros()), planner}, err
	}))
	return of.(func() (*environmentTools, error))()
}

// environment returns the environment for a declared type of self.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel, prepareEnvSet.
func (s *environmentSet) environment(self *celtype.DeclType, old oldSelfType) (*environment, error) {
	key := environmentKey{self.Nesting(), old}
	if known := s.environments[key]; known != nil {
		return known, nil
	}
	selfType := self.SelfType()
	oldType := selfType
	if old == optionalOldSelf {
		oldType = cel.OptionalType(selfType)
	}
	fields := celtype.NewProvider(s.base, s.keywords)
	env, err := s.base.Extend(cel.CustomTypeProvider(fields), cel.CustomTypeAdapter(fields),
		cel.Variable(selfVariable, selfType), cel.Variable(oldSelfVariable, oldType))
	if err != nil {
		return nil, err
	}
	if len(s.environments) >= maxEnvironments {
		clear(s.environments)
	}
	e := &environment{env: env, fields: fields}
	s.environments[key] = e
	return e, nil
}

// maxCopiedNodes bounds how many nodes optMap and optFlatMap may copy in one expression:
// twenty calls in a row, 250 bytes, make a million copies. The server makes them all.
const maxCopiedNodes = 1 << 14

func (s *environmentSet) parse(text string) (*cel.Ast, *cel.Issues) {
	if parsed := s.parser.Parse(text); parsed != nil { // nil for macros that copy, too
		return parsed, nil
	}
	if !strings.Contains(text, "optMap") && !strings.Contains(text, "optFlatMap") {
		return s.base.Parse(text)
	}
	if s.limited == nil {
		env, err := s.base.Extend(s.limitCopies())
		if err != nil {
			return nil, cel.ErrorAsIssues(err)
		}
		s.limited = env
	}
	s.copies.left = maxCopiedNodes
	return s.limited.Parse(text)
}

func (s *environmentSet) limitCopies() cel.EnvOption { return cel.Macros(s.copies.macros(s.base)...) }

// written parses a text that parses, and returns where its parts are and the calls of its
// macros. Its parts have the same IDs as parts of the other tree.
func (s *environmentSet) written(text string) (*ast.SourceInfo, error) {
	if s.recording == nil {
		env, err := s.base.Extend(s.limitCopies(), cel.EnableMacroCallTracking())
		if err != nil {
			return nil, err
		}
		s.recording = env
	}
	s.copies.left = maxCopiedNodes
	parsed, issues := s.recording.Parse(text)
	if issues.Err() != nil {
		return nil, issues.Err()
	}
	return parsed.NativeRep().SourceInfo(), nil
}

type copyLimit struct{ left int }

func (l *copyLimit) macros(env *cel.Env) []cel.Macro {
	var out []cel.Macro
	for _, m := range env.Macros() {
		if name := m.Function(); name == "optMap" || name == "optFlatMap" {
			out = append(out, cel.ReceiverMacro(name, m.ArgCount(), l.expander(m)))
		}
	}
	return out
}

func (l *copyLimit) expander(m cel.Macro) cel.MacroFactory {
	expand := m.Expander()
	return func(f cel.MacroExprFactory, target ast.Expr, args []ast.Expr) (ast.Expr, *cel.Error) {
		if l.left -= countNodes(target); l.left < 0 {
			return nil, f.NewError(target.ID(), m.Function()+"() makes the expression too large")
		}
		return expand(f, target, args)
	}
}

func countNodes(e ast.Expr) (n int) {
	ast.PostOrderVisit(e, ast.NewExprVisitor(func(ast.Expr) { n++ }))
	return n
}
