package declare_test

import (
	"context"
	"maps"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/declare"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
)

const older, newer = "example.com/v1beta1", "example.com/v1"

func declaration(rules any) map[string]any {
	return map[string]any{"from": older, "to": newer, "rules": rules}
}

func thing(apiVersion string, fields map[string]any) map[string]any {
	obj := map[string]any{"metadata": map[string]any{"name": "x"}}
	maps.Copy(obj, fields)
	obj["apiVersion"], obj["kind"] = apiVersion, "Thing"
	return obj
}

func TestDeclared(t *testing.T) {
	cases.Run(t, "testdata/declared.yaml", []string{"rules", "object", "want", "fails", "noInverse"}, func(t *testing.T, c cases.Case) {
		d, err := declare.Read(context.Background(), declaration(c.Value("rules")))
		require.NoError(t, err)
		converter, err := declare.NewChain(context.Background(), d)
		if c.Has("noInverse") {
			require.EqualError(t, err, c.Text(t, "noInverse"))
			converter = forward(t, d)
		} else {
			require.NoError(t, err)
		}
		object := thing(older, c.Object(t, "object"))
		before := structural.Clone(object)
		got, err := converter.Convert(context.Background(), []map[string]any{object}, newer)
		assert.Equal(t, before, object, "the input was written to")
		if c.Has("fails") {
			assert.EqualError(t, err, c.Text(t, "fails"))
			assert.Nil(t, got)
			return
		}
		require.NoError(t, err)
		assert.Equal(t, thing(newer, c.Object(t, "want")), got[0])
		cases.RequireShared(t, got[0], object)
		if !c.Has("noInverse") {
			back, err := converter.Convert(context.Background(), got, older)
			require.NoError(t, err)
			assert.Equal(t, object, back[0])
		}
	})
}

func forward(t *testing.T, d declare.Declaration) *conversion.Chain {
	step, err := d.Step(context.Background())
	require.NoError(t, err)
	chain, err := conversion.NewChain(step)
	require.NoError(t, err)
	return chain
}

func TestInvalidDeclarations(t *testing.T) {
	cases.Run(t, "testdata/invalid.yaml", []string{"rule", "error", "unread"}, func(t *testing.T, c cases.Case) {
		d, err := declare.Read(context.Background(), declaration([]any{c.Value("rule")}))
		if c.Has("unread") {
			require.EqualError(t, err, c.Text(t, "unread"))
			return
		}
		require.NoError(t, err)
		_, err = declare.NewChain(context.Background(), d)
		require.EqualError(t, err, older+" to "+newer+": rule 0: "+c.Text(t, "error"))
		_, err = d.Step(context.Background())
		require.Error(t, err)
		_, err = d.Inverse(context.Background())
		require.Error(t, err)
	})
}

// A declaration of the opposite direction replaces a missing inverse.
func TestBothDirectionsDeclared(t *testing.T) {
	there := declare.Declaration{From: older, To: newer, Rules: []declare.Rule{{Remove: &declare.Remove{Path: ".old"}}}}
	back := declare.Declaration{From: newer, To: older}
	chain, err := declare.NewChain(context.Background(), there, back)
	require.NoError(t, err)
	got, err := chain.Convert(context.Background(), []map[string]any{thing(older, map[string]any{"old": true})}, newer)
	require.NoError(t, err)
	assert.Equal(t, thing(newer, nil), got[0])
}

func TestInverseOfTheInverse(t *testing.T) {
	cases.Run(t, "testdata/declared.yaml", []string{"rules", "object", "want", "fails", "noInverse"}, func(t *testing.T, c cases.Case) {
		if c.Has("noInverse") {
			return
		}
		d, err := declare.Read(context.Background(), declaration(c.Value("rules")))
		require.NoError(t, err)
		inverse, err := d.Inverse(context.Background())
		require.NoError(t, err)
		again, err := inverse.Inverse(context.Background())
		require.NoError(t, err)
		text, err := again.Inverse(context.Background())
		require.NoError(t, err)
		assert.Equal(t, inverse, text)
	})
}

func TestHostileDeclarations(t *testing.T) {
	cyclic := map[string]any{}
	cyclic["rules"] = []any{cyclic}
	for name, fields := range map[string]map[string]any{
		"cyclic": cyclic, "function": {"from": func() {}}, "rules": {"rules": "x"}, "rule": {"rules": []any{"x"}},
	} {
		_, err := declare.Read(context.Background(), fields)
		assert.Error(t, err, name)
	}
	_, err := declare.NewChain(context.Background(), declare.Declaration{From: "a/b/c", To: newer})
	assert.EqualError(t, err, `step 0: "a/b/c" to "example.com/v1": both must be versions`)
	_, err = declare.NewChain(context.Background(), declare.Declaration{From: newer, To: newer})
	assert.Error(t, err)
	_, err = declare.NewChain(context.Background(), declare.Declaration{From: older, To: newer}, declare.Declaration{From: older, To: newer})
	assert.Error(t, err)
	_, err = declare.NewChain(context.Background(), declare.Declaration{From: older, To: newer,
		Rules: []declare.Rule{{Constant: &declare.Constant{Path: ".a", Value: make(chan int)}}}})
	assert.Error(t, err)
}

// Numbers are compared by value, because a webhook receives 1.0 as 1.
func TestNumbersByValue(t *testing.T) {
	ctx := context.Background()
	drop := func(v any) declare.Rule {
		return declare.Rule{Drop: &declare.Drop{Path: ".a", Value: v}}
	}
	values := func(v any) declare.Rule {
		return declare.Rule{Values: &declare.Values{Path: ".a", Pairs: []declare.Pair{{From: v, To: "x"}}}}
	}
	for _, c := range []struct {
		rule declare.Rule
		is   any
		want map[string]any
	}{
		{drop(1), 1.0, nil}, {drop(1.0), int64(1), nil}, {drop(1.5), 1.5, nil},
		{drop([]any{1, map[string]any{"b": 2.0}}), []any{1.0, map[string]any{"b": int64(2)}}, nil},
		{values(1), 1.0, map[string]any{"a": "x"}}, {values(1.0), int64(1), map[string]any{"a": "x"}},
	} {
		chain := forward(t, declare.Declaration{From: older, To: newer, Rules: []declare.Rule{c.rule}})
		got, err := chain.Convert(ctx, []map[string]any{thing(older, map[string]any{"a": c.is})}, newer)
		require.NoError(t, err, c)
		assert.Equal(t, thing(newer, c.want), got[0])
	}
	for _, c := range []struct{ value, is any }{
		{1, 1.5}, {1, "1"}, {1, true}, {1 << 53, float64(1<<53) + 2}, {[]any{1}, []any{1.0, 1.0}}, {[]any{1}, map[string]any{}},
		{map[string]any{"a": 1}, map[string]any{"b": 1.0}}, {map[string]any{"a": 1}, map[string]any{}}, {map[string]any{}, nil},
	} {
		chain := forward(t, declare.Declaration{From: older, To: newer, Rules: []declare.Rule{drop(c.value)}})
		_, err := chain.Convert(ctx, []map[string]any{thing(older, map[string]any{"a": c.is})}, newer)
		assert.ErrorContains(t, err, "which would be lost", "%v %v", c.value, c.is)
	}
	_, err := declare.Declaration{From: older, To: newer, Rules: []declare.Rule{{Values: &declare.Values{Path: ".a",
		Pairs: []declare.Pair{{From: 1, To: "x"}, {From: 1.0, To: "y"}}}}}}.Step(context.Background())
	assert.ErrorContains(t, err, "1 is repeated in from")
}

func TestNamesAreExact(t *testing.T) {
	_, err := declare.Read(context.Background(), map[string]any{"FROM": older, "to": newer})
	assert.EqualError(t, err, `json: unknown field "FROM"`)
}
