package format

import "strings"

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isHex(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

// space is the white space of Go's regular expressions.
const space = "\t\n\f\r "

func isSpace(c byte) bool { return strings.IndexByte(space, c) >= 0 }

// all reports whether s consists of bytes of a class.
func all(s string, class func(byte) bool) bool { return run(s, class) == len(s) }

// run counts the bytes of a class that s begins with.
func run(s string, class func(byte) bool) int {
	for i := range len(s) {
		if !class(s[i]) {
			return i
		}
	}
	return len(s)
}

// small is the value of a short string of digits.
func small(s string) (value int, ok bool) {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return 0, false
		}
		value = value*10 + int(s[i]-'0')
	}
	return value, true
}
