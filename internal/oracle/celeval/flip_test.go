package celeval

import (
	"context"
	"fmt"
	"sort"
	"testing"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// TestCostFlip compares rules at the exact size of an object at which a limit is
// exceeded: one size below it, at it and one above, and with budgets that the
// object below it just keeps and just exceeds.
func TestCostFlip(t *testing.T) {
	cases := parity.Join(
		parity.Generated(parity.Full(len(flipRules())*len(flipUses)), drawnFlip),
		parity.Generated(parity.Full(40), countFlip),
		parity.Generated(parity.Full(40), depthFlip),
		parity.Generated(parity.Full(len(limitRules("limit"))), func(seed uint64) flip { return limitFlip(limitRules("limit")[seed], oneRule) }),
		parity.Generated(parity.Full(len(limitRules("limit"))), func(seed uint64) flip { return limitFlip(limitRules("limit")[seed], manyRules) }),
		parity.Generated(parity.Full(len(limitRules("evaluation"))), func(seed uint64) flip { return limitFlip(limitRules("evaluation")[seed], oneRule) }))
	parity.Run(t, "cost-flip", cases, compareFlip)
}

// sizedCase is a case whose object and rules have a size. The cost must grow with it.
type sizedCase struct {
	at func(size int) evalCase
	// most is the greatest size that at accepts.
	most int
}

// flip is the size at which a case exceeds a limit.
type flip struct {
	rule  string // the rule, for reports
	sized sizedCase
	// found is false if no size exceeds the limit, or even the smallest one does.
	found bool
	size  int
}

// MarshalJSON returns the relevant parts of a flip.
func (f flip) MarshalJSON() ([]byte, error) {
	out := map[string]any{"rule": f.rule, "size": int64(f.size)}
	if f.found && f.size < 100 {
		j := f.sized.at(f.size)
		out["object"], out["old"], out["budget"], out["schema"] = j.object, j.old, j.budget, onlyRules(j.text)
	}
	return upstream.Encode(out)
}

// flipOf finds the flip of a case by bisection with our own costs.
func flipOf(rule string, sized sizedCase) flip {
	exceeds := func(size int) bool { return sized.at(size).costs().Exhausted }
	high := 2
	for high < sized.most && !exceeds(high) {
		high = min(high*2, sized.most)
	}
	size := 1 + sort.Search(high, func(i int) bool { return exceeds(i + 1) })
	return flip{rule, sized, size > 1 && size <= high, size}
}

// budgeted returns a case with a budget between the cost of the smallest size and
// that of a random one.
func (s sizedCase) budgeted(d drawer) sizedCase {
	at := s.at
	with := func(size int, budget int64) evalCase {
		j := at(size)
		j.budget = budget
		return j
	}
	low, high := with(1, unlimited).costs().Cost, with(s.most, unlimited).costs().Cost
	if high <= low {
		return s
	}
	budget := low + d.Int64N(high-low)
	return sizedCase{most: s.most, at: func(size int) evalCase { return with(size, budget) }}
}

// unlimited is a budget that no case exceeds.
const unlimited = 1 << 40

func (j evalCase) costs() celrules.Result {
	in := celrules.Input{Object: j.object, Old: j.old, Tolerance: j.tolerance, Budget: j.budget}
	result, err := j.ours.Validate(context.Background(), in)
	if err != nil {
		panic(err)
	}
	return result
}

func compareFlip(c *parity.Check, f flip) {
	if !f.found {
		c.Fail("size", f.size, nil, "no size of this rule exceeds the limit: %s", f.rule)
		return
	}
	for size := f.size - 1; size <= f.size+1; size++ {
		compareAt(c, fmt.Sprint("size ", size), f.sized.at(size), size >= f.size)
	}
	below := f.sized.at(f.size - 1)
	cost := below.costs().Cost
	below.budget = cost
	compareAt(c, "a budget that is just enough", below, false)
	if below.budget--; below.budget > 0 {
		compareAt(c, "a budget that lacks one", below, true)
	}
}

// compareAt compares one object, and checks that our own cost is on the expected
// side of the limit.
func compareAt(c *parity.Check, what string, in evalCase, exhausted bool) {
	ours, errs, err := in.own()
	c.Coded(errs...)
	if err != nil {
		c.Fail(what, err, nil, "%v", err)
		return
	}
	c.Equal(what, ours, in.reference())
	if ours.Stopped != exhausted {
		c.Fail(what+", whether it is exceeded", ours.Stopped, exhausted, "cost %d, budget %d", ours.Cost, in.budget)
	}
}
