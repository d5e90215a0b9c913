package conversion

import "fmt"

// Stage says what went wrong between a server and a converter.
type Stage uint8

const (
	// Exchange: the webhook was not reached, failed, or answered something that
	// is no answer.
	Exchange Stage = iota
	// Count: it returned too many or too few objects.
	Count
	// Decode: it returned something that is no object.
	Decode
	// Type: it returned an object of another version or kind than asked for.
	Type
	// Identity: it returned another object.
	Identity
	// Metadata: it returned labels or annotations that may not be.
	Metadata
)

// String is the constant's name.
func (s Stage) String() string {
	return [...]string{"Exchange", "Count", "Decode", "Type", "Identity", "Metadata"}[min(s, Metadata)]
}

// Error says that a converter failed or returned what a server does not accept.
// Its text is the server's, which has words of their own for objects that are
// converted as a list.
type Error struct {
	// Of is the kind of what was to be converted, the object or the list:
	// "stable.example.com/v1, Kind=CronTab".
	Of string
	// List tells that the objects were items of a list.
	List bool
	// Stage says what went wrong.
	Stage Stage
	// Index says with which object, counted from 0 among those that were
	// converted. It has no meaning at the stages Exchange and Count.
	Index int
	// Err is the reason.
	Err error
}

// Unwrap is the reason.
func (e *Error) Unwrap() error { return e.Err }

// Error is the server's text.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion,
// webhookConverter.Convert.
func (e *Error) Error() string {
	text := "conversion webhook for " + e.Of
	switch {
	case e.Stage == Exchange:
		text += " failed"
	case e.Stage == Count:
		return fmt.Sprintf("%s returned %v", text, e.Err)
	case e.Stage == Metadata && e.List:
		text += fmt.Sprintf(" returned invalid metadata in object at index %d", e.Index)
	case e.Stage == Metadata:
		text += " returned invalid metadata"
	case e.List:
		text += fmt.Sprintf(" returned invalid converted object at index %d", e.Index)
	case e.Stage == Decode:
		return e.Err.Error()
	case e.Stage == Type:
		text += " returned invalid object at index 0"
	default:
		text += " returned invalid object"
	}
	return fmt.Sprintf("%s: %v", text, e.Err)
}
