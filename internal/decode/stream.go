package decode

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode"
)

// Stream decodes a file with any number of documents as kubectl does. The
// documents before an error are returned beside it; the error is an [*Error].
//
//   - A file that starts with `{` holds JSON values one after another. If the
//     first or the second is none, the rest of the file is read as YAML, and
//     the error is that of JSON if the next document is no YAML either. So
//     {a: 1} is YAML, and of JSON values between `---` only the first is read
//     as JSON: in the others 1.0 is an int64.
//   - YAML documents end at lines that start with `---` or consist of `...`.
//     Behind these marks there may be white space and a comment; a line like
//     `--- {a: 1}` is an error. Of what stands between two marks the first
//     document counts, as it does in a body.
//   - Documents without content, or null, are left out.
//   - Lines may end in CRLF, and a byte order mark is skipped; behind it
//     everything is YAML.
//
// Two things differ from kubectl. It does not take `...` for a mark and drops
// what follows. And it drops repeated fields of YAML before a server sees
// them: [Document.Strict] is what a server would say to the document itself.
//
// Rule: k8s.io/apimachinery/pkg/util/yaml, YAMLOrJSONDecoder.
func Stream(file []byte) ([]Document, error) {
	var s stream
	p := part{place: start, text: file}
	if p.looksLikeJSON() {
		err := s.readJSON(p)
		return s.documents, err
	}
	p.text = bytes.TrimPrefix(p.text, []byte("\ufeff"))
	err := s.readYAML(p)
	return s.documents, err
}

// stream collects the documents of a file.
type stream struct{ documents []Document }

// add keeps a document unless it is empty.
func (s *stream) add(doc Document, err error) error {
	if err == nil && doc.Value != nil {
		s.documents = append(s.documents, doc)
	}
	return err
}

// readYAML reads YAML documents between marks.
func (s *stream) readYAML(p part) error {
	for len(p.text) > 0 {
		document, rest, err := p.cut()
		if err := s.add(document.yaml()); err != nil {
			return err
		}
		if err != nil {
			return err
		}
		p = rest
	}
	return nil
}

// readJSON reads JSON values one after another while there are any.
func (s *stream) readJSON(p part) error {
	values := json.NewDecoder(bytes.NewReader(p.text))
	for count, end := 0, 0; ; count++ {
		var value json.RawMessage
		if err := values.Decode(&value); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return s.readNotJSON(p, count)
		}
		before := end
		end = int(values.InputOffset())
		p = p.from(end - before - len(value)) // white space
		if err := s.add(jsonAt(p.place, value)); err != nil {
			return err
		}
		p = p.from(len(value))
	}
}

// readNotJSON gives YAML a try with what follows count JSON values.
func (s *stream) readNotJSON(p part, count int) error {
	_, notJSON := jsonAt(p.place, p.text)
	if count > 1 {
		return notJSON
	}
	rest := p.from(len(p.text) - len(trimLine(p.text)))
	first, _, _ := rest.cut()
	if _, err := first.yaml(); err != nil {
		return notJSON
	}
	return s.readYAML(rest)
}

// yaml decodes p as one YAML document. It is given the line feed that kubectl
// gives to each line: a block scalar without one at its end has another value.
func (p part) yaml() (Document, error) {
	text := p.text
	if !bytes.HasSuffix(text, []byte("\n")) {
		text = append(slices.Clip(text), '\n')
	}
	return yamlAt(p.place, text)
}

// trimLine is text without white space at its start, up to a line feed.
func trimLine(text []byte) []byte {
	trimmed := bytes.TrimLeftFunc(text, unicode.IsSpace)
	space := text[:len(text)-len(trimmed)]
	if i := bytes.IndexByte(space, '\n'); i >= 0 {
		return text[i+1:]
	}
	return trimmed
}

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
