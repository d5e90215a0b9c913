package oracle

import (
	"iter"
	"testing"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// replaced is an object together with what it replaces.
type replaced struct {
	valued
	old map[string]any
}

// MarshalJSON shows both objects and the schema in reports.
func (r replaced) MarshalJSON() ([]byte, error) {
	return upstream.Encode(map[string]any{"object": r.object, "old": r.old, "schema": r.schema})
}

// Smaller are inputs with something missing in one of them.
func (r replaced) Smaller() iter.Seq[replaced] {
	return func(yield func(replaced) bool) {
		for v := range r.valued.Smaller() {
			if !yield(replaced{v, r.old}) {
				return
			}
		}
		for old := range parity.SmallerObjects(r.old) {
			if !yield(replaced{r.valued, old}) {
				return
			}
		}
	}
}

// updates makes n pairs of each input with a structural schema: both damaged,
// the old one first, so that most of its errors stay; or one of them as it was;
// or both the same.
func updates(in valueds, n int) parity.Cases[replaced] {
	return parity.Times(in, n, func(seed uint64, v valued) replaced {
		old := changed(seed, v.object, int(seed%3)/2)
		obj := changed(seed+1, old, int(seed%5)/4)
		switch seed % 7 {
		case 5:
			obj = upstream.Copy(old)
		case 6:
			obj, old = old, obj
		}
		v.object = obj
		return replaced{v, old}
	})
}

func updateCases(t *testing.T) parity.Cases[replaced] {
	real := corpusValues(t)
	return parity.Join(updates(real, parity.Full(5)),
		updates(generatedValues(parity.Full(10_000)), 2), updates(contraryValues(parity.Full(10_000)), 3))
}

// The values of objects that replace others: what is wrong with them after what
// was wrong before is taken away.
func TestValidateUpdate(t *testing.T) {
	parity.Run(t, "validate-update", updateCases(t), func(c *parity.Check, in replaced) {
		if in.theirs.S == nil {
			c.Void()
			return
		}
		errs, _ := in.ours.ValidateUpdate(in.object, in.old)
		varying(c, "errors", errs.Texts(), func() []string { return in.theirs.ValidateUpdate(in.object, in.old, nil) })
	})
}

// What is tolerated because it was there before.
func TestRatcheting(t *testing.T) {
	parity.Run(t, "ratcheting", updateCases(t), func(c *parity.Check, in replaced) {
		if in.theirs.S == nil {
			c.Void()
			return
		}
		_, ratcheted := in.ours.ValidateUpdate(in.object, in.old)
		varying(c, "tolerated", ratcheted.Texts(), func() []string { return in.theirs.Ratcheted(in.object, in.old, nil) })
	})
}

// An old object that still lacks defaults, and a new one that has them: keyed
// lists find their elements by keys that may be defaulted.
func TestRatchetingUndefaulted(t *testing.T) {
	cases := parity.Times(generatedValues(parity.Full(20_000)), 1, func(seed uint64, v valued) replaced {
		whole := v.object
		v.object = undefaulted(seed, whole, v.schema)
		if seed%2 == 0 {
			v.object, whole = whole, v.object
		}
		return replaced{v, whole}
	})
	parity.Run(t, "ratcheting-undefaulted", cases, func(c *parity.Check, in replaced) {
		if in.theirs.S == nil {
			c.Void()
			return
		}
		errs, ratcheted := in.ours.ValidateUpdate(in.object, in.old)
		varying(c, "errors", errs.Texts(), func() []string { return in.theirs.ValidateUpdate(in.object, in.old, nil) })
		varying(c, "tolerated", ratcheted.Texts(), func() []string { return in.theirs.Ratcheted(in.object, in.old, nil) })
	})
}
