package celeval

import (
	"testing"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// compareDrawn leaves out what the reference cannot read.
func compareDrawn(c *parity.Check, in judgement) {
	if in.rules == nil {
		c.Void()
		return
	}
	compare(c, in)
}

// Rules of all sorts on values of all sorts, those included that contradict the
// schema.
func TestGenerated(t *testing.T) {
	parity.Run(t, "cel-generated", parity.Generated(parity.Full(15_000), drawn(3, false)), compareDrawn)
}

// Updates.
func TestTransition(t *testing.T) {
	cases := parity.Join(parity.Generated(parity.Full(12_000), drawn(3, true)),
		parity.Map(parity.Generated(parity.Full(3_000), drawn(2, true)), func(j judgement) judgement {
			j.tolerance = celrules.Strict
			return j
		}))
	parity.Run(t, "cel-transition", cases, compareDrawn)
}
