package celrules

import (
	"context"
	"fmt"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"

	"github.com/seed95800270/crdschema/explain"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// TestMinimumVersion compares the oldest version that accepts all rules of a schema: the
// reference's environment of that version compiles them, the one before does not. Rules that
// no version compiles are no reason.
func TestMinimumVersion(t *testing.T) {
	small := parity.Map(rulesOf(t), func(o occurrence) map[string]any { return o.schema() })
	cases := parity.Join(parity.Tenth(ruledSchemas(t)), parity.Tenth(small), parity.Generated(parity.Full(3_000), drawn))
	parity.Run(t, "cel-minimum-version", cases, func(c *parity.Check, m map[string]any) {
		props, _, ok := readable(c, m)
		if !ok {
			return
		}
		refused := map[uint]map[string]bool{}
		for minor := uint(30); minor <= 37; minor++ {
			refused[minor] = map[string]bool{}
			for _, fault := range faults(upstream.CompileRules(props, upstream.Environments(minor), cel.NewExpressionsEnvLoader())) {
				refused[minor][fault] = true
			}
		}
		want := uint(30)
		for minor := uint(36); minor >= 30 && want == 30; minor-- {
			for fault := range refused[minor] {
				if !refused[minor+1][fault] {
					want = minor + 1
				}
			}
		}
		got, err := explain.MinimumVersion(context.Background(), manifestOf(m))
		if err != nil {
			panic(err)
		}
		c.Equal("version", got.Version, fmt.Sprint("1.", want))
	})
}
