package celenv

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types/ref"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	"k8s.io/apimachinery/pkg/util/version"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/common"
	"k8s.io/apiserver/pkg/cel/environment"

	"github.com/seed95800270/crdschema/celrules/celenv"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/structural"
)

// TestCELTypesOfASchema compiles and evaluates the rules of nodes of the corpus, and
// expressions about their fields, with a variable of the reference's declared type and with
// a variable of ours. Door 5.
func TestCELTypesOfASchema(t *testing.T) {
	base := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())
	own, err := celenv.New()
	if err != nil {
		t.Fatal(err)
	}
	parity.Run(t, "cel-types", subjects(t), func(c *parity.Check, in subject) {
		compared := false
		for _, n := range in.nodes() {
			compared = n.compare(c, base, own) || compared
		}
		if !compared {
			c.Void()
		}
	})
}

// compare reports whether the reference has a type for the node.
func (n node) compare(c *parity.Check, base *environment.EnvSet, own *cel.Env) bool {
	declared := model.SchemaDeclType(n.theirs, n.root)
	ours, err := celenv.NewType("T", n.ours, n.kind())
	c.Equal("declared "+n.path, err == nil, declared != nil)
	if declared == nil || err != nil {
		return declared != nil
	}
	scoped := declared.MaybeAssignTypeName("T")
	c.Equal("type "+n.path, ours.CELType().String(), scoped.CelType().String())
	theirs, err := extend(base, scoped)
	if err != nil {
		c.Fail("environment", nil, nil, "%v", err)
		return true
	}
	env, err := own.Extend(ours.Variable("self"), ours.Variable("oldSelf"))
	if err != nil {
		c.Fail("environment", nil, nil, "%v", err)
		return true
	}
	for _, text := range n.expressions() {
		parity.OneOf(c, n.path+": "+text, answer(env, text, n.values(ours)), func() string {
			return answer(theirs, text, n.referenceValues())
		}, "D41")
	}
	return true
}

func extend(base *environment.EnvSet, scoped *apiservercel.DeclType) (*cel.Env, error) {
	set, err := base.Extend(environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0),
		EnvOptions:        []cel.EnvOption{cel.Variable("self", scoped.CelType()), cel.Variable("oldSelf", scoped.CelType())},
		DeclTypes:         []*apiservercel.DeclType{scoped},
	})
	if err != nil {
		return nil, err
	}
	return set.StoredExpressionsEnv(), nil
}

func (n node) kind() structural.Root {
	if n.root {
		return structural.Resource
	}
	return structural.Value
}

func (n node) values(t *celenv.Type) map[string]any {
	var values celenv.Values
	return map[string]any{"self": values.Bind(t, n.value), "oldSelf": values.Bind(t, n.old)}
}

func (n node) referenceValues() map[string]any {
	s := n.theirs
	if n.root {
		s = model.WithTypeAndObjectMeta(s)
	}
	return map[string]any{
		"self":    common.UnstructuredToVal(parity.Shuffled(n.value), &model.Structural{Structural: s}),
		"oldSelf": common.UnstructuredToVal(parity.Shuffled(n.old), &model.Structural{Structural: s}),
	}
}

// typeVariable matches the names of types that could not be inferred: D25.
var typeVariable = regexp.MustCompile(`_var[0-9]+`)

// answer returns the issues of an expression, or its type with its value or error.
func answer(env *cel.Env, text string, vars map[string]any) string {
	ast, issues := env.Compile(text)
	if issues.Err() != nil {
		return typeVariable.ReplaceAllString(issues.Err().Error(), "_var")
	}
	out := ast.OutputType().String() + ": "
	program, err := env.Program(ast)
	if err != nil {
		return out + err.Error()
	}
	v, _, err := program.Eval(vars)
	if err != nil {
		return out + err.Error()
	}
	return out + describe(v)
}

func describe(v ref.Val) string {
	return fmt.Sprintf("%s %s", v.Type().TypeName(), native(v))
}

// expressions returns the rules of a node and what can be said about its type.
func (n node) expressions() []string {
	out := []string{"self", "self == oldSelf", "oldSelf", "type(self) == T", "self.missing"}
	for _, rule := range n.theirs.XValidations {
		out = append(out, rule.Rule)
		if rule.MessageExpression != "" {
			out = append(out, rule.MessageExpression)
		}
	}
	switch s := n.theirs; {
	case s.XIntOrString:
		out = append(out, "type(self) == int ? self + 1 : self")
	case s.Type == "array":
		out = append(out, "size(self)", "self[0]", "self + oldSelf", "self.map(x, x)", "self.all(x, x in oldSelf)", "type(self) == list")
	case s.AdditionalProperties != nil:
		out = append(out, "size(self)", "size(self.map(k, self[k]))", "self.all(k, k in oldSelf)", "self.a", "type(self) == map")
	case s.Type == "object":
		for _, field := range n.fields(s) {
			out = append(out, "has(self."+field+")", "self."+field, "self."+field+" == oldSelf."+field)
		}
	case s.Type == "string":
		out = append(out, "self + oldSelf", "self < oldSelf", "type(self) == string")
	}
	return out
}

// fields returns the identifiers of some properties.
func (n node) fields(s *schema.Structural) []string {
	out := []string{"metadata.name", "metadata.labels", "kind", "namespace"}
	for name := range s.Properties {
		if identifier, ok := celenv.Escape(name); ok {
			out = append(out, identifier)
		}
	}
	slices.Sort(out[4:])
	return out[:min(len(out), 12)]
}
