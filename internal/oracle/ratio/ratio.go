// Package ratio measures this project and the reference side by side: on the
// same inputs, in one process and alternating. The best round of each is used.
//
// Times of different runs or machines do not compare well; ratios within one run
// do. A bare walk over the same objects is the lower bound for anything that visits
// all of them. Each case reports
//
//	x-upstream    time of the reference / our time: more is better
//	x-walk        our time / time of the walk: less is better
//	allocs        our allocations for one pass
//	allocs-up     the reference's
//	bytes-ratio   memory that our result keeps alive / that of the reference
//
// and omits values for which a case has no function. Run with
// `-bench Ratio -benchtime 5x`: five rounds.
package ratio

import (
	"runtime"
	"testing"
	"time"
)

// Case is one measurement. A pass is one call of Ours or Upstream.
type Case struct {
	// Objects are what the walk visits. Without them there is no x-walk.
	Objects []map[string]any
	// Fresh, if set, is called before every pass and is not measured. It makes the
	// copies that the reference modifies.
	Fresh func()
	// Ours makes one pass of this project.
	Ours func()
	// Upstream makes one pass of the reference.
	Upstream func()
	// KeepOurs and KeepUpstream compile something and return all of it, to measure
	// the memory that it retains. They should decode their own input: values that
	// are alive anyway do not count.
	KeepOurs, KeepUpstream func() any
}

// Run measures a case for as many rounds as the benchmark has iterations.
func Run(b *testing.B, c Case) {
	b.Helper()
	walk, ours, theirs := side{}, side{}, side{}
	for b.Loop() {
		if c.Objects != nil {
			walk.round(nil, func() { Walk(c.Objects) })
		}
		ours.round(c.Fresh, c.Ours)
		theirs.round(c.Fresh, c.Upstream)
	}
	b.ReportMetric(0, "ns/op")
	if theirs.rounds > 0 {
		b.ReportMetric(theirs.time()/ours.time(), "x-upstream")
		b.ReportMetric(float64(theirs.allocs), "allocs-up")
	}
	if walk.rounds > 0 {
		b.ReportMetric(ours.time()/walk.time(), "x-walk")
	}
	b.ReportMetric(float64(ours.allocs), "allocs")
	if c.KeepOurs != nil && c.KeepUpstream != nil {
		b.ReportMetric(retained(c.KeepOurs)/retained(c.KeepUpstream), "bytes-ratio")
	}
}

// side collects the best round of one implementation.
type side struct {
	best   time.Duration
	allocs uint64
	rounds int
}

// round measures one pass after a garbage collection.
func (s *side) round(fresh, pass func()) {
	if pass == nil {
		return
	}
	if fresh != nil {
		fresh()
	}
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	pass()
	took := time.Since(began)
	runtime.ReadMemStats(&after)
	allocs := after.Mallocs - before.Mallocs
	if s.rounds == 0 {
		s.best, s.allocs = took, allocs
	}
	s.best, s.allocs = min(s.best, took), min(s.allocs, allocs)
	s.rounds++
}

// time returns the best round in nanoseconds.
func (s *side) time() float64 { return max(1, float64(s.best)) }

// retained returns the number of bytes that the result of make keeps alive.
func retained(make func() any) float64 {
	before := heap()
	kept := make()
	after := heap()
	runtime.KeepAlive(kept)
	return max(1, float64(after)-float64(before))
}

// heap returns the size of the live heap. It collects twice, so that values held
// by finalizers are freed too.
func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
