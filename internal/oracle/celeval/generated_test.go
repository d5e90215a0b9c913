package celeval

import (
	"testing"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// compareDrawn excludes objects and schemas that the reference cannot decode.
func compareDrawn(c *parity.Check, in evalCase) {
	if in.rules == nil {
		c.Void()
		return
	}
	compare(c, in)
}

// TestGenerated compares rules of all sorts on values of all sorts, including
// values that do not satisfy the schema.
func TestGenerated(t *testing.T) {
	parity.Run(t, "cel-generated", parity.Generated(parity.Full(15_000), drawn(3, false)), compareDrawn)
}

// TestTransition compares updates.
func TestTransition(t *testing.T) {
	cases := parity.Join(parity.Generated(parity.Full(12_000), drawn(3, true)),
		parity.Map(parity.Generated(parity.Full(3_000), drawn(2, true)), func(j evalCase) evalCase {
			j.tolerance = celrules.Strict
			return j
		}))
	parity.Run(t, "cel-transition", cases, compareDrawn)
}
