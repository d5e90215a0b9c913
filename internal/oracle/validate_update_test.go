package oracle

import (
	"context"
	"iter"
	"testing"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// replaced is an object with the object that it replaces.
type replaced struct {
	valued
	old map[string]any
}

// MarshalJSON returns both objects and the schema for reports.
func (r replaced) MarshalJSON() ([]byte, error) {
	return upstream.Encode(map[string]any{"object": r.object, "old": r.old, "schema": r.schema})
}

// Smaller yields inputs with a part of one of them removed.
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

// updates returns n pairs of each input with a structural schema: both damaged,
// the old one first, so that most of its errors stay; or one of them unchanged;
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
	return parity.Join(parity.Tenth(updates(real, 5)),
		updates(generatedValues(parity.Full(10_000)), 2), updates(contraryValues(parity.Full(10_000)), 3))
}

// TestValidateUpdate compares the values of objects that replace others: the
// errors that remain after ratcheting.
func TestValidateUpdate(t *testing.T) {
	parity.Run(t, "validate-update", updateCases(t), func(c *parity.Check, in replaced) {
		if in.theirs.S == nil {
			c.Void()
			return
		}
		errs, _ := both(in.ours.ValidateUpdate(context.Background(), in.object, in.old))
		textsOneOf(c, "errors", c.OurTexts(errs), func() []string { return in.theirs.ValidateUpdate(in.object, in.old, nil) })
	})
}

// TestRatcheting compares the errors that are ratcheted because they were there
// before.
func TestRatcheting(t *testing.T) {
	parity.Run(t, "ratcheting", updateCases(t), func(c *parity.Check, in replaced) {
		if in.theirs.S == nil {
			c.Void()
			return
		}
		_, ratcheted := both(in.ours.ValidateUpdate(context.Background(), in.object, in.old))
		textsOneOf(c, "tolerated", c.OurTexts(ratcheted), func() []string { return in.theirs.Ratcheted(in.object, in.old, nil) })
	})
}

// TestRatchetingUndefaulted compares an old object that lacks defaults with a new
// one that has them: map lists correlate their elements by keys that may be
// defaulted.
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
		errs, ratcheted := both(in.ours.ValidateUpdate(context.Background(), in.object, in.old))
		textsOneOf(c, "errors", c.OurTexts(errs), func() []string { return in.theirs.ValidateUpdate(in.object, in.old, nil) })
		textsOneOf(c, "tolerated", c.OurTexts(ratcheted), func() []string { return in.theirs.Ratcheted(in.object, in.old, nil) })
	})
}
