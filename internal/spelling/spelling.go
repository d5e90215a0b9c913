// Package spelling finds the name that a misspelled one was meant to be.
package spelling

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxComparedLength is the maximum length in bytes of names whose distance is computed.
// All known names are much shorter.
const maxComparedLength = 64

const maxComparedNames = 200

// Nearest returns the known name that word is a misspelling of, or "" if there is none or several,
// if word has more than 64 bytes, or of more than 200 names.
func Nearest(word string, known []string) string {
	if len(known) > maxComparedNames || len(word) > maxComparedLength {
		return ""
	}
	best, least, several := "", 3, false
	plainWord := Plain(word)
	for _, name := range known {
		if len(name) > maxComparedLength || name == "" {
			continue
		}
		if strings.EqualFold(plainWord, Plain(name)) {
			return name
		}
		if !alike(word, name) {
			continue
		}
		switch d := distance(strings.ToLower(word), strings.ToLower(name)); {
		case d < least:
			best, least, several = name, d, false
		case d == least:
			several = true
		}
	}
	if several {
		return ""
	}
	return best
}

var separators = strings.NewReplacer("-", "", "_", "", ".", "", " ", "")

// Plain returns a name without dashes, underscores, dots and spaces.
func Plain(name string) string { return separators.Replace(name) }

// alike reports whether a may be a misspelling of b, word by word. minReplicas is not a
// misspelling of maxReplicas, nor port1 one of port2.
func alike(a, b string) bool {
	digits := func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}
	if strings.Map(digits, a) != strings.Map(digits, b) {
		return false
	}
	s, t := wordsIn(a), wordsIn(b)
	if len(s) != len(t) { // a capital or a dash is wrong too
		a, b = strings.ToLower(a), strings.ToLower(b)
		d := distance(a, b)
		return utf8.RuneCountInString(b) > 4 && (d < 2 || d == 2 && len(a) > 8 && len(b) > 8 && a[:3] == b[:3])
	}
	for i := range s {
		if !alikeWords(s[i], t[i]) {
			return false
		}
	}
	return true
}

// alikeWords reports whether a may be a misspelling of b, both in lower case. In a short word
// another letter makes another word.
func alikeWords(a, b string) bool {
	n, d := min(utf8.RuneCountInString(a), utf8.RuneCountInString(b)), distance(a, b)
	switch {
	case d == 0:
		return true
	case n < 4:
		other := len(a) == len(b) && sortedLetters(a) != sortedLetters(b)
		return n > 1 && d == 1 && !other
	case n < 8:
		return d == 1
	default:
		return d <= 2
	}
}

func sortedLetters(word string) string {
	letters := []rune(word)
	slices.Sort(letters)
	return string(letters)
}

func wordsIn(name string) (words []string) {
	begin := true
	for _, r := range name {
		switch {
		case r == '-' || r == '_' || r == '.' || r == ' ':
			begin = true
			continue
		case unicode.IsUpper(r) || begin:
			words = append(words, "")
		}
		begin = false
		words[len(words)-1] += string(unicode.ToLower(r))
	}
	return words
}

// distance returns the number of letters to add, remove, replace or swap with the next
// one to turn a into b, or maxComparedLength if it is large.
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
