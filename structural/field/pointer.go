package field

import (
	"strconv"
	"strings"
)

// escapes replaces what a JSON pointer escapes in a name.
var escapes = strings.NewReplacer("~", "~0", "/", "~1")

// Pointer returns the path as a JSON pointer: "/spec/ports/0/name". The root is the empty
// text.
//
// Rule: RFC 6901, "JavaScript Object Notation (JSON) Pointer".
func (p Path) Pointer() string {
	var b strings.Builder
	for _, s := range p {
		b.WriteByte('/')
		if s.kind == IndexStep {
			b.WriteString(strconv.Itoa(s.index))
		} else {
			_, _ = escapes.WriteString(&b, s.name)
		}
	}
	return b.String()
}

// MarshalText returns what [Path.String] returns. The text does not tell all paths apart.
func (p Path) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// String returns the step as a path prints it: "spec", "[key]" or "[3]".
func (s Step) String() string { return Path{s}.String() }

// MarshalText returns what [Step.String] returns.
func (s Step) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
