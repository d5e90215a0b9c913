package decoder

import (
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/structural/field"
)

const (
	// maxReported is the number of fields that the server reports.
	maxReported = 100
	// maxPathBytes limits the length of all paths, because each can be as long as half the
	// body.
	maxPathBytes = 16 << 20
)

// reports collects the errors of fields in the order of decoding, each text once.
//
// Rule: sigs.k8s.io/json, saveStrictError.
type reports struct {
	errs  field.Errors
	seen  map[string]bool
	bytes int
}

func (r *reports) add(path field.Path, e field.Error) {
	if len(r.errs) >= maxReported || r.bytes >= maxPathBytes {
		return
	}
	e.Detail += " " + strconv.Quote(jsontext.ValidUTF8(path.Dotted()))
	r.bytes += len(e.Detail)
	if r.seen[e.Detail] {
		return
	}
	if r.seen == nil {
		r.seen = map[string]bool{}
	}
	r.seen[e.Detail] = true
	e.Path, e.Value = path.Append(), field.Omitted
	r.errs = append(r.errs, field.Verbatim(e))
}

func (d *decoder) reportUnknown(name string) {
	to := &d.strict
	if d.outer != "" {
		to = &d.silent
	}
	e := field.Error{Kind: field.UnknownField, Code: codes.UnknownField, Detail: codes.UnknownFieldPrefix}
	to.add(append(d.path, field.Field(name)), e)
}

// reportRepeated reports the field called name if the CRD has it more than once: again
// says so of a text, the decoder's errors of a map. The server reports none in types with
// custom decoders.
func (d *decoder) reportRepeated(name string, again occurrence) {
	if d.outer != "" || again == firstTime && d.repeated.none() {
		return
	}
	path := append(d.path, field.Field(name))
	if again == repeatedly || d.repeated.has(path) {
		d.strict.add(path, field.Error{Kind: field.Duplicate, Code: codes.DuplicateField, Detail: codes.DuplicateFieldPrefix})
	}
}

type occurrence uint8

const (
	firstTime occurrence = iota
	repeatedly
)

type seen map[string]struct{}

// newSeen returns nil for the fields of a map.
func (d *decoder) newSeen(n *decode.Node) seen {
	if d.source == ofMap {
		return nil
	}
	return make(seen, len(n.Children))
}

func (s seen) add(name string) occurrence {
	if _, again := s[name]; again {
		return repeatedly
	}
	if s != nil {
		s[name] = struct{}{}
	}
	return firstTime
}

// repeatedFields holds the repeated fields of the text, as a decoder of JSON finds them.
// The server decodes into structs and reports only some of them.
type repeatedFields struct {
	fields map[string]bool // by printed path
	ends   map[string]bool // the parts of the paths after their last dots
}

// newRepeatedFields returns the fields that errors of the JSON decoder name, and the other
// errors, from the YAML decoder.
func newRepeatedFields(duplicates []string) (r repeatedFields, others []string) {
	for _, text := range duplicates {
		quoted, ofJSON := strings.CutPrefix(text, codes.DuplicateFieldPrefix+" ")
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

func (r repeatedFields) none() bool { return r.fields == nil }

// has prints a path only if the last name matches: printing every path would take time
// quadratic in the depth.
func (r repeatedFields) has(path field.Path) bool {
	return r.ends[end(path[len(path)-1].Name())] && r.fields[path.Dotted()]
}

func end(text string) string { return text[strings.LastIndexByte(text, '.')+1:] }
