package oracle

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/crdtest/generate"
	"github.com/seed95800270/crdschema/internal/celtree"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// TestGeneratedRules counts the rules of the corpus for which crdtest/generate finds both an
// accepted object whose request evaluates the rule to true, and an object that breaks this rule
// alone. TestGeneratedNearMiss compares such objects with the reference.
func TestGeneratedRules(t *testing.T) {
	type ruled struct {
		generatedKind
		generate.Target
	}
	var all []ruled
	for _, k := range generatedKinds(t) {
		for _, about := range generate.New(k.served()).Targets() {
			if about.IsRule() {
				all = append(all, ruled{k, about})
			}
		}
	}
	var held, broken, both, impossible, missing tally
	n := parity.Full(len(all))
	cases := parity.Cases[ruled]{N: n, At: func(i int) (string, ruled) {
		at := all[i*len(all)/n]
		return fmt.Sprint(at.label, " ", at.Target), at
	}}
	parity.Run(t, "gen-rules", cases, func(_ *parity.Check, in ruled) {
		g := generate.New(in.served())
		touching, err := g.Touching(context.Background(), in.Target)
		require.True(t, err == nil || unsatisfied(err), err)
		_, missed := g.NearMiss(context.Background(), in.Target)
		require.True(t, missed == nil || unsatisfied(missed), missed)
		saw := err == nil && evaluates(t, in.generatedKind, touching)
		switch {
		case saw && missed == nil:
			both.add(in.label)
		case missed != nil && why(in.generatedKind, in.Target) != "":
			impossible.add(why(in.generatedKind, in.Target) + ": " + in.label + " " + in.Target.String())
		default:
			missing.add(in.label + " " + in.Target.String())
		}
		if saw {
			held.add(in.label)
		}
		if missed == nil {
			broken.add(in.label)
		}
	})
	t.Logf("rules: %d of %d; seen true %d, broken alone %d, both %d (%.1f%%); cannot be broken alone: %d; not found: %d",
		n, len(all), held.sum(), broken.sum(), both.sum(), 100*float64(both.sum())/float64(n), impossible.sum(), missing.sum())
	for _, list := range []*tally{&impossible, &missing} {
		for _, rule := range slices.Sorted(maps.Keys(list.got)) {
			t.Log("not both: ", rule)
		}
	}
	require.GreaterOrEqual(t, both.sum()*100, n*85)
}

func unsatisfied(err error) bool {
	var u *generate.UnsatisfiedError
	return errors.As(err, &u)
}

// evaluates reports whether the rule of a case is true for a value of its object. A transition
// rule must have an old value.
func evaluates(t *testing.T, k generatedKind, c generate.Case) bool {
	seen := false
	res, err := k.ours.Admit(context.Background(), crdschema.Request{
		Object: c.Object, Old: c.Old, Operation: c.Operation, Version: k.version,
		ObserveRules: func(e celrules.Evaluation) {
			seen = seen || e.Passed && !e.Skipped && slices.Equal(e.RulePath, c.Target.Path)
		},
	})
	require.NoError(t, err)
	require.True(t, res.Accepted())
	return seen
}

// why returns why no object breaks a rule alone, if that is proven: the rule is the literal true,
// another rule of the value is the same apart from the order of its operands, the value has the pattern
// of the rule as a keyword, or the only key of the list is what the rule requires to be unique.
func why(k generatedKind, target generate.Target) string {
	list := rulesAt(k.served().Schema().Map(), target)
	at := target.Path[len(target.Path)-1].Index()
	if at >= len(list) {
		return ""
	}
	own := list[at]
	if own == "true" {
		return "always true"
	}
	node := nodeAt(k.served().Schema().Map(), target)
	pattern, _ := node["pattern"].(string)
	if pattern != "" && own == parsedRule("self.matches("+strconv.Quote(pattern)+")") {
		return "the pattern of the value, too"
	}
	if keys, _ := node["x-kubernetes-list-map-keys"].([]any); len(keys) == 1 && slices.Contains(uniqueness(keys[0]), own) {
		return "the key of the list, too"
	}
	for i, other := range list {
		if i != at && other == own {
			return "said twice"
		}
	}
	return ""
}

// rulesAt returns the rules of the node of a target in a form that does not depend on the order of
// operands.
func rulesAt(schema any, target generate.Target) (out []string) {
	list, _ := nodeAt(schema, target)[target.Keyword].([]any)
	for _, r := range list {
		out = append(out, parsedRule(ruleText(r)))
	}
	return out
}

// parsedRule returns a rule in a form that does not depend on the order of operands.
func parsedRule(text string) string {
	tree, err := celtree.Parse(text, 1<<15)
	if err != nil {
		return text
	}
	return canonical(tree)
}

// uniqueness returns rules that require a field of the elements of a list to be unique.
func uniqueness(name any) (out []string) {
	for _, format := range []string{
		"self.all(e, self.filter(f, f.%[1]s == e.%[1]s).size() == 1)", "self.all(l1, self.exists_one(l2, l1.%[1]s == l2.%[1]s))",
	} {
		out = append(out, parsedRule(fmt.Sprintf(format, name)))
	}
	return out
}

// nodeAt returns the node of the schema of a version that has a target.
func nodeAt(schema any, target generate.Target) map[string]any {
	for _, step := range nodePath(target) {
		m, _ := schema.(map[string]any)
		schema = m[step.Name()]
	}
	node, _ := schema.(map[string]any)
	return node
}

var commutative = []string{"_&&_", "_||_", "_+_", "_==_", "_!=_"}

func canonical(e *celtree.Expr) string {
	var args []string
	for _, a := range e.Args {
		args = append(args, canonical(a))
	}
	if slices.Contains(commutative, e.Name) && e.Op == celtree.Call {
		slices.Sort(args)
	}
	if e.Op == celtree.Literal {
		return fmt.Sprintf("%#v", e.Value)
	}
	return fmt.Sprint(e.Op, e.Name, "(", strings.Join(args, ","), ")")
}
