package attack

import (
	"context"
	"errors"
	"slices"

	"github.com/seed95800270/crdschema/structural/budget"
)

// measurement makes the call of the job and returns what it took.
func (j job) measurement() measurement { return rowMeasurement(j) }

func rowMeasurement(j job) measurement {
	for _, r := range allRows() {
		if r.name == j.Name {
			t := r.make()
			m := t.measure(context.Background(), j.Deadline)
			if j.Deadline == 0 && m.Time < limit/4 {
				m.Live = t.live(context.Background())
			}
			return m
		}
	}
	panic("no row " + j.Name)
}

// allRows returns the rows of the first attack and those with limits.
func allRows() []row {
	out := slices.Clone(rows)
	for _, r := range limitedRows {
		out = append(out, r.row)
	}
	return out
}

func isTooMuch(err error) bool { return errors.Is(err, budget.ErrTooMuchWork) }
