package validate

import (
	"fmt"
	"strconv"

	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/structural"
)

// place is where something stands: in the manifest, and in the server's own form
// of it, which its errors speak of.
type place struct {
	path    structural.Path
	printed string
}

// field is the place of a field that has the same name in both.
func (p place) field(name string) place { return p.renamed(name, name) }

// renamed is the place of a field that the server has under another name.
func (p place) renamed(name, printed string) place {
	return place{path: p.path.Append(structural.Field(name)), printed: p.printed + "." + printed}
}

// inside is the place of a field of something that the server does not have: its
// fields are those of what is around it.
func (p place) inside(name string) place {
	return place{path: p.path.Append(structural.Field(name)), printed: p.printed}
}

func (p place) index(i int) place {
	return place{path: p.path.Append(structural.Index(i)), printed: p.printed + "[" + strconv.Itoa(i) + "]"}
}

// findings are errors about a manifest.
type findings struct {
	errs structural.Errors
	text int // of errs, about
	left int // how many errors are not among them
}

const (
	maxText   = 32 << 20 // of all errors together, in bytes
	errorText = 64       // what an error takes besides its place, its value and its detail
)

// room tells whether an error fits in. What versions or names say wrong again and
// again would otherwise fill the memory.
func (f *findings) room(place string, value any, detail string) bool {
	f.text += len(place) + shown(value) + len(detail) + errorText
	if f.text > maxText {
		f.left++
		return false
	}
	return true
}

// shown is about how long a text or a list of texts is that an error shows.
func shown(value any) (n int) {
	switch v := value.(type) {
	case string:
		n = len(v)
	case []any:
		for _, e := range v {
			s, _ := e.(string)
			n += len(s)
		}
	}
	return n
}

func (f *findings) add(at place, kind structural.Kind, value any, detail string) {
	if !f.room(at.printed, value, detail) {
		return
	}
	e := structural.Error{Path: at.path, Kind: kind, Value: value, Detail: detail}
	if at.printed == at.path.String() {
		f.errs = append(f.errs, &e)
		return
	}
	f.errs = append(f.errs, field.PrintedAt(e, at.printed))
}

func (f *findings) invalid(at place, value any, detail string) {
	f.add(at, structural.Invalid, value, detail)
}

func (f *findings) required(at place, detail string) {
	f.add(at, structural.Required, structural.Omitted, detail)
}

func (f *findings) forbidden(at place, detail string) {
	f.add(at, structural.Forbidden, structural.Omitted, detail)
}

func (f *findings) unsupported(at place, value any, supported ...string) {
	f.add(at, structural.NotSupported, value, "supported values: "+quotedList(supported))
}

// put adds errors that are located in a part, which stands at a place.
func (f *findings) put(at place, errs structural.Errors) {
	for _, e := range field.PrintedIn(errs, at.printed, at.path...) {
		if f.room(e.Location(), e.Value, e.Detail) {
			f.errs = append(f.errs, e)
		}
	}
}

// sorted are the errors in order, the last of which counts those that are left
// out.
func (f *findings) sorted() structural.Errors {
	f.errs.Sort()
	if f.left > 0 {
		text := fmt.Sprintf("%d more errors are not listed", f.left)
		f.errs = append(f.errs, field.Verbatim(structural.Error{Kind: structural.Internal, Code: field.MoreErrors, Value: structural.Omitted, Detail: text}))
	}
	return f.errs
}
