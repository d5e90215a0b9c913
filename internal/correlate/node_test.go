package correlate

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/budget"
)

func TestNodes(t *testing.T) {
	cases.Run(t, "testdata/nodes.yaml", []string{"schema", "new", "old", "nodes"}, func(t *testing.T, c cases.Case) {
		s := c.Schema(t, "schema")
		for _, entry := range c.Value("nodes").([]any) {
			e := entry.(map[string]any)
			n := Start(counter(), s, c.Value("new"), c.Value("old"))
			for _, step := range e["path"].([]any) {
				n = enter(n, step)
			}
			if e["none"] == true {
				assert.Nil(t, n, e)
				assert.False(t, n.Equal())
				continue
			}
			require.NotNil(t, n, e)
			if old, given := e["old"]; given {
				assert.Equal(t, old, n.old, e)
			}
			assert.Equal(t, e["equal"], n.Equal(), e)
		}
	})
}

func counter() *work.Tracker { return work.Start(context.Background(), "") }

func enter(n *Node, step any) *Node {
	if i, ok := step.(int64); ok {
		return n.Index(int(i))
	}
	return n.Key(step.(string))
}

func TestNilNode(t *testing.T) {
	var n *Node
	assert.Nil(t, n.Key("a"))
	assert.Nil(t, n.Index(0))
	assert.False(t, n.Equal())
}

// all returns the nodes below n that have an old value, parents first.
func all(n *Node) []*Node {
	if n == nil {
		return nil
	}
	out := []*Node{n}
	switch v := n.new.(type) {
	case map[string]any:
		for name := range v {
			out = append(out, all(n.Key(name))...)
		}
	case []any:
		for i := range v {
			out = append(out, all(n.Index(i))...)
		}
	}
	return out
}

// alone returns the result of a node that shares nothing with others.
func (n *Node) alone() bool { return Start(counter(), n.schema, n.new, n.old).Equal() }

// Nodes return the same result whatever they share, in any order.
func TestAnyOrder(t *testing.T) {
	equal, different := 0, 0
	for seed := range uint64(400) {
		g, r := generate.New(seed), rand.New(rand.NewPCG(seed, 0))
		m := g.Schema(generate.Valid)
		s, _ := cases.FromMap(m)
		old := g.Object(m, generate.Nearly)
		obj := g.Mutate(old, 1+int(seed%3))
		nodes := all(Start(counter(), s, obj, old))
		asked := map[*Node]bool{}
		for range 2 * len(nodes) {
			n := nodes[r.IntN(len(nodes))]
			if n.Equal() {
				equal++
			} else {
				different++
			}
			require.Equal(t, n.alone(), n.Equal(), "seed %d", seed)
			asked[n] = true
			// A new node uses the results of its parent.
			for _, child := range all(n)[1:] {
				if child.parent == n {
					require.Equal(t, child.alone(), child.Equal(), "seed %d", seed)
				}
			}
		}
	}
	assert.Greater(t, equal, 1000)
	assert.Greater(t, different, 1000)
}

// chain returns an object of n levels, each with many other fields.
func chain(n int, last any) (map[string]any, any) {
	leaf := map[string]any{"type": "integer"}
	m, v := leaf, last
	for range n {
		properties := map[string]any{"m": m}
		obj := map[string]any{"m": v}
		for _, name := range []string{"a", "b", "y", "z"} {
			properties[name], obj[name] = leaf, int64(1)
		}
		m, v = map[string]any{"type": "object", "properties": properties}, obj
	}
	return m, v
}

// Comparing every level, from above or from below, takes no longer than a few
// comparisons of the whole value.
func TestEveryLevel(t *testing.T) {
	const levels = 3000
	for name, last := range map[string]int64{"same": 0, "different": 1} {
		t.Run(name, func(t *testing.T) {
			m, obj := chain(levels, int64(0))
			_, old := chain(levels, last)
			s, _ := cases.FromMap(m)
			start := time.Now()
			for n := Start(counter(), s, obj, old); n != nil; n = n.Key("m") {
				require.Equal(t, last == 0, n.Equal())
			}
			var nodes []*Node
			for n := Start(counter(), s, obj, old); n != nil; n = n.Key("m") {
				nodes = append(nodes, n)
			}
			for i := len(nodes) - 1; i >= 0; i-- {
				require.Equal(t, last == 0, nodes[i].Equal())
			}
			assert.Less(t, time.Since(start), 5*time.Second)
		})
	}
}

func TestLongKeyedLists(t *testing.T) {
	for _, keys := range [][]any{{"k"}, {"k", "l"}} {
		s, problems := cases.FromMap(map[string]any{
			"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": keys,
			"items": map[string]any{"type": "object", "properties": map[string]any{"k": map[string]any{}, "l": map[string]any{}}},
		})
		require.Empty(t, problems)
		const length = 100_000
		obj, old := make([]any, length), make([]any, length)
		for i := range length {
			e := map[string]any{"k": int64(i), "l": "x"}
			obj[i], old[length-1-i] = e, e
		}
		start := time.Now()
		n := Start(counter(), s, obj, old)
		assert.True(t, n.Equal())
		for i := range length {
			require.True(t, n.Index(i).Equal())
		}
		assert.Less(t, time.Since(start), 10*time.Second)
	}
}

func TestKeyedOfNoList(t *testing.T) {
	_, ok := NewKeyed(counter(), nil, []any{map[string]any{"k": int64(1)}}).Find(map[string]any{"k": int64(1)})
	assert.False(t, ok)
}

// Long keys count for each element, also if all elements share one from a default.
func TestLongKeysCount(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	s, problems := cases.FromMap(map[string]any{"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": []any{"i", "s"},
		"items": map[string]any{"type": "object", "properties": map[string]any{"i": map[string]any{"type": "integer"}, "s": map[string]any{"type": "string"}}}})
	require.Empty(t, problems)
	var list []any
	for i := range 100 {
		list = append(list, map[string]any{"i": int64(i), "s": long})
	}
	w := counter()
	old, found := NewKeyed(w, s, list).Find(list[99])
	assert.True(t, found)
	assert.Equal(t, list[99], old)
	assert.GreaterOrEqual(t, w.Used().Steps, int64(101*len(long)/textPerStep))
	assert.GreaterOrEqual(t, w.Used().Values, int64(100*(len(long)/work.BytesPerValue)))

	w = work.Start(work.WithBudget(t.Context(), budget.Budget{Values: 1000}), "")
	_, found = NewKeyed(w, s, list).Find(list[99])
	assert.False(t, found)
	assert.ErrorIs(t, w.Err(), budget.ErrTooMuchWork)
}
