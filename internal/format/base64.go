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
	for i := range n {
		if !base64Alphabet[s[i]] {
			return false
		}
	}
	return true
}

// base64Alphabet tells which bytes belong to it.
var base64Alphabet = func() (member [256]bool) {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	for i := range len(alphabet) {
		member[alphabet[i]] = true
	}
	return member
}()
