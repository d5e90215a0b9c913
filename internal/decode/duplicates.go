package decode

import (
	"strconv"
	"strings"
)

const (
	// maxDuplicates is the number of duplicate fields that the server reports.
	maxDuplicates = 100
	// maxPathBytes limits the total length of the paths, each of which can be as long
	// as half the document. Duplicate fields beyond the limit are not reported.
	maxPathBytes = 16 << 20
)

// pathElement is a field or an index in the path of a value.
type pathElement struct {
	name    string
	index   int
	isIndex bool
}

// duplicates collects the errors about duplicate fields.
type duplicates struct {
	found []string // the server's texts, in order of the document
	seen  map[string]bool
	bytes int
}

// add reports the repeated field name of the object at path, once for each path.
func (d *duplicates) add(path []pathElement, name string) {
	d.report("duplicate field ", path, name)
}

// addUnknown reports the unknown field name of the object at path, once for each path.
func (d *duplicates) addUnknown(path []pathElement, name string) {
	d.report("unknown field ", path, name)
}

func (d *duplicates) report(what string, path []pathElement, name string) {
	if len(d.found) >= maxDuplicates || d.bytes >= maxPathBytes {
		return
	}
	text := printPath(path, name)
	d.bytes += len(text)
	text = what + strconv.Quote(text)
	if d.seen[text] {
		return
	}
	if d.seen == nil {
		d.seen = map[string]bool{}
	}
	d.seen[text] = true
	d.found = append(d.found, text)
}

// printPath returns the path of a field as the server prints it: names are joined
// with dots, and nothing is escaped.
//
// Rule: sigs.k8s.io/json, the FieldPath of a FieldError.
func printPath(path []pathElement, name string) string {
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
