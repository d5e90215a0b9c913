package format

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/names"
)

// isHostname accepts labels of up to 63 bytes joined with dots, up to 255 bytes together.
// A label is made of letters and symbols of any script, ASCII digits, and dashes inside;
// the last one of two or more letters only. Unicode defines the symbols, so "a+b.com" and
// "$" are host names. Marks are not letters, so many words of Indic scripts are not.
//
// Without a dot, a name may have a dash only as the second character, even as the last:
// "a-" and "a-bc" are accepted, "ab-c" and "a-b-c" are not.
func isHostname(s string) bool {
	if len(s) > 255 {
		return false
	}
	dot := strings.LastIndexByte(s, '.')
	if dot < 0 {
		return isLoneLabel(s)
	}
	for more, label, rest := true, "", s[:dot]; more; {
		if label, rest, more = strings.Cut(rest, "."); !isHostLabel(label) {
			return false
		}
	}
	return isTopLevel(s[dot+1:])
}

const hostLabelLimit = 63

func isLoneLabel(s string) bool {
	if s == "" || len(s) > hostLabelLimit {
		return false
	}
	_, size := utf8.DecodeRuneInString(s)
	return isHostWord(s[:size]) && isHostWord(strings.TrimPrefix(s[size:], "-"))
}

func isHostLabel(s string) bool {
	if s == "" || len(s) > hostLabelLimit || s[0] == '-' || s[len(s)-1] == '-' {
		return false
	}
	for _, r := range s {
		if r != '-' && !isNameRune(r) {
			return false
		}
	}
	return true
}

func isTopLevel(s string) bool {
	if len(s) > hostLabelLimit || utf8.RuneCountInString(s) < 2 {
		return false
	}
	for _, r := range s {
		if !unicode.IsLetter(r) {
			return false
		}
	}
	return true
}

func isHostWord(s string) bool {
	for _, r := range s {
		if !isNameRune(r) {
			return false
		}
	}
	return true
}

func isNameRune(r rune) bool {
	if r < utf8.RuneSelf {
		return is(byte(r), nameChar)
	}
	return unicode.IsLetter(r) || unicode.IsSymbol(r)
}

// isPassword accepts any string: the format is a hint for user interfaces.
func isPassword(string) bool { return true }

// isShortName accepts a lower case RFC 1123 label of up to 63 bytes.
func isShortName(s string) bool { return names.DNS1123Label(s) == nil }

// isLongName accepts a lower case RFC 1123 subdomain, with labels of any length.
func isLongName(s string) bool { return names.DNS1123Subdomain(s) == nil }
