package jsontext

import (
	"encoding/json"
	"strings"

	"github.com/seed95800270/crdschema/internal/work"
)

// Check returns the error of encoding/json about a text that is not one JSON value with at
// most 10,000 levels. offset is the index of the wrong byte, or of the last byte if the text
// is incomplete. It looks at the context between parts of 64 KiB, and returns the error of w if
// the call has ended.
//
// Rule: sigs.k8s.io/json, with a copy of encoding/json's scanner.
func Check(w *work.Tracker, text []byte) (offset int, err error) {
	c := checker{work: w, text: text}
	if c.value() && c.space() && c.next < len(text) {
		c.fail(afterTop)
	}
	return c.result()
}

// First returns the length of the first JSON value of a text that begins with it, or an error
// as [Check] returns it about a text that begins with something else.
func First(w *work.Tracker, text []byte) (length int, err error) {
	c := checker{work: w, text: text}
	if c.value() {
		return c.next, nil
	}
	return c.result()
}

// stride is the number of bytes between two looks at the context, less than a millisecond.
const stride = 64 << 10

// checker reads a text up to its first error. Its methods report whether to go on.
type checker struct {
	work   *work.Tracker
	text   []byte
	next   int
	look   int // where to look at the context
	levels int
	wrong  string // a text that is wrong for the same reason if the next byte follows, or ""
	failed bool
}

// The texts after which encoding/json expects what a checker misses.
const (
	beforeValue, beforeName                    = "", `{"":0,`
	afterTop, afterName, afterField, afterItem = `""`, `{""`, `{"":""`, `[""`
)

// fail records that the next byte is wrong after a text like another one.
func (c *checker) fail(like string) bool {
	c.wrong, c.failed = like, true
	return false
}

// result returns the index of the wrong byte and its error. Only a short text is given to
// encoding/json: it would read the whole again without a look at the context.
func (c *checker) result() (offset int, err error) {
	if err := c.work.Err(); err != nil {
		return 0, err
	}
	if !c.failed {
		return 0, nil
	}
	var ignored json.RawMessage
	read := min(c.next+1, len(c.text))
	err = json.Unmarshal(append([]byte(c.wrong), c.text[c.next:read]...), &ignored)
	if syntax, ok := err.(*json.SyntaxError); ok {
		syntax.Offset = int64(read)
	}
	return max(0, read-1), err
}

// ahead looks at the context if there was none for a while.
func (c *checker) ahead() bool {
	if c.next < c.look {
		return true
	}
	c.look = c.next + stride
	return c.work.Look()
}

// value reads a value and the white space before it.
func (c *checker) value() bool {
	if !c.space() || !c.ahead() {
		return false
	}
	switch b := c.byte(); {
	case b == '"':
		return c.quoted()
	case b == '{':
		return c.enter() && c.object()
	case b == '[':
		return c.enter() && c.array()
	case b == '-' || isDigit(b):
		return c.number()
	case b == 't':
		return c.literal("true")
	case b == 'f':
		return c.literal("false")
	case b == 'n':
		return c.literal("null")
	default:
		return c.fail(beforeValue)
	}
}

// byte returns the next byte, or 0 at the end of the text.
func (c *checker) byte() byte {
	if c.next < len(c.text) {
		return c.text[c.next]
	}
	return 0
}

// enter reads the opening bracket of an object or array.
func (c *checker) enter() bool {
	if c.levels == work.MaxLevels {
		return c.fail(strings.Repeat("[", work.MaxLevels))
	}
	c.levels++
	c.next++
	return true
}

// leave reads the closing bracket.
func (c *checker) leave() bool {
	c.levels--
	c.next++
	return true
}

func (c *checker) object() bool {
	if !c.space() {
		return false
	}
	if c.byte() == '}' {
		return c.leave()
	}
	for c.field() && c.space() {
		switch c.byte() {
		case ',':
			c.next++
		case '}':
			return c.leave()
		default:
			return c.fail(afterField)
		}
	}
	return false
}

func (c *checker) field() bool {
	if !c.space() {
		return false
	}
	if c.byte() != '"' {
		return c.fail(beforeName)
	}
	if !c.quoted() || !c.space() {
		return false
	}
	if c.byte() != ':' {
		return c.fail(afterName)
	}
	c.next++
	return c.value()
}

func (c *checker) array() bool {
	if !c.space() {
		return false
	}
	if c.byte() == ']' {
		return c.leave()
	}
	for c.value() && c.space() {
		switch c.byte() {
		case ',':
			c.next++
		case ']':
			return c.leave()
		default:
			return c.fail(afterItem)
		}
	}
	return false
}
