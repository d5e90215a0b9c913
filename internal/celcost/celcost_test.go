package celcost_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/celcost"
	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/kubeversion"
)

// Every row is about a function that exists since the version that the row names.
func TestRows(t *testing.T) {
	envs := map[int]*cel.Env{}
	for minor := kubeversion.Oldest; minor <= kubeversion.Newest; minor++ {
		env, err := cellib.Env(minor, cellib.Stored)
		require.NoError(t, err)
		envs[minor] = env
	}
	exists := func(minor int, r celcost.Row) bool {
		f, ok := envs[minor].Functions()[r.Function]
		if !ok || r.Overload == "" {
			return ok
		}
		for _, o := range f.OverloadDecls() {
			if o.ID() == r.Overload {
				return true
			}
		}
		return false
	}
	for _, r := range celcost.Rows() {
		assert.True(t, exists(max(r.Since, kubeversion.Oldest), r), "%+v", r)
		if r.Since > kubeversion.Oldest {
			assert.False(t, exists(r.Since-1, r), "%+v", r)
		}
	}
}

// The estimates of expressions in which upstream's arithmetic is unusual, as cel-go v0.29.2
// and Kubernetes 1.37 compute them. Cases of every function are in the tables of cellib.
func TestEstimate(t *testing.T) {
	texts := cel.ListType(cel.StringType)
	inner := cel.ListType(cel.MapType(cel.StringType, texts))
	env, err := cellib.Env(kubeversion.Newest, cellib.Stored)
	require.NoError(t, err)
	env, err = env.Extend(
		cel.Variable("self", cel.MapType(cel.StringType, cel.ListType(cel.MapType(cel.StringType, inner)))),
		cel.Variable("u", cel.StringType), cel.Variable("b", cel.BytesType))
	require.NoError(t, err)
	sizes := func(path []string) (uint64, bool) {
		known := map[string]uint64{
			"self.o": 1, "self.o.@items.p": 1, "self.o.@items.p.@items.a": 1, "self.o.@items.p.@items.b": 1,
			"self.o.@items.p.@items.a.@items": 10, "self.o.@items.p.@items.b.@items": 1000,
		}
		size, ok := known[strings.Join(path, ".")]
		return size, ok
	}
	for _, c := range []struct {
		text string
		want celcost.Range
	}{
		{"self.o.all(x, x.p.all(y, y.a.all(u, y.b.all(v, u == v))))", celcost.Range{Min: 3, Max: 126}}, // both have the path of v
		{"self.o.all(x, x.p.all(y, y.b.all(u, y.a.all(v, u == v))))", celcost.Range{Min: 3, Max: 27}},
		{"bytes(u) + bytes(u) == b", celcost.Range{Min: 4, Max: 7378697629483821059}}, // four times the greatest size overflows
		{"strings.quote(u) == 'a'", celcost.Range{Min: 1, Max: 1844674407370955265}},
		{"u.replace('', 'ab') == u.replace('abc', '')", celcost.Range{Min: 3, Max: 9223372036854776322}},
		{"u.split('a', -1).all(x, x == '')", celcost.Range{Min: 2, Max: math.MaxUint64}},
		{"[[1], [2, 3]].flatten(dyn(2)).size() > 0 && [1].slice(2, 1) == []", celcost.Range{Min: math.MaxUint64, Max: math.MaxUint64}},
		{"[3, 1].distinct() == [1].sort() && ['a', 'b'].distinct() == ['a'].sort()", celcost.Range{Min: 53, Max: 107}},
	} {
		ast, issues := env.Compile(c.text)
		if assert.NoError(t, issues.Err()) {
			assert.Equal(t, c.want, celcost.Estimate(ast.NativeRep(), sizes), c.text)
		}
	}
}

// A failed call costs what its arguments say.
func TestActualCosts(t *testing.T) {
	text, list := types.String("abcdefghijkl"), types.NewStringList(types.DefaultTypeAdapter, []string{"a", "b", "c"})
	optional := types.OptionalOf(text)
	err := types.NewErr("failed")
	for _, c := range []struct {
		function, overload string
		args               []ref.Val
		want               uint64
	}{
		{"_==_", "equals", []ref.Val{optional, text}, 2},
		{"isIP", "is_ip", []ref.Val{optional}, 1}, // libraries do not look into an optional value
		{"sets.contains", "list_sets_contains_list", []ref.Val{list, list}, 10},
		{"list_distinct", "list_distinct", []ref.Val{list}, 29},
		{"sort", "", []ref.Val{list}, 1},
		{"flatten", "list_flatten_int", []ref.Val{list, types.Int(-5)}, 14},
		{"check", "pathcheck_check", []ref.Val{err, text}, 350_000},
		{"unknown", "unknown", []ref.Val{text}, 1},
	} {
		assert.Equal(t, c.want, celcost.OfCall(c.function, c.overload)(c.args, err), c.function)
	}
}

func TestArithmetic(t *testing.T) {
	const most = math.MaxUint64
	assert.EqualValues(t, uint64(most), celcost.Add(most, 1))
	assert.EqualValues(t, uint64(most), celcost.Mul(1<<32, 1<<32))
	assert.EqualValues(t, uint64(most), celcost.Scale(most, 1))
	assert.EqualValues(t, uint64(2), celcost.Scale(11, 0.1))
}
