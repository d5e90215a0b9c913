package format

func isISBN(s string) bool { return isISBN10(s) || isISBN13(s) }

// isISBN10 accepts nine digits and a check digit or 'X', with dashes and white space
// anywhere.
func isISBN10(s string) bool {
	var buf [10]byte
	digits, ok := without(buf[:0], s, dash|whiteSpace)
	if !ok || len(digits) < 10 {
		return false
	}
	sum := 0
	for i, c := range digits {
		switch {
		case is(c, digit):
			sum += (i + 1) * int(c-'0')
		case c == 'X' && i == 9:
			sum += 10 * 10
		default:
			return false
		}
	}
	return sum%11 == 0
}

// isISBN13 accepts 12 digits with any beginning and a check digit, with dashes and white
// space anywhere.
func isISBN13(s string) bool {
	var buf [13]byte
	digits, ok := without(buf[:0], s, dash|whiteSpace)
	if !ok || len(digits) < 13 {
		return false
	}
	sum := 0
	for i, c := range digits {
		if !is(c, digit) {
			return false
		}
		sum += (1 + 2*(i%2)) * int(c-'0') // weights 1 and 3
	}
	return sum%10 == 0
}

// isCreditCard accepts the number of a card of one of the large issuers. All other
// characters are ignored, even whole sentences.
func isCreditCard(s string) bool {
	var buf [16]byte
	digits, ok := without(buf[:0], s, notDigit)
	return ok && isIssued(digits) && hasLuhnDigit(digits)
}

func isIssued(digits []byte) bool {
	if len(digits) < 13 {
		return false
	}
	four, _ := smallNumber(string(digits[:4]))
	switch two := four / 100; len(digits) {
	case 13:
		return two/10 == 4
	case 14:
		return 3000 <= four && four <= 3059 || two == 36 || two == 38
	case 15:
		return two == 34 || two == 37 || four == 2131 || four == 1800
	default:
		return two/10 == 4 || 51 <= two && two <= 55 || two == 35 || two == 65 || four == 6011
	}
}

func hasLuhnDigit(digits []byte) bool {
	sum := 0
	for i, c := range digits {
		d := int(c - '0')
		if (len(digits)-i)%2 == 0 {
			d = d*2%10 + d*2/10
		}
		sum += d
	}
	return sum%10 == 0
}

// without returns false if the bytes that are not filler exceed the capacity.
func without(buf []byte, s string, filler class) (rest []byte, ok bool) {
	for i := range len(s) {
		if is(s[i], filler) {
			continue
		}
		if len(buf) == cap(buf) {
			return buf, false
		}
		buf = append(buf, s[i])
	}
	return buf, true
}

// isSSN accepts ddd-dd-dddd, each dash possibly a space. Contrary to the API
// documentation, both dashes are required.
func isSSN(s string) bool {
	if len(s) != len("ddd-dd-dddd") {
		return false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case i == 3 || i == 6:
			if c != '-' && c != ' ' {
				return false
			}
		case !is(c, digit):
			return false
		}
	}
	return true
}
