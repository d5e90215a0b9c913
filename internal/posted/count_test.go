package posted_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/posted"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/budget"
)

func counted(t *testing.T, body string) int64 {
	w := work.Start(t.Context(), "")
	assert.True(t, posted.Count(w, []byte(body)))
	return w.Used().Values
}

func TestCount(t *testing.T) {
	for body, want := range map[string]int64{
		``: 0, `1`: 0, `"[{"`: 0, `{}`: 1, `[[],{"a":{}}]`: 4, `{"[\"{":["\\",[],"\\\"["]}`: 3, `["\u005b{", [`: 2, `"`: 0, `"\`: 0,
	} {
		assert.Equal(t, want, counted(t, body), body)
	}
}

// The number does not depend on where the text is cut into parts.
func TestCountInParts(t *testing.T) {
	unit := `{"a\\\"[":["{",[]]},`
	for offset := range len(unit) {
		body := "[" + strings.Repeat(" ", offset) + strings.TrimSuffix(strings.Repeat(unit, 10_000), ",") + "]"
		assert.True(t, json.Valid([]byte(body)))
		assert.Equal(t, int64(30_001), counted(t, body), offset)
	}
}

func TestCountEnds(t *testing.T) {
	body := []byte(strings.Repeat("[", 101))
	w := work.Start(work.WithBudget(t.Context(), budget.Budget{Values: 100}), "reading")
	assert.False(t, posted.Count(w, body))
	assert.ErrorIs(t, w.Err(), budget.ErrTooMuchWork)

	ctx, cancel := context.WithCancel(t.Context())
	w = work.Start(ctx, "reading")
	cancel()
	assert.False(t, posted.Count(w, []byte(strings.Repeat(" ", 1<<20))))
	assert.ErrorIs(t, w.Err(), context.Canceled)
}
