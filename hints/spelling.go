package hints

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// maxComparedLength is the maximum length in bytes of names whose distance is
// computed. All known names are much shorter.
const maxComparedLength = 64

// maxComparedNames is the maximum number of known names that are compared.
const maxComparedNames = 200

// nearest returns the known name that word is most likely a misspelling of, or ""
// if it resembles none.
func nearest(word string, known []string) string {
	best, least := "", 3
	if utf8.RuneCountInString(word) < 5 {
		least = 2
	}
	if len(known) > maxComparedNames {
		return ""
	}
	for _, name := range slices.Sorted(slices.Values(known)) {
		if strings.EqualFold(plain(word), plain(name)) {
			return name
		}
		if d := distance(strings.ToLower(word), strings.ToLower(name)); d < least {
			best, least = name, d
		}
	}
	return best
}

// plain returns name without dashes, underscores and spaces.
func plain(name string) string { return strings.NewReplacer("-", "", "_", "", " ", "").Replace(name) }

// distance returns the number of letters to add, remove, replace or swap with the
// next one to turn a into b, or maxComparedLength if it is large.
func distance(a, b string) int {
	if len(a) > maxComparedLength || len(b) > maxComparedLength {
		return maxComparedLength
	}
	s, t := []rune(a), []rune(b)
	if apart := len(s) - len(t); apart > 2 || apart < -2 {
		return maxComparedLength
	}
	var before []int // the row above the row above
	above := make([]int, len(t)+1)
	for j := range above {
		above[j] = j
	}
	for i := range s {
		row := make([]int, len(t)+1)
		row[0] = i + 1
		for j := range t {
			cost := 1
			if s[i] == t[j] {
				cost = 0
			}
			row[j+1] = min(above[j+1]+1, row[j]+1, above[j]+cost)
			if i > 0 && j > 0 && s[i] == t[j-1] && s[i-1] == t[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, above = above, row
	}
	return above[len(t)]
}
