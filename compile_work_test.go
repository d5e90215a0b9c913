package crdschema_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/lifecycle"
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

// sharing returns a crd of v1beta1 with n versions that have n properties, columns and selectable
// fields of one spec.
func sharing(n int) map[string]any {
	var versions, columns, fields []any
	properties := map[string]any{}
	for i := range n {
		versions = append(versions, map[string]any{"name": fmt.Sprint("v", i+1), "served": true, "storage": i == 0})
		columns = append(columns, map[string]any{"name": "a", "type": "string", "JSONPath": fmt.Sprint(".a", i)})
		fields = append(fields, map[string]any{"jsonPath": fmt.Sprint(".a", i)})
		properties[fmt.Sprint("a", i)] = map[string]any{"type": "string", "maxLength": int64(5)}
	}
	return map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1beta1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": "as.e.io"},
		"spec": map[string]any{
			"group": "e.io", "scope": "Cluster", "names": map[string]any{"plural": "as", "kind": "A"}, "preserveUnknownFields": false,
			"validation": map[string]any{"openAPIV3Schema": map[string]any{"type": "object", "properties": properties}},
			"versions":   versions, "additionalPrinterColumns": columns, "selectableFields": fields,
		},
	}
}

// TestSharedPartsAllocateOnce checks that what versions of v1beta1 share is made once: a crd of 16
// times the size takes some 16 times the memory.
func TestSharedPartsAllocateOnce(t *testing.T) {
	allocated := func(n int) float64 {
		crd := sharing(n)
		return float64(worktest.Allocated(func() {
			ctx := t.Context()
			d, err := crdschema.Compile(ctx, crd)
			require.NoError(t, err)
			for _, name := range d.Versions() {
				v, _ := d.Version(name)
				require.NoError(t, v.Precompile(ctx))
				_, err := v.ValidateCreate(ctx, map[string]any{"apiVersion": "e.io/" + name, "kind": "A", "metadata": map[string]any{"name": "a"}})
				require.NoError(t, err)
			}
			_, err = openapiv2.Published(crd)
			require.NoError(t, err)
			_, err = lifecycle.Reconcile(ctx, crd, nil, time.Time{})
			require.NoError(t, err)
		}))
	}
	allocated(10) // what is made once for the process
	assert.Less(t, allocated(1600)/allocated(100), 20.0)
}
