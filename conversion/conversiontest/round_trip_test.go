package conversiontest_test

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/conversiontest"
	"github.com/seed95800270/crdschema/conversion/declare"
	"github.com/seed95800270/crdschema/structural"
)

func thing(apiVersion string, fields map[string]any) map[string]any {
	obj := map[string]any{"metadata": map[string]any{"name": "x"}}
	maps.Copy(obj, fields)
	obj["apiVersion"], obj["kind"] = apiVersion, "Thing"
	return obj
}

func TestRoundTripFindsLosses(t *testing.T) {
	lossy, err := declare.NewChain(context.Background(),
		declare.Declaration{From: older, To: newer, Rules: []declare.Rule{{Remove: &declare.Remove{Path: ".spec.old"}}}},
		declare.Declaration{From: newer, To: older})
	require.NoError(t, err)
	losses, err := conversiontest.RoundTrip(context.Background(), lossy, []string{older, newer},
		[]map[string]any{thing(older, map[string]any{"spec": map[string]any{"old": int64(1), "l": []any{"x"}}}), thing(newer, nil)})
	require.NoError(t, err)
	require.Len(t, losses, 1)
	assert.Equal(t, "Thing x, example.com/v1beta1 to example.com/v1 to example.com/v1beta1: spec.old was 1, is absent", losses[0].String())

	broken := conversion.Func(func(_ context.Context, obj map[string]any, to string) (map[string]any, error) {
		if to == older {
			return map[string]any{"kind": "Thing", "metadata": map[string]any{"name": "z"}}, nil
		}
		return obj, nil
	})
	losses, err = conversiontest.RoundTrip(context.Background(), broken, []string{older, newer}, []map[string]any{thing(older, nil)})
	require.NoError(t, err)
	require.Len(t, losses, 2)
	assert.True(t, strings.HasSuffix(losses[0].String(), "must have the same name: x != z"), losses[0])

	inPlace := conversion.Func(func(_ context.Context, obj map[string]any, to string) (map[string]any, error) {
		delete(obj, "old")
		obj["apiVersion"] = to
		return obj, nil
	})
	sample := thing(older, map[string]any{"old": int64(1)})
	losses, err = conversiontest.RoundTrip(context.Background(), inPlace, []string{older, newer}, []map[string]any{sample})
	require.NoError(t, err)
	require.Len(t, losses, 1)
	assert.Equal(t, "Thing x, example.com/v1beta1 to example.com/v1 to example.com/v1beta1: old was 1, is absent", losses[0].String())
	assert.Equal(t, thing(older, map[string]any{"old": int64(1)}), sample, "the sample was written to")

	_, err = conversiontest.RoundTrip(context.Background(), broken, nil, []map[string]any{nil})
	assert.Error(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = conversiontest.RoundTrip(ctx, broken, []string{older, newer}, []map[string]any{thing(older, nil)})
	assert.ErrorIs(t, err, context.Canceled)
}

func TestRoundTripReportsPanics(t *testing.T) {
	panics := conversion.Func(func(context.Context, map[string]any, string) (map[string]any, error) { panic("oh") })
	losses, err := conversiontest.RoundTrip(context.Background(), panics, []string{older, newer}, []map[string]any{thing(older, nil)})
	require.NoError(t, err)
	require.Len(t, losses, 2)
	assert.EqualError(t, losses[0].Err, "the conversion panicked: oh")
	cyclic := thing(older, nil)
	cyclic["self"] = cyclic
	for _, same := range []map[string]any{nil, cyclic} {
		c := batch(func([]map[string]any) []map[string]any { return []map[string]any{same} })
		losses, err = conversiontest.RoundTrip(context.Background(), c, []string{older, newer}, []map[string]any{thing(older, nil)})
		require.NoError(t, err)
		require.Len(t, losses, 1)
		assert.Error(t, losses[0].Err)
	}
}

func TestRoundTripIsBounded(t *testing.T) {
	emptied := conversion.Func(func(_ context.Context, obj map[string]any, _ string) (map[string]any, error) {
		return map[string]any{"kind": "Thing", "metadata": obj["metadata"]}, nil
	})
	fields := map[string]any{}
	for i := range 500 {
		fields[fmt.Sprint("f", i)] = int64(i)
	}
	losses, err := conversiontest.RoundTrip(context.Background(), emptied, []string{older, newer}, []map[string]any{thing(older, fields)})
	require.NoError(t, err)
	assert.Len(t, losses, 100)
}

// batch is a Converter without a context and without errors.
type batch func([]map[string]any) []map[string]any

func (b batch) Convert(_ context.Context, objs []map[string]any, _ string) ([]map[string]any, error) {
	return b(objs), nil
}

// A sample outside the versions, such as "v1" for "example.com/v1", would not be compared
// with anything. A spent budget is an error and not a loss.
func TestRoundTripErrors(t *testing.T) {
	sample := map[string]any{"apiVersion": "example.com/v1", "kind": "Thing", "metadata": map[string]any{"name": "a"}}
	versions := []string{"example.com/v1", "example.com/v2"}
	_, err := conversiontest.RoundTrip(t.Context(), conversion.None{}, []string{"v1", "v2"}, []map[string]any{sample})
	require.EqualError(t, err, `sample 0 has the apiVersion "example.com/v1", which is none of the versions`)
	losses, err := conversiontest.RoundTrip(t.Context(), conversion.None{}, versions, []map[string]any{sample})
	require.NoError(t, err)
	require.Empty(t, losses)
	for steps := int64(1); ; steps++ {
		ctx := structural.WithBudget(t.Context(), structural.Budget{Steps: steps})
		losses, err := conversiontest.RoundTrip(ctx, conversion.None{}, versions, []map[string]any{sample})
		require.Empty(t, losses, "%d steps", steps)
		if err == nil {
			require.Greater(t, steps, int64(10))
			break
		}
		require.ErrorIs(t, err, structural.ErrTooMuchWork)
	}
}

func TestGenerateEnds(t *testing.T) {
	_, err := conversiontest.Generate(t.Context(), "example.com/v1", "Thing", map[string]any{"type": "object"}, 1_000_000_000)
	assert.ErrorIs(t, err, structural.ErrTooMuchWork)
}
