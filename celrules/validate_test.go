package celrules_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
)

func TestValidate(t *testing.T) {
	keys := []string{"schema", "object", "old", "strict", "budget", "errors", "ratcheted", "cost", "exhausted"}
	cases.Run(t, "testdata/validate.yaml", keys, func(t *testing.T, c cases.Case) {
		s, _ := structural.FromMap(c.Object(t, "schema"))
		in := celrules.Input{Object: c.Value("object"), Old: c.Value("old")}
		if c.Has("strict") {
			in.Tolerance = celrules.Strict
		}
		in.Budget, _ = c.Value("budget").(int64)
		before := structural.Clone([]any{in.Object, in.Old})
		rules := celrules.Compile(s)
		for range 2 { // the second time with what the first left
			got, err := rules.Validate(context.Background(), in)
			require.NoError(t, err)
			assert.Equal(t, c.Texts(t, "errors"), got.Errors.Texts(), "errors")
			assert.Equal(t, c.Texts(t, "ratcheted"), got.Ratcheted.Texts(), "ratcheted")
			assert.EqualValues(t, c.Value("cost"), got.Cost, "cost")
			assert.Equal(t, c.Value("exhausted") == true, got.Exhausted, "exhausted")
		}
		assert.Equal(t, before, []any{in.Object, in.Old}, "the input was written to")
	})
}
