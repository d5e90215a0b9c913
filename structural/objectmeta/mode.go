package objectmeta

import "github.com/seed95800270/crdschema/internal/valuetext"

// Mode says what happens to metadata that cannot be decoded.
type Mode uint8

const (
	// Reject rejects the object, as a server does with a request.
	Reject Mode = iota
	// Drop drops the parts that cannot be decoded, as a server does with the
	// defaults in a schema.
	Drop
	// Repair drops them too and gives objects without a generation the
	// generation 1, as a server does with stored objects that an older server
	// wrote.
	Repair
)

var modeWords = valuetext.Enum[Mode]{Name: "Mode", Words: []string{Reject: "Reject", Drop: "Drop", Repair: "Repair"}}

// String returns the name of the constant: "Reject".
func (m Mode) String() string { return modeWords.Word(m) }

// MarshalText returns what [Mode.String] returns.
func (m Mode) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText sets m to the mode with a name, or returns an error.
func (m *Mode) UnmarshalText(text []byte) error { return modeWords.Read(text, m) }
