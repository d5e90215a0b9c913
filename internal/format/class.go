package format

type class uint16

const (
	digit class = 1 << iota
	notDigit
	hexDigit
	letter
	whiteSpace // as \s in Go's regular expressions
	blank      // space and tab
	dash
	nameChar   // ASCII part of host names: letters, digits, symbols
	atomChar   // ASCII part of unquoted words in mail addresses, with dots
	base64Char // standard alphabet without padding
	plainChar  // all bytes except ASCII control characters
	schemeChar // of URI schemes
	userChar   // of user information in URIs
	hostChar   // ASCII part of hosts in URIs
)

const (
	digits  = "0123456789"
	letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

var classes = func() (table [256]class) {
	for c, chars := range map[class]string{
		digit:      digits,
		hexDigit:   digits + "abcdefABCDEF",
		letter:     letters,
		whiteSpace: "\t\n\f\r ",
		blank:      "\t ",
		dash:       "-",
		nameChar:   digits + letters + "$+<=>^`|~",
		atomChar:   digits + letters + "!#$%&'*+-./=?^_`{|}~",
		base64Char: digits + letters + "+/",
		schemeChar: digits + letters + "+-.",
		userChar:   digits + letters + "-._~!$&'()*+,;=:@%",
		hostChar:   digits + letters + "-._~!$&'()*+,;=:[]<>\"",
	} {
		for i := range len(chars) {
			table[chars[i]] |= c
		}
	}
	for c := range table {
		if c < '0' || '9' < c {
			table[c] |= notDigit
		}
		if c >= ' ' && c != 0x7f {
			table[c] |= plainChar
		}
	}
	return table
}()

func is(b byte, c class) bool { return classes[b]&c != 0 }

func all(s string, c class) bool { return run(s, c) == len(s) }

// run returns the length of the prefix in the classes c.
func run(s string, c class) int {
	for i := range len(s) {
		if !is(s[i], c) {
			return i
		}
	}
	return len(s)
}

func smallNumber(s string) (value int, ok bool) {
	for i := range len(s) {
		if !is(s[i], digit) {
			return 0, false
		}
		value = value*10 + int(s[i]-'0')
	}
	return value, true
}
