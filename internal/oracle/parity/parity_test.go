package parity

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

func ints(n int) Cases[int] {
	return Cases[int]{N: n, At: func(i int) (string, int) { return fmt.Sprint("case ", i), i }}
}

func outcome(book string, n int, compare func(*Check, int)) (string, error) {
	var b strings.Builder
	err := run(parseDeviations(book), ints(n), "", compare).report(&b, "demo")
	return b.String(), err
}

func TestEqualCases(t *testing.T) {
	out, err := outcome("", 1000, func(c *Check, i int) {
		c.Equal("value", map[string]any{"a": int64(i)}, map[string]any{"a": int64(i)})
		c.Texts("texts", []string{"b", "a"}, []string{"a", "b"})
	})
	require.NoError(t, err)
	assert.Equal(t, "parity demo: cases=1000 equal=1000 listed=0 diff=0\n", out)
}

func TestDifferencesArePrintedInOrder(t *testing.T) {
	out, err := outcome("", 100, func(c *Check, i int) {
		c.Equal("value", int64(i), float64(i))
	})
	require.EqualError(t, err, "demo: 100 of 100 cases differ")
	assert.True(t, strings.HasSuffix(out, "parity demo: cases=100 equal=0 listed=0 diff=100\n"))
	for i := range 5 {
		assert.Contains(t, out, fmt.Sprintf("case %q differs", fmt.Sprint("case ", i)))
	}
	assert.NotContains(t, out, `"case 5"`)
}

func TestTextsAreMultisets(t *testing.T) {
	out, err := outcome("", 1, func(c *Check, _ int) {
		c.Texts("texts", []string{"a", "a", "b"}, []string{"a", "b", "b"})
	})
	require.Error(t, err)
	assert.Contains(t, out, "equal=0 listed=0 diff=1")
}

func TestListed(t *testing.T) {
	book := "| id | what |\n|---|---|\n| D1 | sane |\n"
	compare := func(row string, ours string) func(*Check, int) {
		return func(c *Check, _ int) {
			c.Equal("value", ours, "theirs", Row(row, func() any { return "corrected" }))
		}
	}
	out, err := outcome(book, 1, compare("D1", "corrected"))
	require.NoError(t, err)
	assert.Contains(t, out, "cases=1 equal=0 listed=1 diff=0")

	_, err = outcome(book, 1, compare("D1", "another"))
	assert.EqualError(t, err, "demo: 1 of 1 cases differ")

	_, err = outcome(book, 1, compare("D2", "theirs"))
	assert.EqualError(t, err, "DEVIATIONS.md has no row [D2]")
}

func TestPanicIsADifference(t *testing.T) {
	out, err := outcome("", 2, func(_ *Check, i int) {
		if i == 1 {
			panic("reference broke")
		}
	})
	require.Error(t, err)
	assert.Contains(t, out, "reference broke")
	assert.Contains(t, out, "cases=2 equal=1 listed=0 diff=1")
}

func TestVoidCasesAreNotCounted(t *testing.T) {
	out, err := outcome("", 10, func(c *Check, i int) {
		if i%2 == 0 {
			c.Void()
		}
		if i == 4 {
			c.Equal("value", 1, 2)
		}
	})
	require.Error(t, err)
	assert.Contains(t, out, "cases=6 equal=5 listed=0 diff=1")
}

func TestNoCaseIsAFailure(t *testing.T) {
	_, err := outcome("", 0, func(*Check, int) {})
	assert.EqualError(t, err, "demo: there was nothing to compare")
}

func TestOneOf(t *testing.T) {
	book := "| D3 | order |"
	calls := 0
	theirs := func() string { calls++; return fmt.Sprint(calls % 300) }
	for want, ours := range map[string]string{"listed=1 diff=0": "250", "listed=0 diff=1": "400"} {
		calls = 0
		out, _ := outcome(book, 1, func(c *Check, _ int) { OneOf(c, "value", ours, theirs, "D3") })
		assert.Contains(t, out, want)
	}
}

func TestRecentMakesFewInputsAgain(t *testing.T) {
	var made atomic.Int64
	base := Recent(Generated(100, func(seed uint64) uint64 { made.Add(1); return seed }))
	cases := Times(base, 10, func(_, in uint64) uint64 { return in })
	res := run(parseDeviations(""), cases, "", func(c *Check, in uint64) { c.Equal("in range", in < 100, true) })
	assert.Equal(t, 1000, res.equal)
	assert.InDelta(t, 100, made.Load(), 20, "a slow worker may come back for an old one")
	label, input := cases.At(37)
	assert.Equal(t, "seed 3 variant 7", label)
	assert.EqualValues(t, 3, input)
}

// TestCodes checks that errors without a declared code are reported, each kind
// once, and that declared codes are read from package internal/codes.
func TestCodes(t *testing.T) {
	out, err := outcome("", 3, func(c *Check, i int) {
		texts := c.OurTexts(structural.Errors{
			{Code: codes.MoreErrors, Kind: field.Invalid, Detail: "declared"},
			{Kind: field.Required, Path: structural.Path{structural.Index(i)}},
			{Code: "no-such-code", Kind: field.Forbidden, Detail: "undeclared"},
		})
		c.Equal("texts", len(texts), 3)
		c.Coded(nil)
	})
	require.EqualError(t, err, "demo: errors without a declared code")
	assert.Equal(t, `parity demo: no declared code, 3 times: "" FieldValueRequired: 
parity demo: no declared code, 3 times: "no-such-code" FieldValueForbidden: undeclared
parity demo: cases=3 equal=3 listed=0 diff=0
`, out)
}

func TestEqualDistinguishes(t *testing.T) {
	different := []any{
		nil, false, "", int64(0), 0.0, map[string]any{}, map[string]any{"a": nil}, []any{}, []any{nil}, []any{int64(0)},
		map[string]any{"a": []any{int64(1)}}, map[string]any{"a": []any{1.0}},
	}
	for i, a := range different {
		for j, b := range different {
			assert.Equal(t, i == j, Equal(a, b), "%#v %#v", a, b)
			if i != j {
				assert.NotEmpty(t, Diff(a, b))
			}
		}
	}
}

func TestCasesAreReproducible(t *testing.T) {
	generated := Generated(10, func(seed uint64) uint64 { return Rand(seed).Uint64() })
	varied := Times(generated, 3, func(seed, in uint64) [2]uint64 { return [2]uint64{in, Rand(seed).Uint64()} })
	joined := Join(varied, varied)
	require.Equal(t, 60, joined.N)
	var labels []string
	for i := range varied.N {
		label, a := joined.At(i)
		_, b := joined.At(i + varied.N)
		assert.Equal(t, a, b)
		labels = append(labels, label)
	}
	assert.Equal(t, "seed 3 variant 1", labels[10])
	slices.Sort(labels)
	assert.Len(t, slices.Compact(labels), 30)
}

// TestInversion asks as long as a pair is in the other order in every answer.
func TestInversion(t *testing.T) {
	for name, tc := range map[string]struct {
		answers [][]string // the last one again and again
		want    string
		asked   int
	}{
		"in order":           {[][]string{{"a", "b", "c"}}, "", 3},
		"without a pair":     {[][]string{{"a"}}, "", 3},
		"sometimes in order": {[][]string{{"b", "a"}, {"b", "a"}, {"b", "a"}, {"b", "a"}, {"a", "b"}}, "", 5},
		"never in order":     {[][]string{{"b", "c", "a"}}, `"a" comes after "b" in the reference`, 30},
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			got := Inversion([]string{"a", "b", "c"}, 30, func() []string {
				asked++
				return tc.answers[min(asked, len(tc.answers))-1]
			})
			assert.Equal(t, tc.want, got)
			assert.Equal(t, tc.asked, asked)
		})
	}
}
