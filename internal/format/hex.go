package format

// isObjectID accepts 24 hex digits in any case.
//
// Rule: k8s.io/kube-openapi/pkg/validation/strfmt, IsBSONObjectID.
func isObjectID(s string) bool { return len(s) == 24 && all(s, hexDigit) }

// isMAC accepts 6, 8 or 20 bytes in hex of any case: all separated by ':' or
// all by '-', in pairs separated by '.', or not separated at all.
//
// Rule: k8s.io/kube-openapi/pkg/validation/strfmt, the format mac, which is
// [net.ParseMAC] of Go 1.26; earlier versions of Go want separators.
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

// isSeparatedHex reports whether s is a hardware address in groups of width
// hex digits.
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

// isAddressLength reports whether hardware addresses have so many hex digits.
func isAddressLength(digits int) bool { return digits == 12 || digits == 16 || digits == 40 }
