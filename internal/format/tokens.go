package format

import (
	"strings"
)

func isObjectID(s string) bool { return len(s) == 24 && all(s, hexDigit) }

// isMAC accepts 6, 8 or 20 bytes in hex of any case: all separated by ':' or
// all by '-', in pairs separated by '.', or not separated at all.
//
// Rule: k8s.io/kube-openapi/pkg/validation/strfmt, the format mac:
// [net.ParseMAC] of Go 1.26; earlier versions of Go require separators.
func isMAC(s string) bool {
	switch {
	case len(s) < 12:
		return false
	case s[2] == ':' || s[2] == '-':
		return isSeparatedHex(s, 2, s[2])
	case s[4] == '.':
		return isSeparatedHex(s, 4, '.')
	default:
		return isAddressLength(len(s)) && all(s, hexDigit)
	}
}

func isSeparatedHex(s string, width int, separator byte) bool {
	if (len(s)+1)%(width+1) != 0 || !isAddressLength((len(s)+1)/(width+1)*width) {
		return false
	}
	for i := range len(s) {
		if i%(width+1) == width {
			if s[i] != separator {
				return false
			}
		} else if !is(s[i], hexDigit) {
			return false
		}
	}
	return true
}

func isAddressLength(digits int) bool { return digits == 12 || digits == 16 || digits == 40 }

// isBase64 accepts stray bits in the last character before the padding, but not line
// breaks, the URL alphabet and the empty string.
func isBase64(s string) bool {
	n := len(s)
	if n == 0 || n%4 != 0 {
		return false
	}
	if s[n-1] == '=' {
		n--
		if s[n-1] == '=' {
			n--
		}
	}
	return all(s[:n], base64Char)
}

// isUUID accepts 32 hex digits, with or without each of the four usual dashes.
func isUUID(s string) bool {
	_, _, ok := splitUUID(s)
	return ok
}

// isUUID3 accepts a UUID of version 3, of any variant.
func isUUID3(s string) bool {
	version, _, ok := splitUUID(s)
	return ok && version == '3'
}

// isUUID4 accepts a UUID of version 4 and the RFC 4122 variant.
func isUUID4(s string) bool {
	version, variant, ok := splitUUID(s)
	return ok && version == '4' && isRFC4122(variant)
}

// isUUID5 accepts a UUID of version 5 and the RFC 4122 variant.
func isUUID5(s string) bool {
	version, variant, ok := splitUUID(s)
	return ok && version == '5' && isRFC4122(variant)
}

func isRFC4122(variant byte) bool {
	switch variant {
	case '8', '9', 'a', 'b', 'A', 'B':
		return true
	default:
		return false
	}
}

// splitUUID returns the digits of version and variant.
func splitUUID(s string) (version, variant byte, ok bool) {
	n := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == '-' && 8 <= n && n <= 20 && n%4 == 0 && s[i-1] != '-':
			continue
		case n == 32 || !is(c, hexDigit):
			return 0, 0, false
		case n == 12:
			version = c
		case n == 16:
			variant = c
		}
		n++
	}
	return version, variant, n == 32
}

// isHexColor accepts three or six hex digits, with or without '#'.
func isHexColor(s string) bool {
	s = strings.TrimPrefix(s, "#")
	return (len(s) == 3 || len(s) == 6) && all(s, hexDigit)
}

// isRGBColor accepts rgb(r,g,b) in lower case with decimals up to 255 without leading
// zeros, and white space around them.
func isRGBColor(s string) bool {
	for i := range 3 {
		var ok bool
		if s, ok = strings.CutPrefix(s, [...]string{"rgb(", ",", ","}[i]); !ok {
			return false
		}
		if s, ok = cutOctet(s[run(s, whiteSpace):], strict); !ok {
			return false
		}
		s = s[run(s, whiteSpace):]
	}
	return s == ")"
}
