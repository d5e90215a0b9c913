package decode

import (
	"bytes"
	"fmt"
	"iter"
	"unicode"
)

// part is a piece of a file between two document marks.
type part struct {
	place
	text []byte
}

// from is p without its first n bytes.
func (p part) from(n int) part {
	return part{place: p.after(p.text[:n]), text: p.text[n:]}
}

// looksLikeJSON says whether kubectl would try JSON first.
//
// Rule: k8s.io/apimachinery/pkg/util/yaml, IsJSONBuffer.
func (p part) looksLikeJSON() bool {
	return bytes.HasPrefix(bytes.TrimLeftFunc(p.text, unicode.IsSpace), []byte("{"))
}

// parts takes a file apart at its document marks. A mark with something else
// behind it is an error and ends the sequence.
func parts(file []byte) iter.Seq2[part, error] {
	return func(yield func(part, error) bool) {
		rest := part{place: start, text: file}
		at := rest
		for line := range bytes.Lines(file) {
			behind := at.from(len(line))
			found, err := isMark(line)
			if found {
				rest.text = rest.text[:len(rest.text)-len(at.text)]
				if !yield(rest, nil) {
					return
				}
				rest = behind
			}
			if err != nil {
				yield(part{}, at.from(len("---")).because(err))
				return
			}
			at = behind
		}
		yield(rest, nil)
	}
}

// isMark says whether a line ends a document. `---` does whatever follows, and
// what follows must be a comment; `...` does if nothing else follows.
func isMark(line []byte) (found bool, err error) {
	if behind, ok := bytes.CutPrefix(line, []byte("---")); ok {
		if behind = bytes.TrimSpace(behind); !isComment(behind) {
			err = fmt.Errorf("invalid Yaml document separator: %s", behind)
		}
		return true, err
	}
	behind, ok := bytes.CutPrefix(line, []byte("..."))
	return ok && isComment(bytes.TrimSpace(behind)), nil
}

// isComment says whether text without white space around it is empty or a
// comment.
func isComment(text []byte) bool {
	return len(text) == 0 || text[0] == '#'
}
