package decode

import (
	"strconv"

	"github.com/seed95800270/crdschema/structural/field"
)

const (
	// maxDuplicates is the number of duplicate fields that the server reports.
	maxDuplicates = 100
	// maxPathBytes limits the length of all paths, because each can be as long as half the
	// document.
	maxPathBytes = 16 << 20
)

type duplicates struct {
	found []string // the server's texts, in order of the document
	seen  map[string]bool
	bytes int
}

// The server's words about a field.
//
// Rule: sigs.k8s.io/json, the errors of UnmarshalStrict.
const (
	duplicateField = "duplicate field "
	unknownField   = "unknown field "
)

// add reports a problem of the field at path, once for each path.
func (d *duplicates) add(problem string, path field.Path) {
	if len(d.found) >= maxDuplicates || d.bytes >= maxPathBytes {
		return
	}
	text := path.Dotted()
	d.bytes += len(text)
	text = problem + strconv.Quote(text)
	if d.seen[text] {
		return
	}
	if d.seen == nil {
		d.seen = map[string]bool{}
	}
	d.seen[text] = true
	d.found = append(d.found, text)
}
