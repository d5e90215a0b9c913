package format

import (
	"strings"
)

// isURI accepts an absolute path, or anything with a scheme and without control
// characters. The text after a scheme without slash is not checked, nor is a query, so
// "a:", "x:%zz" and "/?%zz" are URIs; a fragment is part of the path. "*" is a URI,
// "example.com" is not.
//
// Rule: [net/url.ParseRequestURI] of Go 1.26 with its default settings.
func isURI(s string) bool {
	if s == "*" {
		return true
	}
	if !all(s, plainChar) {
		return false
	}
	scheme, rest := cutScheme(s)
	rest, _, _ = strings.Cut(rest, "?")
	if !strings.HasPrefix(rest, "/") {
		return scheme != ""
	}
	if scheme != "" && strings.HasPrefix(rest, "//") {
		authority := rest[2:]
		rest = ""
		if slash := strings.IndexByte(authority, '/'); slash >= 0 {
			authority, rest = authority[:slash], authority[slash:]
		}
		return isAuthority(scheme, authority) && isEscaped(rest)
	}
	return isEscaped(rest)
}

func cutScheme(s string) (scheme, rest string) {
	n := run(s, schemeChar)
	if n == 0 || n == len(s) || s[n] != ':' || !is(s[0], letter) {
		return "", s
	}
	return s[:n], s[n+1:]
}

// isAuthority accepts user information and '@', if any, and a host with port. Both may be
// empty.
func isAuthority(scheme, s string) bool {
	if at := strings.LastIndexByte(s, '@'); at >= 0 {
		user := s[:at]
		if !all(user, userChar) || !isEscaped(user) {
			return false
		}
		s = s[at+1:]
	}
	if strings.HasPrefix(s, "[") {
		return isBracketed(s)
	}
	return !strings.Contains(s, "[") && hasPort(scheme, s) && isHostText(s, inHost)
}

// hasPort reports whether only digits, or nothing, follow a host's colon. http and https
// allow one colon, other schemes several, as in lists of database hosts.
func hasPort(scheme, host string) bool {
	colon := strings.LastIndexByte(host, ':')
	if strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https") {
		colon = strings.IndexByte(host, ':')
	}
	return colon < 0 || all(host[colon+1:], digit)
}

// isBracketed accepts an IPv6 address in brackets, with or without a zone after "%25", and
// a port.
func isBracketed(s string) bool {
	end := strings.LastIndexByte(s, ']')
	if end < 0 || strings.LastIndexByte(s, '[') > 0 {
		return false
	}
	if port := s[end+1:]; port != "" && (port[0] != ':' || !all(port[1:], digit)) {
		return false
	}
	address, zone, zoned := strings.Cut(s[1:end], "%25")
	return isColoned(address, strict) && (!zoned || zone != "" && isHostText(zone, inZone))
}

func isEscaped(s string) bool {
	for {
		_, after, found := strings.Cut(s, "%")
		if !found {
			return true
		}
		if len(after) < 2 || !all(after[:2], hexDigit) {
			return false
		}
		s = after[2:]
	}
}

// isHostText accepts the characters of a host name, all characters that are not ASCII,
// and escapes of escapable bytes.
func isHostText(s string, escapable func(byte) bool) bool {
	for s != "" {
		switch c := s[0]; {
		case c == '%':
			if !isEscaped(s[:min(3, len(s))]) || !escapable(unhex(s[1])<<4|unhex(s[2])) {
				return false
			}
			s = s[3:]
		case c < 0x80 && !is(c, hostChar):
			return false
		default:
			s = s[1:]
		}
	}
	return true
}

// inHost reports whether a byte may be escaped in a host. Allowed characters must not be.
func inHost(c byte) bool { return c == '%' || c >= 0x80 }

// inZone reports whether a byte may be escaped in a zone: any ASCII character allowed in
// hosts, and a space, used by Windows.
func inZone(c byte) bool { return c == '%' || c == ' ' || is(c, hostChar) }

func unhex(c byte) byte {
	if is(c, digit) {
		return c - '0'
	}
	return c&0x0f + 9
}
