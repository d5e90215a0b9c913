package celrules

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/structural"
)

// maxReport bounds the text of all errors of one result together, in bytes: an
// error names its place, which is as long as it is deep.
const maxReport = 32 << 20

// report collects errors.
type report struct {
	errs structural.Errors
	text int // of all errors, about
	left int // number of errors left out
}

// add reports an error located at path and further steps.
func (r *report) add(path structural.Path, e structural.Error, steps ...structural.Step) {
	r.text += len(e.Detail)
	switch v := e.Value.(type) {
	case structural.Rule:
		r.text += len(v.Rule) + len(v.Message) + len(v.MessageExpression)
	case string:
		r.text += len(v)
	}
	for _, s := range path {
		r.text += len(s.Name()) + len("[]")
	}
	if r.text > maxReport {
		r.left++
		return
	}
	e.Path = path.Append(steps...)
	r.errs = append(r.errs, &e)
}

// sorted are the errors in order, with a last one that counts those left out.
func (r *report) sorted() structural.Errors {
	r.errs.Sort()
	if r.left > 0 {
		text := fmt.Sprintf("%d more errors are not listed", r.left)
		r.errs = append(r.errs, field.Verbatim(structural.Error{Kind: structural.Internal, Code: field.MoreErrors, Value: structural.Omitted, Detail: text}))
	}
	return r.errs
}
