package format

import (
	"strings"
)

// isIPv4 accepts four decimals up to 255, with any number of leading zeros, separated by
// dots. It also accepts an IPv6 address with an IPv4 address at its end, such as
// ::ffff:1.2.3.4, then with leading zeros everywhere.
func isIPv4(s string) bool {
	return isDotted(s, lenient) || strings.Contains(s, ".") && isColoned(s, lenient)
}

// isIPv6 accepts an IPv6 address without zone: groups of one to four hex
// digits in any case, one '::' for one or more groups of zeros, the last two
// groups possibly as an IPv4 address without leading zeros.
func isIPv6(s string) bool { return isColoned(s, strict) }

// isCIDR accepts an address, '/', and the number of bits. Leading zeros are allowed in all
// numbers, and so are bits after the prefix, as in 10.0.0.1/8.
func isCIDR(s string) bool {
	address, bits, ok := strings.Cut(s, "/")
	switch {
	case !ok || bits == "":
		return false
	case isDotted(address, lenient):
		return isUpTo(bits, 32)
	case isColoned(address, lenient):
		return isUpTo(bits, 128)
	default:
		return false
	}
}

type zeros int

const (
	strict zeros = iota
	lenient
)

func isUpTo(s string, limit int) bool {
	s = strings.TrimLeft(s, "0")
	value, ok := 0, len(s) <= 3
	if ok {
		value, ok = smallNumber(s)
	}
	return ok && value <= limit
}

// cutOctet cuts a decimal up to 255 that no digit follows.
func cutOctet(s string, z zeros) (rest string, ok bool) {
	n := run(s, digit)
	if n == 0 || z == strict && n > 1 && s[0] == '0' {
		return s, false
	}
	return s[n:], isUpTo(s[:n], 255)
}

func isDotted(s string, z zeros) bool {
	for i := range 4 {
		var ok bool
		if i > 0 {
			if s, ok = strings.CutPrefix(s, "."); !ok {
				return false
			}
		}
		if s, ok = cutOctet(s, z); !ok {
			return false
		}
	}
	return s == ""
}

func isColoned(s string, z zeros) bool {
	s, elided := strings.CutPrefix(s, "::")
	if elided && s == "" {
		return true
	}
	groups := 0
	for groups < 8 {
		n := run(s, hexDigit)
		if n < len(s) && s[n] == '.' {
			return groups <= 6 && elided == (groups < 6) && isDotted(s, z)
		}
		if !isGroup(s[:n], z) {
			return false
		}
		groups++
		if s = s[n:]; s == "" {
			break
		}
		if s[0] != ':' || len(s) == 1 {
			return false
		}
		if s = s[1:]; s[0] != ':' {
			continue
		}
		if elided {
			return false
		}
		elided = true
		if s = s[1:]; s == "" {
			break
		}
	}
	return s == "" && elided == (groups < 8)
}

func isGroup(digits string, z zeros) bool {
	if digits == "" {
		return false
	}
	if z == lenient {
		digits = strings.TrimLeft(digits, "0")
	}
	return len(digits) <= 4
}
