package oracle

import (
	"testing"

	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// TestDefault compares defaulting. Defaults are not pruned first; see
// prune-defaults.
func TestDefault(t *testing.T) {
	parity.Run(t, "default", objects(t), func(c *parity.Check, in subject) {
		ours, _, err := defaulting.Default(t.Context(), in.object, in.schema.ours)
		if err != nil {
			c.Fail("object", nil, nil, "%v", err)
			return
		}
		c.Equal("object", any(ours), in.schema.theirs.Default(in.object))
	})
}

// TestDropNulls compares dropping nulls that a schema neither allows nor
// defaults.
func TestDropNulls(t *testing.T) {
	parity.Run(t, "dropnulls", objects(t), func(c *parity.Check, in subject) {
		c.Equal("object", any(defaulting.DropNulls(in.object, in.schema.ours)), in.schema.theirs.DropNulls(in.object))
	})
}
