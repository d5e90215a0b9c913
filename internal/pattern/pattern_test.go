package pattern

import (
	"context"
	"math"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/structural/budget"
)

var expressions = []string{
	``, `a`, `^a`, `a$`, `^a$`, `\Aa\z`, `(?m)^a$`, `\ba\b`, `\Ba`, `a*`, `a*?`, `(a|ab)(c|bcd)`, `(?i)K`, `(?s).`, `.`, `[^a]`, `\x{FFFD}`, `\pL+`,
	`^(a{3})*$`, `[ab]*a[ab]{9}c`, `x*|b`, `\b`, `$`, `(?m)$`, `(?U)a+`, `()|a`, `^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`, `(?P<name>a)b?`, `a{2,}`, `(?:)`, `\Qa.b\E`,
	`\Qa`, `(?i)\Q(k`, `(a)|(b)`, `((a*)*)*`, `(a??)*?b?`, `((a{2}){3}|(?:b?)?)`, `(?i:(k)(?-i:K))`, `(?m)(^a$|\z)`, `(?s)(.)(?-s:.)`, `([^\n]|\B)+?`, `(?U)(a+)(?-U:a+)`,
	strings.Repeat("(", 998) + "a" + strings.Repeat(")", 998), strings.Repeat("(?:", 498) + "a" + strings.Repeat("?b)?", 498),
	strings.Repeat("(a?)", 300), strings.Repeat("(", 100) + "a|b" + strings.Repeat(")", 100) + strings.Repeat("c?", 200),
}

var texts = []string{
	"", "a", "b", "aa", "ab", "abcd", "a b a", "a\nb\na\n", "\xff", "a\xffb", "\xffa", "\xe2\x82", "\xe2\x82a", "K", "K k", "\uFFFD", "äöü", "a.b", "aaaabaaaaaaaaac",
	"\xed\xa0\x80", "a\x00b", "-a", "a-", "xxb", "\xf0\x9f\x98\x80a",
}

func FuzzPattern(f *testing.F) {
	for i, expr := range expressions {
		f.Add(expr, texts[i%len(texts)])
	}
	f.Fuzz(agrees)
}

func TestAgreesWithRegexp(t *testing.T) {
	for _, expr := range expressions {
		for _, text := range texts {
			agrees(t, expr, text)
		}
	}
}

// agrees compares the results of package regexp with those of a pattern, both as it is
// and as if the expression were large.
func agrees(t *testing.T, expr, text string) {
	re, err := regexp.Compile(expr)
	if err != nil || len(expr) > 5_000 || int64(len(text))*measure(expr).insts > 100_000 || len(text) > 2_000 {
		return
	}
	plain, err := Compile(expr)
	require.NoError(t, err)
	large, long := measure(expr), measure(expr)
	large.insts = small + 1 // read rune by rune
	large.groups = 0        // keep the groups to match what comes next
	long.insts, long.mayTakeLong = small+1, true
	for _, m := range []Measured{plain.measured, large, long} {
		p, err := m.Compile()
		require.NoError(t, err)
		w := work.Start(work.WithBudget(context.Background(), budget.Budget{Steps: math.MaxInt64}), "")
		assert.Equal(t, re.MatchString(text), p.Match(w, text), "%q in %q", expr, text)
		assert.Equal(t, re.FindStringIndex(text), p.Find(w, text), "%q in %q", expr, text)
		for _, n := range []int{-1, 0, 1, 2} {
			assert.Equal(t, re.FindAllStringIndex(text, n), p.FindAll(w, text, n), "%q in %q", expr, text)
		}
	}
}

func TestCompile(t *testing.T) {
	const broken = "("
	_, want := regexp.Compile(strings.Clone(broken))
	_, err := Compile(broken)
	assert.Equal(t, want, err)
}

func TestInstructions(t *testing.T) {
	for _, expr := range append(expressions, `^(a{1000})*$`, `(a{0,30}){0,30}$`, `(a?){900}b`, `((a{0,10}){0,10}){0,10}b`, `(\pL{0,900})x`, `([a-z]{1,9}x){5,}`, `(?i)`+strings.Repeat("k", 300)) {
		parsed, err := syntax.Parse(expr, syntax.Perl)
		require.NoError(t, err)
		prog, err := syntax.Compile(parsed.Simplify())
		require.NoError(t, err)
		assert.GreaterOrEqual(t, measure(expr).insts, int64(len(prog.Inst)), expr)
		assert.LessOrEqual(t, measure(expr).insts, int64(2*len(prog.Inst)), expr)
	}
	assert.Equal(t, 1, measure("({").Size())
}

func TestBudget(t *testing.T) {
	p, err := Compile(`[ab]*a[ab]{901}c`)
	require.NoError(t, err)
	text := strings.Repeat("ab", 5_000) + "c"
	unlimited := work.Start(context.Background(), "")
	require.True(t, p.Match(unlimited, text))
	for _, steps := range []int64{1, 100, 10_000, 100_000} {
		ctx := work.WithBudget(context.Background(), budget.Budget{Steps: steps})
		for name, call := range map[string]func(*work.Tracker) bool{
			"Match":   func(w *work.Tracker) bool { return p.Match(w, text) },
			"Find":    func(w *work.Tracker) bool { return p.Find(w, text) != nil },
			"FindAll": func(w *work.Tracker) bool { return p.FindAll(w, text, -1) != nil },
		} {
			w := work.Start(ctx, "matching")
			assert.False(t, call(w), name)
			assert.ErrorIs(t, w.Err(), budget.ErrTooMuchWork, name)
		}
	}
}

func TestContext(t *testing.T) {
	p, err := Compile(`^(a{1000})*$`)
	require.NoError(t, err)
	text := strings.Repeat("a", 256_000)
	looks := 0
	for looks = range 1_000_000 {
		w := work.Start(worktest.EndAfter(looks*looks), "")
		if !p.Match(w, text) {
			require.ErrorIs(t, w.Err(), context.Canceled)
			continue
		}
		require.NoError(t, w.Err())
		break
	}
	assert.Greater(t, looks*looks, len(text)/4096, "the context is looked at more often than every 4,096 runes")
}
