package jsontext

// run reads bytes of a set, in parts with a look at the context between them.
func (c *checker) run(set *[256]bool) bool {
	for c.ahead() {
		end := min(len(c.text), c.look)
		for c.next < end && set[c.text[c.next]] {
			c.next++
		}
		if c.next < end || end == len(c.text) {
			return true
		}
	}
	return false
}

// The sets of bytes that [checker.run] reads.
var spaces, digits, plain = setOf(IsSpace), setOf(isDigit), setOf(isPlain)

func setOf(has func(byte) bool) *[256]bool {
	var set [256]bool
	for b := range set {
		set[b] = has(byte(b))
	}
	return &set
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// isPlain reports whether a string may hold a byte as it is.
func isPlain(b byte) bool { return b >= ' ' && b != '"' && b != '\\' }

func isHex(b byte) bool { return isDigit(b) || 'a' <= b|0x20 && b|0x20 <= 'f' }

func (c *checker) space() bool {
	return c.next < len(c.text) && c.text[c.next] > ' ' || c.run(spaces)
}

func (c *checker) quoted() bool {
	for c.next++; c.run(plain); {
		switch c.byte() {
		case '"':
			c.next++
			return true
		case '\\':
			if !c.escape() {
				return false
			}
		default:
			return c.fail(`"`)
		}
	}
	return false
}

func (c *checker) escape() bool {
	c.next++
	switch c.byte() {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		c.next++
		return true
	case 'u':
		return c.hex()
	default:
		return c.fail(`"\`)
	}
}

// hex reads the u of an escape and the four digits after it.
func (c *checker) hex() bool {
	c.next++
	for range 4 {
		if !isHex(c.byte()) {
			return c.fail(`"\u`)
		}
		c.next++
	}
	return true
}

func (c *checker) literal(word string) bool {
	for i := range len(word) {
		if c.byte() != word[i] {
			return c.fail(word[:i])
		}
		c.next++
	}
	return true
}

func (c *checker) number() bool {
	if c.byte() == '-' {
		c.next++
	}
	if c.byte() == '0' {
		c.next++
	} else if !c.digits("-") {
		return false
	}
	return c.fraction() && c.exponent()
}

func (c *checker) fraction() bool {
	if c.byte() != '.' {
		return true
	}
	c.next++
	return c.digits("0.")
}

func (c *checker) exponent() bool {
	if b := c.byte(); b != 'e' && b != 'E' {
		return true
	}
	c.next++
	if b := c.byte(); b == '+' || b == '-' {
		c.next++
	}
	return c.digits("0e+")
}

// digits reads digits, at least one.
func (c *checker) digits(like string) bool {
	if !isDigit(c.byte()) {
		return c.fail(like)
	}
	return c.run(digits)
}
