package generate

import "math"

// mostRunes, mostItems and mostFields bound what is made for absurd bounds.
const (
	mostRunes  = 2000
	mostItems  = 40
	mostFields = 40
)

func (d *drafter) string(s map[string]any) any {
	if p, ok := find(patterns, text(s, "pattern")); ok {
		return pick(d.chance, p.hits)
	}
	if f, ok := find(formats, text(s, "format")); ok {
		return pick(d.chance, f.hits)
	}
	lo := min(count(s, "minLength", 0), mostRunes)
	hi := min(count(s, "maxLength", lo+12), lo+12)
	return d.word(d.between(lo, hi))
}

// interval is the range of a number. Where one end is open it is set near the
// other.
func (d *drafter) interval(s map[string]any) (lo, hi float64) {
	lo, hasLo := number(s, "minimum")
	hi, hasHi := number(s, "maximum")
	switch {
	case !hasLo && !hasHi:
		lo, hi = -50, 50
	case !hasLo:
		lo = hi - 100
	case !hasHi:
		hi = lo + 100
	}
	const most = 1 << 52
	return min(max(lo, -most), most), min(max(hi, -most), most)
}

var extremeIntegers = []int64{0, -1, 1<<53 + 1, math.MaxInt64, math.MinInt64, math.MaxInt32 + 1}

func (d *drafter) integer(s map[string]any) any {
	if !has(s, "minimum") && !has(s, "maximum") && !has(s, "multipleOf") && !has(s, "format") && d.percent(8) {
		return pick(d.chance, extremeIntegers)
	}
	lo, hi := d.interval(s)
	n := d.within(s, int64(math.Ceil(lo)), int64(math.Floor(hi)))
	if !d.plain && d.percent(4) {
		return float64(n)
	}
	return n
}

// within is an integer from lo to hi, without the ends where they are excluded,
// that is a multiple as demanded.
func (d *drafter) within(s map[string]any, lo, hi int64) int64 {
	if isTrue(s, "exclusiveMinimum") {
		lo++
	}
	if isTrue(s, "exclusiveMaximum") {
		hi--
	}
	step := int64(max(count(s, "multipleOf", 1), 1))
	first := lo + ((-lo)%step+step)%step
	if first > hi {
		return first
	}
	return first + step*int64(d.below(int(min((hi-first)/step+1, 1<<30))))
}

// number is mostly a float, because JSON's integers are integers here.
func (d *drafter) number(s map[string]any) any {
	lo, hi := d.interval(s)
	step, ok := number(s, "multipleOf")
	if whole := step == math.Trunc(step); ok && whole || d.percent(15) && !ok {
		return d.within(s, int64(math.Ceil(lo)), int64(math.Floor(hi)))
	}
	if !ok || step < 1e-9 {
		step = 0.125
	}
	n := math.Floor((hi - lo) / step)
	x := math.Ceil(lo/step)*step + step*float64(d.below(int(min(max(n, 0), 1<<20))))
	if x <= lo && isTrue(s, "exclusiveMinimum") {
		x += step
	}
	if d.plain && x == math.Trunc(x) && x+step < hi {
		x += step
	}
	return x
}
