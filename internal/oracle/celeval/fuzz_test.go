package celeval

import (
	"testing"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/oracle/contrary"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// FuzzObjects evaluates fixed rules on any objects, new ones and updates, with
// any budget.
func FuzzObjects(f *testing.F) {
	var fixed []*rules
	for seed := uint64(0); len(fixed) < 50; seed++ {
		if r, ok := compile(drawer{parity.Rand(seed), 3}.root()); ok {
			fixed = append(fixed, r)
		}
	}
	for _, steps := range contrary.Steps(40) {
		f.Add(steps)
	}
	f.Fuzz(func(t *testing.T, steps []byte) {
		d := drawer{contrary.Steered(steps), 0}
		j := evalCase{rules: one(d, fixed...)}
		j.object = d.fields(j.text)
		if d.maybe(2) {
			j.old = d.replaced(j.text, j.object)
		}
		if d.maybe(4) {
			j.budget = int64(d.IntN(200))
		}
		if d.maybe(4) {
			j.tolerance = celrules.Strict
		}
		ours, _, err := j.own()
		if err != nil {
			t.Fatal(err)
		}
		if theirs := j.reference(); !parity.Equal(ours, theirs) && !parity.Equal(ours, j.likeOurs(ours)) {
			t.Error(parity.Diff(ours, theirs))
		}
	})
}
