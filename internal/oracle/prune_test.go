package oracle

import (
	"testing"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/pruning"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// TestPrune compares pruning whole objects: the result and the paths of dropped
// fields in the order of the reference.
func TestPrune(t *testing.T) {
	parity.Run(t, "prune", objects(t), func(c *parity.Check, in subject) {
		pruned, dropped := in.schema.theirs.Prune(in.object)
		ours, paths, err := pruning.Prune(t.Context(), in.object, in.schema.ours, structural.Resource)
		if err != nil {
			c.Fail("object", nil, nil, "%v", err)
			return
		}
		c.Equal("object", ours, pruned)
		c.Equal("dropped", pathTexts(paths), append([]string{}, dropped...))
	})
}

// TestPruneValue compares pruning values that are not resources.
func TestPruneValue(t *testing.T) {
	parity.Run(t, "prune-value", objects(t), func(c *parity.Check, in subject) {
		pruned, dropped := in.schema.theirs.PruneValue(in.object)
		ours, paths, err := pruning.Prune(t.Context(), in.object, in.schema.ours, structural.Value)
		if err != nil {
			c.Fail("value", nil, nil, "%v", err)
			return
		}
		c.Equal("value", ours, pruned)
		c.Equal("dropped", pathTexts(paths), append([]string{}, dropped...))
	})
}

// pathTexts returns paths as the reference prints them in `unknown field "…"`.
func pathTexts(paths []structural.Path) []string {
	out := make([]string, len(paths))
	for i, p := range paths {
		out[i] = (&structural.Error{Path: p, Kind: field.UnknownField}).Location()
	}
	return out
}
