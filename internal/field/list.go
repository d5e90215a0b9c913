package field

import "fmt"

// maxText bounds the text of all errors of one result together, in bytes. An
// error prints its path, and a path is as long as it is deep: a value with an
// error on each of its many levels would otherwise take time and memory by the
// square of its size. 32 MiB is ten times the largest request.
const maxText = 32 << 20

// overhead is what an error takes besides its path, value and detail, in bytes.
const overhead = 64

// Bound limits the text of the errors of one result. The zero Bound has no
// errors.
type Bound struct {
	text    int // approximate number of bytes that the errors print
	omitted int // number of errors that did not fit
}

// Fits adds an error of about n bytes besides its fixed overhead, and reports
// whether it fits. An error that does not fit is counted as omitted.
func (b *Bound) Fits(n int) bool {
	if !b.Full() {
		b.text += n + overhead
	}
	if b.Full() {
		b.omitted++
		return false
	}
	return true
}

// Omit counts n more errors that do not fit.
func (b *Bound) Omit(n int) { b.omitted += n }

// Charge adds n more bytes of an error, which the size of the [Error] does not
// include.
func (b *Bound) Charge(n int) { b.text += n }

// Full reports whether no more errors fit. It allows a walk to stop measuring
// errors, whose paths are long.
func (b *Bound) Full() bool { return b.text > maxText }

// Omitted returns the number of errors that did not fit.
func (b *Bound) Omitted() int { return b.omitted }

// Note returns an error that counts the errors that did not fit, or nil if all
// did.
func (b *Bound) Note() *Error {
	if b.omitted == 0 {
		return nil
	}
	text := fmt.Sprintf("%d more errors are not listed", b.omitted)
	return Verbatim(Error{Kind: Internal, Code: MoreErrors, Value: Omitted, Detail: text})
}

// MoreErrors is the code of the error that counts the errors of a result beyond
// its bound. It has no path.
const MoreErrors Code = "more-errors"

// List collects errors up to a bound on their text. The zero List is empty.
type List struct {
	Bound
	errs Errors
}

// Add adds a copy of e located below path, which the caller may go on to change,
// and returns the copy. It returns nil if e does not fit: nothing is copied then.
func (l *List) Add(path Path, e *Error) *Error {
	if l.Full() {
		l.omitted++
		return nil
	}
	if !l.Fits(path.size() + e.size()) {
		return nil
	}
	added := e.in(path)
	l.errs = append(l.errs, added)
	return added
}

// Len returns the number of errors in the list.
func (l *List) Len() int { return len(l.errs) }

// Sorted returns the errors in order, followed by one that counts those that did
// not fit. The list must not be used any more.
func (l *List) Sorted() Errors {
	l.errs.Sort()
	if note := l.Note(); note != nil {
		l.errs = append(l.errs, note)
	}
	return l.errs
}

// size returns the approximate number of bytes that e prints.
func (e *Error) size() int {
	n := len(e.Detail) + sizeOf(e.Value)
	if e.location != "" {
		return n + len(e.location)
	}
	return n + e.Path.size()
}

// sizeOf returns the approximate number of bytes that a value prints. Only
// strings and lists of strings are measured: other values are as large as the
// input.
func sizeOf(value any) (n int) {
	switch v := value.(type) {
	case string:
		return len(v)
	case []any:
		for _, e := range v {
			s, _ := e.(string)
			n += len(s)
		}
	}
	return n
}
