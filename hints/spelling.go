package hints

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// maxCompared is the length in bytes up to which names are compared letter by
// letter: no name that is known is nearly as long.
const maxCompared = 64

// mostCompared is how many names are compared: more are no help either.
const mostCompared = 200

// nearest is the name among known that word is most likely a misspelling of,
// empty if it is unlike all of them.
func nearest(word string, known []string) string {
	best, least := "", 3
	if utf8.RuneCountInString(word) < 5 {
		least = 2
	}
	if len(known) > mostCompared {
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

// plain is a name without what joins its words.
func plain(name string) string { return strings.NewReplacer("-", "", "_", "", " ", "").Replace(name) }

// distance is how many letters must be added, dropped, replaced or swapped with
// the next one to make b of a.
func distance(a, b string) int {
	if len(a) > maxCompared || len(b) > maxCompared {
		return maxCompared
	}
	s, t := []rune(a), []rune(b)
	if apart := len(s) - len(t); apart > 2 || apart < -2 {
		return maxCompared
	}
	var before []int // two rows above
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
