package celvalue

import (
	"encoding/base64"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
)

// Rules see strings of some formats as values of other CEL types. Reading differs from
// validating: bytes are validated in the standard alphabet of base64 and read in the URL
// alphabet.
//
// Rule: k8s.io/kube-openapi/pkg/validation/strfmt.

func dateValue(s string) ref.Val {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return types.NewErr("Invalid date formatted string %s: %v", s, err)
	}
	return types.Timestamp{Time: t}
}

// dateTimeValue reads a time. A time without a zone is in UTC, and the empty string is
// the epoch.
func dateTimeValue(s string) ref.Val {
	if s == "" {
		return types.Timestamp{Time: time.Unix(0, 0).UTC()}
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		t, err = time.Parse("2006-01-02T15:04:05", s)
	}
	if err != nil {
		return types.NewErr("Invalid date-time formatted string %s: %v", s, err)
	}
	return types.Timestamp{Time: t}
}

func bytesValue(s string) ref.Val {
	b, err := base64.URLEncoding.DecodeString(s)
	if err != nil {
		return types.NewErr("Invalid byte formatted string %s: %v", s, err)
	}
	return types.Bytes(b)
}

func durationValue(s string) ref.Val {
	d, err := time.ParseDuration(s)
	if err != nil {
		d, err = sumOfUnits(s)
	}
	if err != nil {
		return types.NewErr("Invalid duration %s: %v", s, err)
	}
	return types.Duration{Duration: d}
}

// units: a word that begins with a unit's last name names it too.
var units = [...]struct {
	names []string
	unit  time.Duration
}{
	{[]string{"ns", "nano"}, time.Nanosecond},
	{[]string{"us", "µs", "micro"}, time.Microsecond},
	{[]string{"ms", "milli"}, time.Millisecond},
	{[]string{"s", "sec"}, time.Second},
	{[]string{"m", "min"}, time.Minute},
	{[]string{"h", "hr", "hour"}, time.Hour},
	{[]string{"d", "day"}, 24 * time.Hour},
	{[]string{"w", "wk", "week"}, 7 * 24 * time.Hour},
}

func sumOfUnits(s string) (sum time.Duration, err error) {
	known := false
	for number, word := range numbersWithWords(s) {
		n, err := strconv.Atoi(number)
		if err != nil {
			return 0, err
		}
		if unit := unitOf(strings.ToLower(word)); unit != 0 {
			known = true
			sum += time.Duration(n) * unit
		}
	}
	if !known {
		return 0, fmt.Errorf("unable to parse %s as duration", s)
	}
	return sum, nil
}

// numbersWithWords returns the matches of the regular expression (\d+)\s*([A-Za-zµ]+). A regular
// expression takes 100 ms for a text of 1 MB, and nothing can interrupt it.
func numbersWithWords(s string) iter.Seq2[string, string] {
	return func(yield func(number, word string) bool) {
		for {
			_, s = cutBefore(s, isDigit)
			number, after := cutBefore(s, isNot(isDigit))
			_, text := cutBefore(after, isNot(isSpace))
			word, rest := cutBefore(text, isNot(isUnitLetter))
			switch {
			case number == "" || word != "" && !yield(number, word):
				return
			case word == "":
				s = after
			default:
				s = rest
			}
		}
	}
}

// cutBefore cuts s before the first character that is accepted, or at its end.
func cutBefore(s string, accepted func(rune) bool) (before, after string) {
	i := strings.IndexFunc(s, accepted)
	if i < 0 {
		i = len(s)
	}
	return s[:i], s[i:]
}

func isNot(f func(rune) bool) func(rune) bool { return func(r rune) bool { return !f(r) } }

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

func isSpace(r rune) bool { return strings.ContainsRune("\t\n\f\r ", r) }

func isUnitLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == 'µ' }

func unitOf(word string) time.Duration {
	for _, u := range units {
		for i, name := range u.names {
			if strings.EqualFold(word, name) || i == len(u.names)-1 && strings.HasPrefix(word, name) {
				return u.unit
			}
		}
	}
	return 0
}
