package pathset_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/pathset"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/budget"
	"github.com/seed95800270/crdschema/structural/field"
)

// TestPathsAreThoseOfTheWalk walks random trees, adds random paths to a set and
// compares the set with a plain list of them.
func TestPathsAreThoseOfTheWalk(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 0))
		var found pathset.Set
		var want []field.Path
		var walk func(path field.Path, depth int)
		walk = func(path field.Path, depth int) {
			steps := []field.Step{field.Field("a"), field.Key("a"), field.Field("b"), field.Index(2), field.Index(10)}
			r.Shuffle(len(steps), func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
			for _, step := range steps {
				switch {
				case r.IntN(4) == 0:
					found.Add(step)
					want = append(want, path.Append(step))
				case depth > 0:
					mark := found.Mark()
					walk(path.Append(step), depth-1)
					found.Below(mark, step)
				}
			}
		}
		walk(nil, r.IntN(4))
		slices.SortFunc(want, field.Path.Compare)
		require.Equal(t, want, found.Paths())
	}
}

func TestAddPath(t *testing.T) {
	var found pathset.Set
	found.Add(field.Field("z"))
	mark := found.Mark()
	found.AddPath(field.Path{field.Field("b"), field.Index(1), field.Field("c")})
	found.AddPath(field.Path{field.Field("b")})
	found.Below(mark, field.Field("a"))
	assert.Equal(t, "[a.b[1].c a.b z]", fmt.Sprint(found.Paths()))
}

func TestPathsShareNoMemory(t *testing.T) {
	var found pathset.Set
	found.Add(field.Field("x"))
	found.Add(field.Field("y"))
	found.Below(0, field.Field("a"))
	paths := found.Paths()
	_ = append(paths[0], field.Field("more"))
	paths[0][0] = field.Field("changed")
	assert.Equal(t, "a.y", paths[1].String())
}

func TestNothingFound(t *testing.T) {
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		var found pathset.Set
		mark := found.Mark()
		found.Below(mark, field.Field("a"))
		if found.Paths() != nil {
			t.Fatal("something was found")
		}
	}))
}

// Listing many paths takes few allocations: those of the list, of common memory for the steps,
// and of the walk.
func TestPathsShareAllocations(t *testing.T) {
	var found pathset.Set
	for i := range 1000 {
		mark := found.Mark()
		found.Add(field.Field("x"))
		found.Add(field.Field("y"))
		found.Below(mark, field.Index(i))
	}
	assert.Less(t, testing.AllocsPerRun(10, func() { found.Paths() }), 50.0)
}

// TestLimit cuts off the same paths in whatever order the walk went, and uses
// the limit but not much more.
func TestLimit(t *testing.T) {
	const depth, width = 4000, 2000
	steps := make([]field.Step, width)
	for i := range steps {
		steps[i] = field.Field(fmt.Sprintf("f%04d", i))
	}
	deep := func(steps []field.Step) []field.Path {
		var found pathset.Set
		for _, step := range steps {
			found.Add(step)
		}
		for range depth {
			found.Below(0, field.Field("a"))
		}
		return found.Paths()
	}
	paths := deep(steps)
	assert.Len(t, paths, pathset.Limit/(depth*17+21)+1)
	assert.Equal(t, "f0000", paths[0][depth].Name())
	slices.Reverse(steps)
	assert.Equal(t, paths, deep(steps))
}

// TestLongNames counts names, and returns one path however long it is.
func TestLongNames(t *testing.T) {
	var found pathset.Set
	for i := range 10 {
		found.Add(field.Index(i))
	}
	found.Below(0, field.Field(string(make([]byte, pathset.Limit/3))))
	assert.Len(t, found.Paths(), 3)
	found = pathset.Set{}
	found.Add(field.Field("a"))
	found.Add(field.Field("b"))
	found.Below(0, field.Field(string(make([]byte, pathset.Limit))))
	assert.Len(t, found.Paths(), 1)
}

// Very many paths are sorted in runs, as few are: those with the same step stay in order.
func TestManyPathsAreSortedAsFew(t *testing.T) {
	for _, n := range []int{1 << 10, 1<<10 + 1, 5_000, 1 << 13} {
		r := rand.New(rand.NewPCG(uint64(n), 0))
		var found pathset.Set
		var want []field.Path
		for i := range n {
			step := field.Index(r.IntN(n / 3))
			mark := found.Mark()
			found.Add(field.Index(i))
			found.Below(mark, step)
			want = append(want, field.Path{step, field.Index(i)})
		}
		slices.SortStableFunc(want, func(a, b field.Path) int { return a[0].Compare(b[0]) })
		require.Equal(t, want, found.Paths())
	}
}

func TestPathsWithin(t *testing.T) {
	const n = 5_000
	for _, steps := range []int64{10, n - 10, 2 * n, 2*n + n/2} {
		var found pathset.Set
		for i := range n {
			found.Add(field.Index(n - i))
		}
		w := work.Start(work.WithBudget(t.Context(), budget.Budget{Steps: steps}), "")
		found.PathsWithin(w)
		assert.ErrorIs(t, w.Err(), budget.ErrTooMuchWork)
	}
}

func BenchmarkWide(b *testing.B) {
	steps := make([]field.Step, 200_000)
	for i := range steps {
		steps[i] = field.Field(fmt.Sprintf("f%d", i*7919%len(steps)))
	}
	b.ReportAllocs()
	for b.Loop() {
		var found pathset.Set
		for _, step := range steps {
			found.Add(step)
		}
		found.Below(0, field.Field("a"))
		found.Paths()
	}
}
