package errlist

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/valuetext"
	"github.com/seed95800270/crdschema/structural/field"
)

// maxSize bounds the size of all errors of one result together, in bytes: their texts, and the
// memory that they and their paths take. A value with an error on each of its many levels would
// otherwise take time and memory proportional to the square of its size. 4 MiB is more than the
// largest request. A result holds the errors of two or three stages at a time.
const maxSize = valuetext.MaxSize

// overhead is the memory of an error without its path, value and detail.
const overhead = 256

// Bound limits the size of the errors of one result.
type Bound struct {
	size    int // approximate number of bytes that the errors take
	omitted int // number of errors that did not fit
}

// Fits adds an error of about n bytes and its fixed overhead, and reports whether it fits. If
// not, it counts as omitted.
func (b *Bound) Fits(n int) bool {
	if !b.Full() {
		b.size += n + overhead
	}
	if b.Full() {
		b.omitted++
		return false
	}
	return true
}

// Omit counts n more errors that do not fit.
func (b *Bound) Omit(n int) { b.omitted += n }

// Since returns what was added to b since it was before.
func (b *Bound) Since(before Bound) Bound {
	return Bound{b.size - before.size, b.omitted - before.omitted}
}

// OmitAll counts the errors that did not fit into another list, which was full.
func (b *Bound) OmitAll(other Bound) {
	if other.omitted > 0 {
		b.size += other.size
		b.omitted += other.omitted
	}
}

// Charge adds n more bytes of an error that the size of the [field.Error] does not include.
func (b *Bound) Charge(n int) { b.size += n }

// Full reports whether no more errors fit: a walk can stop measuring errors with long paths.
func (b *Bound) Full() bool { return b.size > maxSize }

// Omitted returns the number of errors that did not fit.
func (b *Bound) Omitted() int { return b.omitted }

// Note returns an error that counts the omitted errors, or nil.
func (b *Bound) Note() *field.Error {
	if b.omitted == 0 {
		return nil
	}
	text := fmt.Sprintf("%d more errors are not listed", b.omitted)
	return field.Verbatim(field.Error{Kind: field.Internal, Code: MoreErrors, Value: field.Omitted, Detail: text})
}

// MoreErrors is the code of the error that [Bound.Note] returns. It has no path.
const MoreErrors field.Code = "more-errors"

// List collects errors up to a [Bound].
type List struct {
	Bound
	errs field.Errors
}

// Add adds a copy of e located below path and returns it, or nil if e does not fit.
func (l *List) Add(path field.Path, e *field.Error) *field.Error {
	if l.Full() {
		l.omitted++
		return nil
	}
	if !l.Fits(path.Size() + e.Size()) {
		return nil
	}
	added := e.In(path...)
	l.errs = append(l.errs, added)
	return added
}

// AddPrinted adds a copy of e located below steps that prints location instead of them, see
// [field.Error.PrintedIn].
func (l *List) AddPrinted(location string, steps []field.Step, e *field.Error) {
	if l.Full() {
		l.omitted++
	} else if l.Fits(field.Path(steps).Size() + len(location) + e.Size()) {
		l.errs = append(l.errs, e.PrintedIn(location, steps...))
	}
}

// Len returns the number of errors in the list.
func (l *List) Len() int { return len(l.errs) }

// Sorted returns what [List.Errors] returns, but sorted.
func (l *List) Sorted() field.Errors {
	l.errs.Sort()
	return l.Errors()
}

// SortedByText returns what [List.Errors] returns, but sorted by the texts of the errors.
func (l *List) SortedByText() field.Errors {
	if len(l.errs) > 1 {
		texts := make(map[*field.Error]string, len(l.errs))
		for _, e := range l.errs {
			texts[e] = e.Error()
		}
		slices.SortStableFunc(l.errs, func(e, f *field.Error) int { return strings.Compare(texts[e], texts[f]) })
	}
	return l.Errors()
}

// Errors returns the errors as they were added, followed by [Bound.Note]. The list must not be
// used any more.
func (l *List) Errors() field.Errors {
	if note := l.Note(); note != nil {
		l.errs = append(l.errs, note)
	}
	return l.errs
}
