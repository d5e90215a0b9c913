package format

import "strings"

// isHexColor accepts three or six hex digits in any case, with or without '#'.
//
// Rule: k8s.io/kube-openapi/pkg/validation/strfmt, the format hexcolor.
func isHexColor(s string) bool {
	s = strings.TrimPrefix(s, "#")
	return (len(s) == 3 || len(s) == 6) && all(s, hexDigit)
}

// isRGBColor accepts rgb(r,g,b) in lower case with decimals up to 255 that have
// no leading zeros. White space, line feeds included, may surround the
// decimals, and nothing else.
//
// Rule: k8s.io/kube-openapi/pkg/validation/strfmt, the format rgbcolor.
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
