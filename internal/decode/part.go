package decode

import (
	"bytes"
	"fmt"
	"unicode"
)

// part is a piece of a file.
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

// cut takes the first YAML document off p and leaves the rest behind the mark
// that ends it. A start mark with nothing before it ends nothing and is left
// to the YAML parser. The error is that of the mark; the document is good.
//
// Rule: k8s.io/apimachinery/pkg/util/yaml, YAMLReader.
func (p part) cut() (document, rest part, err error) {
	at := p
	for line := range bytes.Lines(p.text) {
		document := part{place: p.place, text: p.text[:len(p.text)-len(at.text)]}
		mark, err := readMark(line)
		if err != nil {
			return document, part{}, at.from(len("---")).because(err)
		}
		at = at.from(len(line))
		if mark == endMark || mark == startMark && len(document.text) > 0 {
			return document, at, nil
		}
	}
	return p, part{}, nil
}

// mark is what a line says about documents.
type mark uint8

const (
	noMark    mark = iota
	startMark      // ---
	endMark        // ...
)

// readMark says whether a line is a mark. A line that starts with `---` is
// one whatever follows, and what follows must be a comment; `...` is one if
// nothing else follows.
func readMark(line []byte) (mark, error) {
	if behind, ok := bytes.CutPrefix(line, []byte("---")); ok {
		if behind = bytes.TrimSpace(behind); !isComment(behind) {
			return noMark, fmt.Errorf("invalid Yaml document separator: %s", behind)
		}
		return startMark, nil
	}
	if behind, ok := bytes.CutPrefix(line, []byte("...")); ok && isComment(bytes.TrimSpace(behind)) {
		return endMark, nil
	}
	return noMark, nil
}

// isComment says whether text without white space around it is empty or a
// comment.
func isComment(text []byte) bool {
	return len(text) == 0 || text[0] == '#'
}
