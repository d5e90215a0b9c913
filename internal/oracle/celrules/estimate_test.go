package celrules

import (
	"context"
	"fmt"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
)

// TestEstimate compares the estimated cost of every expression and how often it
// is evaluated.
func TestEstimate(t *testing.T) {
	cases := parity.Join(ruledSchemas(t), parity.Generated(parity.Full(20_000), drawn))
	parity.Run(t, "cel-estimate", cases, func(c *parity.Check, m map[string]any) {
		props, s, ok := readable(c, m)
		if !ok {
			return
		}
		var mine, theirs []string
		report, err := compiler.Compile(s, structural.Resource).Cost(context.Background())
		if err != nil {
			panic(err)
		}
		for _, e := range report.Expressions {
			mine = append(mine, fmt.Sprintf("%s: %d × %d", e.Path, e.Cost, e.Times))
		}
		for _, j := range upstream.CompileRules(props, upstream.Environments(37), cel.StoredExpressionsEnvLoader()) {
			if !j.HasRule {
				continue
			}
			theirs = append(theirs, fmt.Sprintf("%s.rule: %d × %d", j.Path, j.Cost, j.Times))
			if j.HasMessage {
				theirs = append(theirs, fmt.Sprintf("%s.messageExpression: %d × 1", j.Path, j.Message))
			}
		}
		c.Texts("costs", mine, theirs)
	})
}
