package celeval

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// varies is the row of DEVIATIONS.md about the order of maps: the reference
// visits them at random, which affects costs, errors of failing rules, and what
// is done before a budget is spent.
const varies = "D41"

func compare(c *parity.Check, in evalCase) {
	ours, errs, err := in.own()
	c.Coded(errs...)
	if err != nil {
		c.Fail("error", err, nil, "%v", err)
		return
	}
	c.Equal("answer", ours, in.reference(), parity.Row(varies, func() any { return in.likeOurs(ours) }))
}

// likeOurs calls the reference until its answer equals ours, or 30,000 times: 30
// calls are not enough if many maps must be visited in one of many orders. It
// copies maps, since a small map is always visited in the order of insertion,
// from a random start.
func (j evalCase) likeOurs(ours answer) (theirs answer) {
	same := func(a answer) bool { return parity.Equal(a, ours) }
	ask := func() answer {
		again := j
		again.object, again.old = shuffled(j.object), shuffled(j.old)
		return again.reference()
	}
	for range 1000 {
		var found bool
		if theirs, found = parity.Repeat30(ask, same); found {
			break
		}
	}
	return theirs
}

func shuffled(v any) any {
	switch v := v.(type) {
	case object:
		names := slices.Collect(maps.Keys(v))
		rand.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		out := object{}
		for _, name := range names {
			out[name] = shuffled(v[name])
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = shuffled(e)
		}
		return out
	}
	return v
}

// TestEval compares objects of the corpus, unchanged and damaged, and generated
// ones.
func TestEval(t *testing.T) {
	real := corpusObjects(t)
	drawn := parity.Generated(parity.Full(1_000), drawn(3, false))
	parity.Run(t, "cel-eval", parity.Join(real, damaged(real, parity.Full(10)), drawn), compareDrawn)
}

// TestRatcheting compares pairs of objects.
func TestRatcheting(t *testing.T) {
	drawn := parity.Generated(parity.Full(1_000), drawn(3, true))
	parity.Run(t, "cel-ratcheting", parity.Join(pairs(corpusObjects(t), parity.Full(10)), drawn), compareDrawn)
}
