package parity

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// reduced runs one comparison and returns the case that it reports.
func reduced(t *testing.T, input map[string]any, compare func(*Check, map[string]any)) finding {
	t.Helper()
	cases := List([]map[string]any{input}, func(map[string]any) string { return "one" })
	res := run(parseDeviations(""), cases, "", compare)
	require.Len(t, res.first, 1)
	return res.first[0]
}

func TestInputsAreReduced(t *testing.T) {
	input := map[string]any{"a": []any{int64(1), map[string]any{"bad": true, "b": "c"}, nil}, "d": map[string]any{"e": int64(2)}}
	got := reduced(t, input, func(c *Check, m map[string]any) {
		c.Equal("text", strings.Contains(show(m), `"bad"`), false)
	})
	assert.Equal(t, map[string]any{"a": []any{map[string]any{"bad": true}}}, got.input)
	assert.Len(t, input, 2, "the input itself is not changed")
}

// TestReductionKeepsTheFailure checks that an input is not reduced to one that
// fails in another way, which would hide the failure. The comparison fails
// differently as soon as "b" is gone.
func TestReductionKeepsTheFailure(t *testing.T) {
	input := map[string]any{"a": int64(1), "b": int64(2), "c": int64(3)}
	tests := map[string]struct {
		compare func(c *Check, m map[string]any, without bool)
	}{
		"another comparison": {func(c *Check, _ map[string]any, without bool) {
			if without {
				c.Equal("verdict", true, false)
			} else {
				c.Equal("object", "x", "y")
			}
		}},
		"another error": {func(c *Check, m map[string]any, without bool) {
			theirs := []string{fmt.Sprintf("spec.x[%d]: Invalid value: %d: must be less than 3", len(m), len(m))}
			if without {
				theirs = []string{"spec.x: Required value"}
			}
			c.Texts("errors", nil, theirs)
		}},
		"the other side": {func(c *Check, _ map[string]any, without bool) {
			ours, theirs := []string{"a: Required value"}, []string{}
			if without {
				ours, theirs = theirs, ours
			}
			c.Texts("errors", ours, theirs)
		}},
		"another type": {func(c *Check, m map[string]any, without bool) {
			theirs := any(map[string]any{"x": float64(len(m))})
			if without {
				theirs = map[string]any{}
			}
			c.Equal("object", map[string]any{"x": int64(len(m))}, theirs)
		}},
		"a panic": {func(c *Check, m map[string]any, without bool) {
			if without {
				panic("no b")
			}
			c.Equal("object", m, nil)
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := reduced(t, input, func(c *Check, m map[string]any) {
				_, with := m["b"]
				tt.compare(c, m, !with)
			})
			assert.Equal(t, map[string]any{"b": int64(2)}, got.input)
		})
	}
}

// TestReductionDropsOtherFailures checks that only the first of several
// differences has to stay.
func TestReductionDropsOtherFailures(t *testing.T) {
	got := reduced(t, map[string]any{"a": int64(1), "b": int64(2)}, func(c *Check, m map[string]any) {
		if _, found := m["b"]; found {
			c.Equal("b", 1, 2)
		}
		if _, found := m["a"]; found {
			c.Equal("a", 1, 2)
		}
	})
	assert.Equal(t, map[string]any{"b": int64(2)}, got.input)
	require.Len(t, got.diffs, 1)
}

func TestTemplate(t *testing.T) {
	same := []string{
		`spec.a[0].b: Invalid value: {"a": 1}: must be less than 3`,
		`status: Invalid value: "x": must be less than 14`,
	}
	assert.Equal(t, template(same[0]), template(same[1]))
	assert.NotEqual(t, template(same[0]), template("spec.a: Required value: must be less than 3"))
}

func TestTied(t *testing.T) {
	rank := func(text string) (string, bool) {
		r, ok := strings.CutPrefix(text, "rank ")
		return r[:min(1, len(r))], ok
	}
	theirs := []string{"total", "rank 1a", "rank 1b", "rank 2a"}
	for name, tt := range map[string]struct{ ours, want []string }{
		"same":          {[]string{"rank 1a", "rank 1b", "rank 2a"}, []string{"rank 1a", "rank 1b", "rank 2a", "total"}},
		"others":        {[]string{"rank 2z", "rank 1y", "rank 1x", "more"}, []string{"rank 1x", "rank 1y", "rank 2z", "total"}},
		"another rank":  {[]string{"rank 2z", "rank 2y", "rank 1x"}, theirs},
		"too few":       {[]string{"rank 1x", "rank 1y"}, theirs},
		"the same":      {[]string{"rank 1x", "rank 1x", "rank 2a"}, theirs},
		"none of these": {nil, theirs},
	} {
		assert.Equal(t, tt.want, Tied(tt.ours, theirs, rank), name)
	}
}
