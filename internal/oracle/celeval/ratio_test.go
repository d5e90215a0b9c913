package celeval

import (
	"context"
	"testing"

	celconfig "k8s.io/apiserver/pkg/apis/cel"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/oracle/ratio"
)

// BenchmarkRatioEval measures the evaluation of the rules of all objects of the
// corpus that have any.
func BenchmarkRatioEval(b *testing.B) {
	in := corpusObjects(b)
	var all []evalCase
	var objects []map[string]any
	for i := range in.N {
		_, j := in.At(i)
		all, objects = append(all, j), append(objects, j.object.(map[string]any))
	}
	ctx := context.Background()
	b.Logf("%d objects", len(all))
	ratio.Run(b, ratio.Case{
		Objects: objects,
		Ours: func() {
			for _, j := range all {
				if _, err := j.ours.Validate(ctx, celrules.Input{Object: j.object}); err != nil {
					b.Fatal(err)
				}
			}
		},
		Upstream: func() {
			for _, j := range all {
				j.theirs.Validate(ctx, nil, j.structural, j.object, nil, celconfig.RuntimeCELCostBudget)
			}
		},
	})
}
