package format

// isUUID accepts 32 hex digits in any case, with or without each of the four
// usual dashes.
//
// Rule: k8s.io/kube-openapi/pkg/validation/strfmt, IsUUID.
func isUUID(s string) bool {
	_, _, ok := readUUID(s)
	return ok
}

// isUUID3 accepts a UUID of version 3, of any variant.
//
// Rule: k8s.io/kube-openapi/pkg/validation/strfmt, IsUUID3.
func isUUID3(s string) bool {
	version, _, ok := readUUID(s)
	return ok && version == '3'
}

// isUUID4 accepts a UUID of version 4 and the RFC 4122 variant.
//
// Rule: k8s.io/kube-openapi/pkg/validation/strfmt, IsUUID4.
func isUUID4(s string) bool {
	version, variant, ok := readUUID(s)
	return ok && version == '4' && isRFC4122(variant)
}

// isUUID5 accepts a UUID of version 5 and the RFC 4122 variant.
//
// Rule: k8s.io/kube-openapi/pkg/validation/strfmt, IsUUID5.
func isUUID5(s string) bool {
	version, variant, ok := readUUID(s)
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

// readUUID returns the hex digits 12 and 16, which tell version and variant.
func readUUID(s string) (version, variant byte, ok bool) {
	n := 0 // digits so far
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
