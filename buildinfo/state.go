package buildinfo

// State says whether this library was tested with the version of a dependency.
type State uint8

const (
	// Unknown: the build information of the program does not name modules.
	Unknown State = iota
	// Unlinked: the program does not link the module, so no answer depends on it.
	Unlinked
	// Tested: the tests of this library run with this version.
	Tested
	// Untested: the version is older or newer than the tested ones, or between them, or other code replaces the
	// module. Answers may differ from the server's.
	Untested
)

var states = [...]string{"unknown", "unlinked", "tested", "untested"}

// String returns the state as a word, for example "tested".
func (s State) String() string {
	if int(s) < len(states) {
		return states[s]
	}
	return states[Unknown]
}

// MarshalText returns the word of [State.String].
func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
