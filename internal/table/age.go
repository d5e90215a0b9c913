package table

import (
	"strconv"
	"time"
)

// The texts of ages that are not known, or cannot be.
const (
	unknownAge = "<unknown>"
	invalidAge = "<invalid>"
)

// day and year are lengths of time in hours.
const (
	day  = 24
	year = 365 * day
)

// HumanAge returns how long ago a time was, in two units at most.
//
// Rule: k8s.io/apimachinery/pkg/api/meta/table, ConvertToHumanReadableDateType, of a
// time read by metav1.Time.UnmarshalQueryParameter.
func HumanAge(timestamp string, now time.Time) string {
	if timestamp == "" || timestamp == "null" {
		return unknownAge
	}
	t, err := time.Parse(time.RFC3339, timestamp)
	if err != nil {
		return invalidAge
	}
	if t.IsZero() || now.IsZero() {
		return unknownAge
	}
	return humanDuration(now.Sub(t))
}

// humanDuration returns a duration in two units at most. Clocks may differ by less than two
// seconds.
func humanDuration(d time.Duration) string {
	seconds, minutes, hours := int64(d/time.Second), int64(d/time.Minute), int64(d/time.Hour)
	switch {
	case seconds < -1:
		return invalidAge
	case seconds < 0:
		return "0s"
	case seconds < 2*60:
		return units(seconds, "s", 0, "")
	case minutes < 10:
		return units(minutes, "m", seconds%60, "s")
	case minutes < 3*60:
		return units(minutes, "m", 0, "")
	case hours < 8:
		return units(hours, "h", minutes%60, "m")
	case hours < 2*day:
		return units(hours, "h", 0, "")
	case hours < 8*day:
		return units(hours/day, "d", hours%day, "h")
	case hours < 2*year:
		return units(hours/day, "d", 0, "")
	case hours < 8*year:
		return units(hours/year, "y", hours/day%365, "d")
	}
	return units(hours/year, "y", 0, "")
}

// units returns a number of units, and one of smaller units unless it is 0.
func units(n int64, unit string, rest int64, smaller string) string {
	text := append(strconv.AppendInt(make([]byte, 0, 8), n, 10), unit...)
	if rest != 0 {
		text = append(strconv.AppendInt(text, rest, 10), smaller...)
	}
	return string(text)
}
