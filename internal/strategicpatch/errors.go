package strategicpatch

// Reason says which Status answers an error.
type Reason uint8

// The Status for an error of a patch: 400, 422, or 500 for what the server does not expect.
const (
	Unexpected Reason = iota
	BadRequest
	Inapplicable
)

// Error is the reason why a patch cannot be merged, in the server's words.
type Error struct {
	Reason Reason
	Text   string
}

func (e *Error) Error() string { return e.Text }

func unexpected(text string) error { return &Error{Unexpected, text} }

// Rule: k8s.io/apimachinery/pkg/util/mergepatch, errors.go;
// k8s.io/apiserver/pkg/endpoints/handlers, interpretStrategicMergePatchError.
var (
	errPrimitiveList = &Error{BadRequest, "invalid patch format of primitive list"}
	errRetainKeys    = &Error{BadRequest, "invalid patch format of retainKeys"}
	errSetOrder      = &Error{BadRequest, "invalid patch format of setElementOrder list"}
	errListOfLists   = &Error{Inapplicable, "lists of lists are not supported"}
)
