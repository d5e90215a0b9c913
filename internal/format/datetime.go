package format

import (
	"strings"
	"unicode/utf8"
)

// isDate accepts a date as yyyy-mm-dd. The year 0000 exists and is a leap year.
func isDate(s string) bool {
	if len(s) != len("2006-01-02") || s[4] != '-' || s[7] != '-' {
		return false
	}
	year, okYear := smallNumber(s[:4])
	month, okMonth := smallNumber(s[5:7])
	day, okDay := smallNumber(s[8:])
	return okYear && okMonth && okDay &&
		1 <= month && month <= 12 && 1 <= day && day <= daysIn(month, year)
}

func daysIn(month, year int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	default:
		return 31
	}
}

// isDateTime ignores a second t and everything after it, as in "2006-01-02T15:04:05Zulu
// time".
func isDateTime(s string) bool {
	const day = len("2006-01-02")
	if len(s) <= day || s[day] != 't' && s[day] != 'T' || !isDate(s[:day]) {
		return false
	}
	clock, _, _ := strings.Cut(s[day+1:], "t")
	clock, _, _ = strings.Cut(clock, "T")
	return isClock(clock)
}

// isClock accepts hh:mm:ss without leap seconds, an optional fraction, and a zone.
func isClock(s string) bool {
	const hms = len("15:04:05")
	if len(s) <= hms || s[2] != ':' || s[5] != ':' {
		return false
	}
	hour, okHour := smallNumber(s[:2])
	minute, okMinute := smallNumber(s[3:5])
	second, okSecond := smallNumber(s[6:hms])
	if !okHour || !okMinute || !okSecond || hour > 23 || minute > 59 || second > 59 {
		return false
	}
	fraction, ok := trimZone(s[hms:])
	return ok && (fraction == "" || isFraction(fraction))
}

// trimZone removes z, Z, or a sign and hh:mm with any digits, such as +99:99. s must not
// be empty.
func trimZone(s string) (before string, ok bool) {
	n := len(s)
	if s[n-1] == 'z' || s[n-1] == 'Z' {
		return s[:n-1], true
	}
	n -= len("+00:00")
	if n < 0 || s[n] != '+' && s[n] != '-' || s[n+3] != ':' {
		return s, false
	}
	return s[:n], all(s[n+1:n+3], digit) && all(s[n+4:], digit)
}

// isFraction accepts any character except a line feed, and digits: "15:04:05,5Z" and
// "15:04:0555Z" are times.
func isFraction(s string) bool {
	_, size := utf8.DecodeRuneInString(s)
	return s[0] != '\n' && size < len(s) && all(s[size:], digit)
}
