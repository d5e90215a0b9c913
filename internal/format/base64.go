package format

// isBase64 accepts base64 of the standard alphabet, padded with '=', and at
// least one group of four. It refuses line breaks, the URL alphabet and the
// empty string, but not stray bits in the last character before the padding.
//
// Rule: k8s.io/kube-openapi/pkg/validation/strfmt, the format byte.
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
