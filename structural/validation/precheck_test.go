package validation

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/correlate"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// The compiled checks agree with the reporter without a precheck. With a precheck the
// reporter misses no error.
func TestPrecheckMissesNothing(t *testing.T) {
	for seed := range uint64(900) {
		g := generate.New(seed)
		m := g.Schema(generate.Flavor(seed % 3))
		s, _ := cases.FromMap(m)
		opts := []Option{WithKubernetesVersion(fmt.Sprint("1.", 31+seed%7))}
		if seed%5 == 0 {
			opts = append(opts, WithDefaultsMode())
		}
		v := Compile(s, opts...)
		for range 4 {
			old := g.Object(m, generate.Nearly)
			obj := g.Mutate(old, 2)
			plain := reportWithoutPrecheck(v, obj, nil)
			errs, err := v.Validate(t.Context(), obj)
			require.NoError(t, err)
			require.Equal(t, plain.Texts(), errs.Texts(), "seed %d", seed)
			valid, err := v.Valid(t.Context(), obj)
			require.NoError(t, err)
			require.Equal(t, len(plain) == 0, valid, "seed %d", seed)
			updated, _, err := v.ValidateUpdate(t.Context(), obj, old)
			require.NoError(t, err)
			require.Equal(t, reportWithoutPrecheck(v, obj, correlate.Start(work.Start(t.Context(), ""), s, obj, old)).Texts(), updated.Texts(), "seed %d", seed)
		}
	}
}

func reportWithoutPrecheck(v *Validator, obj any, old *correlate.Node) structural.Errors {
	r := reporter{settings: v.compiler.settings, w: work.Start(context.Background(), ""), patterns: &v.compiler.patterns}
	r.node(v.schema, precheck{}, obj, old)
	return r.found.errors()
}
