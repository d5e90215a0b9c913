package crdschema_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
	"github.com/seed95800270/crdschema/structural"
)

// emptyVersions returns a crd with n versions that lack all fields.
func emptyVersions(n int) map[string]any {
	crd := mustDecode(checked).Object
	crd["spec"].(map[string]any)["versions"] = slices.Repeat([]any{map[string]any{}}, n)
	return crd
}

// A report ends at 4 MiB of text, with an error that counts the others.
func TestReportOfCompileIsBounded(t *testing.T) {
	const n = 40_000
	_, err := crdschema.Compile(t.Context(), emptyVersions(n))
	errs := structural.ErrorsOf(err)
	require.Less(t, len(errs), n)
	assert.Less(t, len(err.Error()), 4<<20)
	last := errs[len(errs)-1].Error()
	assert.True(t, strings.HasSuffix(last, " more errors are not listed"), last)
	assert.Equal(t, "spec.versions[0].name: Required value", errs[0].Error())
}

// Reading a crd ends with its context and at a budget, without a verdict.
func TestReadingEnds(t *testing.T) {
	crd := emptyVersions(20_000)
	for name, call := range map[string]func(context.Context) error{
		"compile": func(ctx context.Context) error {
			_, err := crdschema.Compile(ctx, crd)
			return err
		},
		"v2": func(ctx context.Context) error {
			_, err := openapiv2.Build(ctx, crd, "v1")
			return err
		},
		"v3": func(ctx context.Context) error {
			_, err := openapiv3.Build(ctx, crd, "v1")
			return err
		},
		"catalog": func(ctx context.Context) error {
			_, err := openapiv2.NewCatalog().With(ctx, crd)
			return err
		},
	} {
		whole := worktest.EndAfter(1 << 30)
		require.NotEmpty(t, structural.ErrorsOf(call(whole)), name)
		require.Greater(t, whole.Looks(), 5, name)
		for looks := 0; looks < whole.Looks(); looks += 1 + whole.Looks()/20 {
			require.ErrorIs(t, call(worktest.EndAfter(looks)), context.Canceled, "%s after %d looks", name, looks)
		}
		for _, budget := range []structural.Budget{{Steps: 10_000}, {Values: 10_000}} {
			assert.ErrorIs(t, call(structural.WithBudget(t.Context(), budget)), structural.ErrTooMuchWork, name)
		}
	}
}
