package oracle

import (
	"context"
	"errors"
	"fmt"
	"slices"
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
	var held, broken, both, impossible tally
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
		case why(in.generatedKind, in.Target) != "":
			impossible.add(in.label)
		}
		if saw {
			held.add(in.label)
		}
		if missed == nil {
			broken.add(in.label)
		}
	})
	t.Logf("rules: %d of %d; seen true %d, broken alone %d, both %d (%.1f%%); cannot be broken alone: %d",
		n, len(all), held.sum(), broken.sum(), both.sum(), 100*float64(both.sum())/float64(n), impossible.sum())
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

// why returns why no object breaks a rule alone, if that is proven: the rule has no variable and
// is true, or another rule of the value is the same but for the order of its operands.
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
	for _, step := range target.Path[:len(target.Path)-1] {
		m, _ := schema.(map[string]any)
		schema = m[step.Name()]
	}
	list, _ := schema.([]any)
	for _, r := range list {
		m, _ := r.(map[string]any)
		text, _ := m["rule"].(string)
		tree, err := celtree.Parse(text, 1<<15)
		if err != nil {
			out = append(out, text)
			continue
		}
		out = append(out, canonical(tree))
	}
	return out
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
