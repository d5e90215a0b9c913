package cellib

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
)

// timestamps replaces functions of the language that depend on the version of cel-go: it
// parses timestamps like package time, and accepts any offset as a time zone.
//
// Rule: github.com/google/cel-go v0.29.2, types.String.ConvertToType and stdlib.
func timestamps() []cel.EnvOption {
	parse := cel.Overload("string_to_timestamp", signature{cel.StringType}, cel.TimestampType, unary(parseTimestamp))
	options := []cel.EnvOption{cel.Function("timestamp", parse)}
	for _, part := range partsOfTimestamp {
		options = append(options, cel.Function(part.function, cel.MemberOverload(part.overload,
			signature{cel.TimestampType, cel.StringType}, cel.IntType, binary(inZone(part.get)))))
	}
	return options
}

// The first and the last second of the years 1 to 9999, in Unix time.
const firstSecond, lastSecond = -62135596800, 253402300799

func parseTimestamp(s types.String) ref.Val {
	t, err := time.Parse(time.RFC3339, string(s))
	switch {
	case err != nil:
		return types.NewErr("type conversion error from '%s' to '%s'", types.StringType, types.TimestampType)
	case t.Unix() < firstSecond || lastSecond < t.Unix():
		return types.WrapErr(errors.New("timestamp overflow"))
	default:
		return types.Timestamp{Time: t}
	}
}

// partsOfTimestamp are the methods with a time zone.
var partsOfTimestamp = []struct {
	function, overload string
	get                func(time.Time) int
}{
	{"getFullYear", "timestamp_to_year_with_tz", time.Time.Year},
	{"getMonth", "timestamp_to_month_with_tz", func(t time.Time) int { return int(t.Month()) - 1 }},
	{"getDayOfYear", "timestamp_to_day_of_year_with_tz", func(t time.Time) int { return t.YearDay() - 1 }},
	{"getDayOfMonth", "timestamp_to_day_of_month_with_tz", func(t time.Time) int { return t.Day() - 1 }},
	{"getDate", "timestamp_to_day_of_month_1_based_with_tz", time.Time.Day},
	{"getDayOfWeek", "timestamp_to_day_of_week_with_tz", func(t time.Time) int { return int(t.Weekday()) }},
	{"getHours", "timestamp_to_hours_with_tz", time.Time.Hour},
	{"getMinutes", "timestamp_to_minutes_with_tz", time.Time.Minute},
	{"getSeconds", "timestamp_to_seconds_tz", time.Time.Second},
	{"getMilliseconds", "timestamp_to_milliseconds_with_tz", func(t time.Time) int { return t.Nanosecond() / 1_000_000 }},
}

func inZone(get func(time.Time) int) func(types.Timestamp, types.String) ref.Val {
	return func(t types.Timestamp, zone types.String) ref.Val {
		location, err := parseZone(string(zone))
		if err != nil {
			return types.NewErrFromString(err.Error())
		}
		return types.Int(get(t.In(location)))
	}
}

// parseZone returns the zone of a name or, if it has a colon, of an offset in hours and
// minutes: numbers of any size.
func parseZone(s string) (*time.Location, error) {
	hours, minutes, isOffset := strings.Cut(s, ":")
	if !isOffset {
		return time.LoadLocation(s)
	}
	h, err := strconv.Atoi(hours)
	if err != nil {
		return nil, err
	}
	m, err := strconv.Atoi(minutes)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(s, "-") {
		m = -m
	}
	return time.FixedZone("", int((time.Duration(h*60+m) * time.Minute).Seconds())), nil
}
