package work

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/structural/budget"
	"github.com/seed95800270/crdschema/structural/field"
)

// spend takes steps one by one and returns how many there were.
func spend(w *Tracker) (n int64) {
	for w.Step(1) {
		n++
	}
	return n
}

// The budget is exact, whether steps are counted one by one or many at once.
func TestSteps(t *testing.T) {
	for _, limit := range []int64{1, interval - 1, interval, interval + 1, 10*interval + 7} {
		ctx := WithBudget(context.Background(), budget.Budget{Steps: limit})
		w := Start(ctx, "counting")
		assert.Equal(t, limit, spend(w))
		assert.True(t, w.Failed())
		assert.ErrorIs(t, w.Err(), budget.ErrTooMuchWork)

		w = Start(ctx, "counting")
		assert.True(t, w.Step(int(limit)))
		assert.Equal(t, budget.Budget{Steps: limit}, w.Used())
		assert.False(t, w.Step(1))
		assert.False(t, w.Step(0), "it stays failed")
		assert.False(t, Start(ctx, "").Step(int(limit)+1))
	}
	assert.False(t, Start(context.Background(), "").Step(budget.DefaultSteps+1))
}

func TestValues(t *testing.T) {
	var none context.Context
	w := Start(WithBudget(none, budget.Budget{Values: 3}), "defaulting")
	assert.True(t, w.Make(3))
	assert.Equal(t, budget.Budget{Steps: 3, Values: 3}, w.Used())
	assert.False(t, w.Make(1))
	w.In(field.Index(2))
	w.In(field.Field("spec"))
	var e *budget.Error
	assert.ErrorAs(t, w.Err(), &e)
	assert.Equal(t, budget.Error{What: "values made", Limit: 3, Stage: "defaulting", Path: field.Path{field.Field("spec"), field.Index(2)}}, *e)
	assert.EqualError(t, w.Err(), "too much work: more than 3 values made defaulting at spec[2]")
	assert.Same(t, e, w.Err())
}

// The context is looked at when a call begins and once in an interval.
func TestContext(t *testing.T) {
	cause := errors.New("the cause")
	ctx, cancel := context.WithCancelCause(context.Background())
	w := Start(ctx, "")
	assert.True(t, w.Step(1))
	cancel(cause)
	assert.LessOrEqual(t, spend(w), int64(interval))
	assert.Equal(t, cause, w.Err())
	w = Start(ctx, "")
	assert.False(t, w.Step(1))
	assert.Equal(t, cause, w.Err())
}

// All calls of a shared context have one tracker, and other contexts have another.
func TestShare(t *testing.T) {
	ctx := WithBudget(context.Background(), budget.Budget{Steps: 10})
	shared, w := Share(ctx)
	again, same := Share(shared)
	assert.Equal(t, shared, again)
	assert.Same(t, w, same)
	assert.True(t, Start(shared, "one").Step(6))
	assert.False(t, Start(shared, "two").Step(6))
	assert.True(t, w.Failed())
	assert.EqualError(t, w.Err(), "too much work: more than 10 steps two")
	assert.Equal(t, w.Err(), shared.Err())
	assert.Equal(t, w.Err(), context.Cause(shared))
	assert.Equal(t, ctx, Caller(shared))
	assert.Equal(t, ctx, Caller(ctx))
	assert.True(t, Start(ctx, "three").Step(6))
}

func TestAllocations(t *testing.T) {
	shared, _ := Share(context.Background())
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		w := Start(shared, "")
		w.Step(1)
		w.Make(1)
	}))
}

// A walk may enter MaxLevels maps and lists, and fails at the next, for good.
func TestEnter(t *testing.T) {
	w := Start(context.Background(), "walking")
	for range 3 {
		for range MaxLevels {
			assert.True(t, w.Enter())
		}
		for range MaxLevels {
			w.Leave()
		}
	}
	for range MaxLevels {
		w.Enter()
	}
	assert.NoError(t, w.Err())
	assert.False(t, w.Enter())
	w.In(field.Index(1))
	assert.False(t, w.Step(1))
	assert.EqualError(t, w.Err(), "too much work: more than 10000 levels of nesting walking")
	assert.ErrorIs(t, w.Err(), budget.ErrTooMuchWork)
}
