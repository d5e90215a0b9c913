package table

import (
	"strconv"
	"time"
)

const (
	unknownAge = "<unknown>"
	invalidAge = "<invalid>"
)

const (
	day  = 24
	year = 365 * day
)

// maxTimestamp is the length of the longest text that may be a time: the digits of a fraction of
// a second have no limit otherwise.
const maxTimestamp = 64

// HumanAge returns the age of a time, in two units at most.
//
// Rules: k8s.io/apimachinery/pkg/api/meta/table, ConvertToHumanReadableDateType;
// metav1.Time.UnmarshalQueryParameter for the text.
func HumanAge(timestamp string, now time.Time) string {
	return string(appendAge(nil, timestamp, now))
}

func appendAge(dst []byte, timestamp string, now time.Time) []byte {
	if timestamp == "" || timestamp == "null" {
		return append(dst, unknownAge...)
	}
	if len(timestamp) > maxTimestamp {
		return append(dst, invalidAge...)
	}
	t, err := time.Parse(time.RFC3339, timestamp)
	if err != nil {
		return append(dst, invalidAge...)
	}
	if t.IsZero() || now.IsZero() {
		return append(dst, unknownAge...)
	}
	return appendDuration(dst, now.Sub(t))
}

// appendDuration appends two units at most. Clocks may differ by less than two seconds.
func appendDuration(dst []byte, d time.Duration) []byte {
	seconds, minutes, hours := int64(d/time.Second), int64(d/time.Minute), int64(d/time.Hour)
	switch {
	case seconds < -1:
		return append(dst, invalidAge...)
	case seconds < 0:
		return append(dst, "0s"...)
	case seconds < 2*60:
		return appendUnits(dst, seconds, "s", 0, "")
	case minutes < 10:
		return appendUnits(dst, minutes, "m", seconds%60, "s")
	case minutes < 3*60:
		return appendUnits(dst, minutes, "m", 0, "")
	case hours < 8:
		return appendUnits(dst, hours, "h", minutes%60, "m")
	case hours < 2*day:
		return appendUnits(dst, hours, "h", 0, "")
	case hours < 8*day:
		return appendUnits(dst, hours/day, "d", hours%day, "h")
	case hours < 2*year:
		return appendUnits(dst, hours/day, "d", 0, "")
	case hours < 8*year:
		return appendUnits(dst, hours/year, "y", hours/day%365, "d")
	}
	return appendUnits(dst, hours/year, "y", 0, "")
}

func appendUnits(dst []byte, n int64, unit string, rest int64, smaller string) []byte {
	dst = append(strconv.AppendInt(dst, n, 10), unit...)
	if rest != 0 {
		dst = append(strconv.AppendInt(dst, rest, 10), smaller...)
	}
	return dst
}
