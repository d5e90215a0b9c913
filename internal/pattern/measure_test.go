package pattern

import (
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/budget"
)

// far returns n runes without neighbors among them: as a class, n ranges.
func far(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteRune(rune(0x4e00 + 2*i))
	}
	return b.String()
}

func fill(n int, part string) string { return strings.Repeat(part, n/len(part)) }

// optional returns an expression of n optional classes of some runes each, all of them different.
func optional(n, runes int) string {
	var b strings.Builder
	for i := range n {
		b.WriteRune('[')
		for j := range runes {
			b.WriteRune(rune(0x4e00 + 2*(i*runes+j)))
		}
		b.WriteString("]?")
	}
	return b.String()
}

// A short text that takes the parser or the compiler long is too much work before that begins.
func TestSlowExpressionsAreTooMuchWork(t *testing.T) {
	const n = 100_000
	for name, expr := range map[string]string{
		"classes":              fill(n, `\pL`),
		"negated classes":      fill(n, `\PL`),
		"a class of classes":   `[` + fill(n, `\p{Cn}`) + `]`,
		"folded classes":       `(?i)[^` + fill(n, `\pL`) + `]`,
		"quoted text":          `\Qa\\E` + fill(n, `\pL`),
		"folded ranges":        `(?i)[` + fill(n/100, `B-\x{1E942}`) + `]`,
		"ranges of zeros":      `x(?m-i:[` + fill(n/100, `B-\x{000000000001E942}`) + `])`,
		"ranges of characters": `(?i)[` + fill(n/100, "B-\U0001E942") + `]`,
		"folded perl classes":  `(?i)` + fill(130_000, `\w`),
		"POSIX classes":        `[` + fill(n, `[:`) + `]`,
		"common prefixes":      fill(n/2, ".") + "a|" + fill(n/2, ".") + "b",
		"groups":               fill(n/4, "(?:") + fill(n/4, "^") + fill(n/4, ")"),
		"nested alternatives":  fill(n/2, "(?:") + fill(n/2, "|^.)"),
		"nested parts":         fill(n/2, "(?:") + fill(n/2, "^.)"),
	} {
		w := work.Start(t.Context(), "compiling")
		_, ok := Measure(w, expr)
		assert.False(t, ok, name)
		assert.EqualError(t, w.Err(), "too much work: a regular expression: more than 134217728 steps compiling", name)
		w = work.Start(t.Context(), "compiling")
		assert.NoError(t, Check(w, expr), name)
		assert.ErrorIs(t, w.Err(), budget.ErrTooMuchWork, name)
	}
}

// A compiled expression takes about 50 bytes for each unit of its size, and compiling it allocates at
// most 200 bytes a step.
func TestMemory(t *testing.T) {
	for name, expr := range map[string]string{
		"literals":           fill(50_000, "abcdefgh"),
		"single literals":    fill(50_000, "a*b*"),
		"repeated":           fill(300, "a{1000}"),
		"optional":           fill(600, "(a?){1000}"),
		"classes":            fill(2_000, `\pLx`),
		"negated classes":    fill(2_000, `\PL`),
		"folded classes":     `(?i)` + fill(2_000, `\p{Lu}x`),
		"a class of classes": `[` + fill(1_000, `\pL`) + `]x`,
		"repeated classes":   fill(1_000, `\pL{100}`),
		"runes":              `[` + far(20_000) + `]x`,
		"one pass":           `^` + optional(60, 100) + `$`,
		"one pass, too long": `^` + optional(400, 20) + `$`,
		"one pass, quoted":   `^` + optional(400, 20) + `$\Q`,
		"one pass, nested":   `^` + strings.Repeat("(?:", 499) + "[" + far(500) + "]" + strings.Repeat("x)?", 499) + `$`,
		"one pass of groups": `^` + strings.Repeat("(", 40) + `\pL` + strings.Repeat(")", 40) + `$`,
		"groups":             `^` + strings.Repeat("(", 480) + `\pL` + strings.Repeat(")", 480) + `$`,
		"many groups":        fill(50_000, `()`),
	} {
		w := work.Start(t.Context(), "")
		before := heap()
		m, ok := Measure(w, expr)
		require.True(t, ok, name)
		p, err := m.Compile()
		require.NoError(t, err, name)
		after := heap()
		bytes := int(after.HeapAlloc - before.HeapAlloc)
		const others = 4096 // what the rest of the process may have allocated meanwhile
		assert.Less(t, bytes, p.Size()*unitBytes*13/10+others, "%s: %d units", name, p.Size())
		assert.Greater(t, bytes*64/strconv.IntSize, p.Size()*unitBytes*7/10, "%s: %d units; words of 32 bits take half", name, p.Size())
		assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(200*w.Used().Steps), name)
	}
}

func heap() (stats runtime.MemStats) {
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return stats
}

// Ordinary patterns are far from all limits.
func TestOrdinaryExpressions(t *testing.T) {
	for _, expr := range []string{
		`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`,
		`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`,
		`^[a-zA-Z0-9]([0-9A-Za-z_.-]{0,61}[a-zA-Z0-9])?$`,
		`^\p{L}+$`,
		`(?i)^(true|false|yes|no|[a-z]+)$`,
		`^(Always|Never|IfNotPresent)$`,
		`^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|$)){4}`,
		strings.Repeat("Europe/Berlin|", 1_000),
	} {
		w := work.Start(t.Context(), "")
		m, ok := Measure(w, expr)
		require.True(t, ok)
		assert.Less(t, w.Used().Steps, int64(130_000), "a hundredth of a small budget: %s", expr)
		assert.False(t, m.mayTakeLong, expr)
	}
}
