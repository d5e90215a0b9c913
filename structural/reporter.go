package structural

import "fmt"

// maxText bounds the text of all errors of one result together, in bytes. An
// error names its place, and a place is as long as it is deep: a schema with an
// error on each of its many levels would otherwise take time and memory by the
// square of its size. 32 MiB is ten times the largest request.
const maxText = 32 << 20

// reporter collects what a walk finds wrong. The walk keeps the path; an error
// gets a copy, so that nothing is built while all is well.
type reporter struct {
	path Path
	errs Errors
	text int // bytes of all errors, about
	left int // number of errors left out
}

// usualDepth is room for the path of all but unusually deep schemas.
const usualDepth = 32

func newReporter() reporter { return reporter{path: make(Path, 0, usualDepth)} }

func (r *reporter) enter(step Step) { r.path = append(r.path, step) }

// turn goes from where the walk is to a sibling of it. Whoever visits many enters
// an empty step first: that costs less than to enter and leave each of them.
func (r *reporter) turn(step Step) { r.path[len(r.path)-1] = step }

func (r *reporter) leave() { r.path = r.path[:len(r.path)-1] }

// length is about how many bytes a path prints as.
func (p Path) length() int {
	n := 0
	for i := range p {
		n += len(p[i].name) + len("[]")
	}
	return n
}

// room tells whether there is room for one more error, located at both paths
// together. Once there is none, nothing is measured any more: paths are long.
func (r *reporter) room(at, below Path, detail string, value any) bool {
	if r.left == 0 {
		text, _ := value.(string)
		r.text += at.length() + below.length() + len(detail) + len(text)
	}
	if r.text > maxText {
		r.left++
	}
	return r.left == 0
}

// report adds an error located below steps from where the walk is.
func (r *reporter) report(kind Kind, value any, detail string, steps ...Step) {
	if !r.room(r.path, steps, detail, value) {
		return
	}
	r.errs = append(r.errs, &Error{Path: r.path.Append(steps...), Kind: kind, Value: value, Detail: detail, owner: len(r.path)})
}

// relay adds errors that others found in the value where the walk is.
func (r *reporter) relay(errs Errors) {
	for _, e := range errs {
		if r.room(r.path, e.Path, e.Detail, e.Value) {
			r.errs = append(r.errs, e.in(r.path))
		}
	}
}

// last is the error that was just reported, or one to throw away if it was
// left out.
func (r *reporter) last() *Error {
	if r.left > 0 {
		return &Error{}
	}
	return r.errs[len(r.errs)-1]
}

// sorted is what was found, in order, with a last error that counts those that
// were left out.
func (r *reporter) sorted() Errors {
	r.errs.Sort()
	if r.left > 0 {
		text := fmt.Sprintf("%d more errors are not listed", r.left)
		r.errs = append(r.errs, Error{Kind: Internal, Value: Omitted, Detail: text}.Verbatim())
	}
	return r.errs
}
