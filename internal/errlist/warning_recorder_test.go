package errlist

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/structural/field"
)

func TestWarningsOfARequest(t *testing.T) {
	long := func(letter string, n int) string { return strings.Repeat(letter, n) }
	half := maxWarningRunes / 2
	for name, c := range map[string]struct{ added, sent []string }{
		"once":              {[]string{"a", "b", "a", ""}, []string{"a", "b"}},
		"not in a header":   {[]string{"a\nb", "a\tb", "\xff", "é≈"}, []string{"é≈"}},
		"of the limit":      {[]string{long("a", half), long("b", half)}, []string{long("a", half), long("b", half)}},
		"wide letters":      {[]string{long("é", half), long("≈", half)}, []string{long("é", half), long("≈", half)}},
		"one letter more":   {[]string{long("a", half), long("b", half+1)}, []string{long("a", 256), long("b", 256)}},
		"one of one letter": {[]string{long("a", half), long("b", half), "c"}, []string{long("a", 256), long("b", 256), "c"}},
		"one too long":      {[]string{long("a", maxWarningRunes+1)}, []string{long("a", 256)}},
	} {
		var w WarningRecorder
		w.Add(nil, c.added...)
		assert.Equal(t, c.sent, w.sent, name)
		assert.Len(t, w.paths, len(w.sent), name)
	}
}

// TestManyWarnings checks that truncated warnings end with the one that reaches the
// limit.
func TestManyWarnings(t *testing.T) {
	var w WarningRecorder
	for i := range 40 {
		w.Add(field.Path{field.Index(i)}, strings.Repeat(string(rune('A'+i)), 1000))
	}
	assert.Len(t, w.sent, maxWarningRunes/maxTruncatedWarningRunes)
	for i, path := range w.paths {
		assert.Equal(t, field.Path{field.Index(i)}, path)
	}
}

// TestWarningsAreSentOnce checks that a warning is recognized among few and many.
func TestWarningsAreSentOnce(t *testing.T) {
	var w WarningRecorder
	for range 2 {
		for i := range 3 * maxScanned {
			w.Add(nil, "warning "+strconv.Itoa(i))
			w.Add(nil, "warning "+strconv.Itoa(i/2))
		}
	}
	assert.Len(t, w.sent, 3*maxScanned)
}

// A text that a header cannot hold is sent if it can after it was truncated.
func TestWarningsSentWhenTruncated(t *testing.T) {
	var w WarningRecorder
	late := strings.Repeat("a", maxTruncatedWarningRunes) + "\n"
	w.Add(field.Path{field.Field("late")}, late)
	w.Add(nil, "b")
	w.Add(nil, late)
	assert.Equal(t, []string{"b"}, w.sent)
	w.Add(nil, strings.Repeat("c", maxWarningRunes))
	assert.Equal(t, []string{late[:maxTruncatedWarningRunes], "b", strings.Repeat("c", maxTruncatedWarningRunes)}, w.sent)
	assert.Equal(t, []field.Path{{field.Field("late")}, nil, nil}, w.paths)
}
