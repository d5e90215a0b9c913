package trail_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/trail"
	"github.com/seed95800270/crdschema/structural"
)

// TestPathsAreThoseOfTheWalk walks random trees with random finds and compares
// with paths that were written down on the way.
func TestPathsAreThoseOfTheWalk(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 0))
		var found trail.Trail
		var want []structural.Path
		var walk func(way structural.Path, depth int)
		walk = func(way structural.Path, depth int) {
			steps := []structural.Step{structural.Field("a"), structural.Key("a"), structural.Field("b"), structural.Index(2), structural.Index(10)}
			r.Shuffle(len(steps), func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
			for _, step := range steps {
				switch {
				case r.IntN(4) == 0:
					found.Add(step)
					want = append(want, way.Append(step))
				case depth > 0:
					mark := found.Mark()
					walk(way.Append(step), depth-1)
					found.Below(mark, step)
				}
			}
		}
		walk(nil, r.IntN(4))
		slices.SortFunc(want, structural.Path.Compare)
		require.Equal(t, want, found.Paths())
	}
}

func TestAddPath(t *testing.T) {
	var found trail.Trail
	found.Add(structural.Field("z"))
	mark := found.Mark()
	found.AddPath(structural.Path{structural.Field("b"), structural.Index(1), structural.Field("c")})
	found.AddPath(structural.Path{structural.Field("b")})
	found.Below(mark, structural.Field("a"))
	assert.Equal(t, "[a.b[1].c a.b z]", fmt.Sprint(found.Paths()))
}

func TestPathsShareNoMemory(t *testing.T) {
	var found trail.Trail
	found.Add(structural.Field("x"))
	found.Add(structural.Field("y"))
	found.Below(0, structural.Field("a"))
	paths := found.Paths()
	_ = append(paths[0], structural.Field("more"))
	paths[0][0] = structural.Field("changed")
	assert.Equal(t, "a.y", paths[1].String())
}

func TestNothingFound(t *testing.T) {
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		var found trail.Trail
		mark := found.Mark()
		found.Below(mark, structural.Field("a"))
		if found.Paths() != nil {
			t.Fatal("something was found")
		}
	}))
}

// TestBudget cuts off the same paths whichever way the walk went, and uses what
// it is allowed but not much more.
func TestBudget(t *testing.T) {
	const depth, width = 4000, 2000
	steps := make([]structural.Step, width)
	for i := range steps {
		steps[i] = structural.Field(fmt.Sprintf("f%04d", i))
	}
	deep := func(steps []structural.Step) []structural.Path {
		var found trail.Trail
		for _, step := range steps {
			found.Add(step)
		}
		for range depth {
			found.Below(0, structural.Field("a"))
		}
		return found.Paths()
	}
	paths := deep(steps)
	assert.Len(t, paths, trail.Budget/(depth*17+21)+1)
	assert.Equal(t, "f0000", paths[0][depth].Name())
	slices.Reverse(steps)
	assert.Equal(t, paths, deep(steps))
}

// TestLongNames charges names, and reports one path however long it is.
func TestLongNames(t *testing.T) {
	var found trail.Trail
	for i := range 10 {
		found.Add(structural.Index(i))
	}
	found.Below(0, structural.Field(string(make([]byte, trail.Budget/3))))
	assert.Len(t, found.Paths(), 3)
	found = trail.Trail{}
	found.Add(structural.Field("a"))
	found.Add(structural.Field("b"))
	found.Below(0, structural.Field(string(make([]byte, trail.Budget))))
	assert.Len(t, found.Paths(), 1)
}

func BenchmarkWide(b *testing.B) {
	steps := make([]structural.Step, 200_000)
	for i := range steps {
		steps[i] = structural.Field(fmt.Sprintf("f%d", i*7919%len(steps)))
	}
	b.ReportAllocs()
	for b.Loop() {
		var found trail.Trail
		for _, step := range steps {
			found.Add(step)
		}
		found.Below(0, structural.Field("a"))
		found.Paths()
	}
}
