package decode

import (
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/structural"
)

// maxReported is how many fields a server reports.
const maxReported = 100

// log collects reports about fields in the order in which they come, each text
// once and not too many.
//
// Rule: sigs.k8s.io/json, saveStrictError.
type log struct {
	errs structural.Errors
	seen map[string]bool
}

func (l *log) add(path structural.Path, kind structural.Kind, word string) {
	if len(l.errs) >= maxReported {
		return
	}
	text := word + " " + strconv.Quote(wire.ValidUTF8(path.Dotted()))
	if l.seen[text] {
		return
	}
	if l.seen == nil {
		l.seen = map[string]bool{}
	}
	l.seen[text] = true
	l.errs = append(l.errs, field.Verbatim(structural.Error{
		Path: path.Append(), Kind: kind, Value: structural.Omitted, Detail: text,
	}))
}

// unknown reports the field called name where the decoder is.
func (d *decoder) unknown(name string) {
	to := &d.strict
	if d.above != "" {
		to = &d.silent
	}
	to.add(append(d.path, structural.Field(name)), structural.UnknownField, "unknown field")
}

// twice reports the field called name if the text of the manifest has it more
// than once, and the server looks.
func (d *decoder) twice(name string) {
	if d.repeated.none() || d.above != "" {
		return
	}
	path := append(d.path, structural.Field(name))
	if d.repeated.has(path) {
		d.strict.add(path, structural.Duplicate, "duplicate field")
	}
}

// repeated are the fields that the text of the manifest has more than once, as
// the decoder of JSON text finds them: a server that decodes into structures
// looks for them in fewer places.
type repeated struct {
	fields map[string]bool // by printed path
	ends   map[string]bool // what is behind the last dot of each
}

// repeatedFields takes the repetitions in JSON text out of duplicates; others
// are what the decoder of YAML text says.
func repeatedFields(duplicates []string) (r repeated, others []string) {
	for _, text := range duplicates {
		quoted, ofJSON := strings.CutPrefix(text, "duplicate field ")
		path, err := strconv.Unquote(quoted)
		if !ofJSON || err != nil {
			others = append(others, text)
			continue
		}
		if r.fields == nil {
			r.fields, r.ends = map[string]bool{}, map[string]bool{}
		}
		r.fields[path], r.ends[end(path)] = true, true
	}
	return r, others
}

func (r repeated) none() bool { return r.fields == nil }

// has prints only paths that may be meant: printing all takes time with the square
// of their depth.
func (r repeated) has(path structural.Path) bool {
	return r.ends[end(path[len(path)-1].Name())] && r.fields[path.Dotted()]
}

// end is what is behind the last dot.
func end(text string) string { return text[strings.LastIndexByte(text, '.')+1:] }
