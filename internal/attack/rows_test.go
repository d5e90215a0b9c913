package attack

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestRows prints what each row of the issue takes, without a context that ends and with one
// that ends after 100 ms.
func TestRows(t *testing.T) {
	if !full {
		t.Skip("its limit is a time, which a busy machine exceeds; run it alone with ATTACK_FULL=1 go test -v -run TestRows .")
	}
	binary := buildProbe(t)
	fmt.Printf("%-28s %9s %9s %9s %9s %9s %9s %9s  %s\n", "row", "bytes in", "time", "allocated", "peak", "live", "result", "late", "outcome")
	for _, r := range rows {
		full := job{Kind: "row", Name: r.name}.run(binary)
		ended := job{Kind: "row", Name: r.name, Deadline: deadline}.run(binary)
		fmt.Printf("%-28s %9d %9s %9s %9s %9s %9s %9s  %s\n", r.name, full.Input, milliseconds(full.Time), mebibytes(full.Bytes), mebibytes(full.Peak), mebibytes(full.Live), mebibytes(full.Result), late(ended), outcome(full))
		if full.Died != "" || ended.Died != "" || ended.Late > maxLate {
			t.Errorf("%s: %s", r.name, outcome(full))
		}
	}
}

// TestLimitedRows compares rows with their limits, and how late they return with a context that
// ends after 20 ms. A busy machine exceeds the limit of lateness, which is checked with
// ATTACK_FULL=1 only.
func TestLimitedRows(t *testing.T) {
	binary := buildProbe(t)
	for _, r := range limitedRows {
		m := job{Kind: "row", Name: r.name, Deadline: limit}.run(binary)
		fmt.Printf("%-28s %9d %9s %9s %9s %9s  %s\n", r.name, m.Input, milliseconds(m.Time), mebibytes(m.Bytes), mebibytes(m.Peak), mebibytes(m.Result), outcome(m))
		assert.Empty(t, m.Died, r.name)
		assert.LessOrEqual(t, m.Peak, r.peak, r.name)
		assert.LessOrEqual(t, m.Time, r.time, r.name)
		if !r.hasContext {
			continue
		}
		ended := job{Kind: "row", Name: r.name, Deadline: lateDeadline}.run(binary)
		fmt.Printf("%-28s late %s\n", r.name, late(ended))
		if full {
			assert.LessOrEqual(t, ended.Late, maxLate, r.name)
		}
	}
}

// deadline is the deadline of calls with a measured lateness. The lateness must be below
// maxLate.
const deadline, maxLate = 100 * time.Millisecond, 100 * time.Millisecond

func late(m measurement) string {
	if m.Died != "" {
		return "died"
	}
	return milliseconds(m.Late)
}

func milliseconds(d time.Duration) string { return fmt.Sprintf("%d ms", d.Milliseconds()) }

func mebibytes(n uint64) string { return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20)) }

func outcome(m measurement) string {
	switch {
	case m.Died != "":
		return m.Died
	case m.Error != "":
		return m.Error
	default:
		return "ok"
	}
}
