package decode

import (
	"strconv"
	"strings"
)

const (
	// maxRepetitions is how many repeated fields a server reports.
	maxRepetitions = 100
	// maxPathBytes bounds the work on paths, which can be as long as half the
	// document: what is repeated after so many bytes of paths goes unreported.
	maxPathBytes = 16 << 20
)

// step is a field or an index on the way to a value.
type step struct {
	name    string
	index   int
	isIndex bool
}

// repetitions collects the fields that an object has more than once.
type repetitions struct {
	found []string // in the server's words, in order of the document
	seen  map[string]bool
	bytes int
}

// add reports the field name of the object at path, once for each path.
func (r *repetitions) add(path []step, name string) {
	if len(r.found) >= maxRepetitions || r.bytes >= maxPathBytes {
		return
	}
	text := printPath(path, name)
	r.bytes += len(text)
	if r.seen[text] {
		return
	}
	if r.seen == nil {
		r.seen = map[string]bool{}
	}
	r.seen[text] = true
	r.found = append(r.found, "duplicate field "+strconv.Quote(text))
}

// printPath prints the path of a field as the server does: names are joined
// with dots, nothing is escaped.
//
// Rule: sigs.k8s.io/json, the FieldPath of a FieldError.
func printPath(path []step, name string) string {
	var b strings.Builder
	for i, s := range path {
		switch {
		case s.isIndex:
			b.WriteByte('[')
			b.WriteString(strconv.Itoa(s.index))
			b.WriteByte(']')
		case i > 0:
			b.WriteByte('.')
			fallthrough
		default:
			b.WriteString(s.name)
		}
	}
	if len(path) > 0 {
		b.WriteByte('.')
	}
	b.WriteString(name)
	return b.String()
}
