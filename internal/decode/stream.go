package decode

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"unicode"

	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
)

// Stream decodes a file with any number of documents as kubectl does. The error is an
// [*Error] or a [Failure]; the documents before an Error are returned, too.
//
//   - A file that starts with `{` holds a sequence of JSON values. If the first or
//     the second is invalid, the rest of the file is read as YAML; if the next
//     document is not YAML either, the error is JSON's, or YAML's if the JSON fails at a
//     name without quotes. So {a: 1} is YAML. Between `---`,
//     only the first JSON value is read as JSON: in the others 1.0 is an int64.
//   - YAML documents end at lines that start with `---` or consist of `...`. White
//     space and a comment may follow these markers; a line like `--- {a: 1}` is an
//     error. Only the first document between two markers counts, as in a body.
//   - Directives, %YAML 1.1, belong to the document after them, as in a body. kubectl
//     refuses them.
//   - Documents that are empty or null are left out.
//   - Lines may end in CRLF. Everything after a byte order mark is YAML.
//
// kubectl does not recognize `...` as a marker, and drops the rest. It drops duplicate
// fields of YAML; [Document.Strict] reports them.
//
// Rule: k8s.io/apimachinery/pkg/util/yaml, YAMLOrJSONDecoder.
func Stream(ctx context.Context, file []byte) ([]Document, error) {
	s := stream{work: work.Start(ctx, stage)}
	err := s.read(file)
	if s.work.Failed() {
		return nil, s.work.Err()
	}
	return s.documents, err
}

func (s *stream) read(file []byte) error {
	p := chunk{Position: start, text: file}
	if p.looksLikeJSON() {
		return s.readJSON(p)
	}
	p.text = bytes.TrimPrefix(p.text, []byte("\ufeff"))
	return s.readYAML(p)
}

type stream struct {
	work      *work.Tracker
	documents []Document
}

func (s *stream) add(doc Document, err error) error {
	if err == nil && doc.Value != nil {
		s.documents = append(s.documents, doc)
	}
	return err
}

func (s *stream) readYAML(p chunk) error {
	for len(p.text) > 0 {
		document, rest, err := p.cut()
		if err := s.add(document.yaml(s.work)); err != nil {
			return err
		}
		if err != nil {
			return err
		}
		p = rest
	}
	return nil
}

func (s *stream) readJSON(p chunk) error {
	for count := 0; ; count++ {
		value := p.from(len(p.text) - len(bytes.TrimLeft(p.text, jsontext.Spaces)))
		if len(value.text) == 0 {
			return nil
		}
		length, err := jsontext.First(s.work, value.text)
		if s.work.Failed() {
			return s.work.Err()
		}
		if err != nil {
			return s.readRest(p, count)
		}
		if err := s.add(validJSONAt(s.work, value.Position, value.text[:length:length])); err != nil {
			return err
		}
		p = value.from(length)
	}
}

func (s *stream) readRest(p chunk, count int) error {
	_, notJSON := jsonAt(s.work, p.Position, p.text)
	if count > 1 {
		return notJSON
	}
	rest := p.from(len(p.text) - len(trimLine(p.text)))
	first, _, _ := rest.cut()
	if _, err := first.yaml(s.work); err != nil && !s.failsAtBareName(p.text) {
		return notJSON
	}
	return s.readYAML(rest)
}

// failsAtBareName reports whether the first error of a text as JSON is a name without quotes.
func (s *stream) failsAtBareName(text []byte) bool {
	offset, err := jsontext.Check(s.work, text)
	if err == nil || offset >= len(text) {
		return false
	}
	before := bytes.TrimRight(text[:offset], " \t\r\n")
	inObject := bytes.HasSuffix(before, []byte("{")) || bytes.HasSuffix(before, []byte(","))
	return inObject && (unicode.IsLetter(rune(text[offset])) || text[offset] == '_')
}

// yaml decodes p as one YAML document. Like kubectl, it adds a line feed: a block scalar
// without one has another value.
func (p chunk) yaml(w *work.Tracker) (Document, error) {
	text := p.text
	if !bytes.HasSuffix(text, []byte("\n")) {
		text = append(slices.Clip(text), '\n')
	}
	doc, err := yamlAt(w, p.Position, text)
	doc.Source.text = p.text // without the line feed, so that no copy is kept
	return doc, err
}

func trimLine(text []byte) []byte {
	trimmed := bytes.TrimLeftFunc(text, unicode.IsSpace)
	space := text[:len(text)-len(trimmed)]
	if i := bytes.IndexByte(space, '\n'); i >= 0 {
		return text[i+1:]
	}
	return trimmed
}

type chunk struct {
	Position
	text []byte
}

func (p chunk) from(n int) chunk {
	return chunk{Position: p.after(p.text[:n]), text: p.text[n:]}
}

// looksLikeJSON reports whether kubectl would try JSON first.
//
// Rule: k8s.io/apimachinery/pkg/util/yaml, IsJSONBuffer.
func (p chunk) looksLikeJSON() bool {
	return bytes.HasPrefix(bytes.TrimLeftFunc(p.text, unicode.IsSpace), []byte("{"))
}

// cut returns the first YAML document of p and the rest after the marker that ends it. A
// start marker at the beginning is left to the YAML parser. The error is about the marker;
// document is set even then.
//
// Rule: k8s.io/apimachinery/pkg/util/yaml, YAMLReader.
func (p chunk) cut() (document, rest chunk, err error) {
	at := p
	for line := range bytes.Lines(p.text) {
		document := chunk{Position: p.Position, text: p.text[:len(p.text)-len(at.text)]}
		found, err := readMarker(line)
		if err != nil {
			return document, chunk{}, at.from(len("---")).wrap(err)
		}
		at = at.from(len(line))
		if found == endMarker || found == startMarker && len(document.text) > 0 && !onlyDirectives(document.text) {
			return document, at, nil
		}
	}
	return p, chunk{}, nil
}

// onlyDirectives reports whether a text has directives, and else only comments.
func onlyDirectives(text []byte) bool {
	directives := false
	for line := range bytes.Lines(text) {
		directive := line[0] == '%'
		if !directive && !isComment(bytes.TrimSpace(line)) {
			return false
		}
		directives = directives || directive
	}
	return directives
}

type marker uint8

const (
	noMarker    marker = iota
	startMarker        // ---
	endMarker          // ...
)

// readMarker returns the marker of a line: after `---` only a comment may follow, and
// `...` is a marker only if nothing or a comment follows.
func readMarker(line []byte) (marker, error) {
	if behind, ok := bytes.CutPrefix(line, []byte("---")); ok {
		if behind = bytes.TrimSpace(behind); !isComment(behind) {
			return noMarker, fmt.Errorf("invalid Yaml document separator: %s", behind)
		}
		return startMarker, nil
	}
	if behind, ok := bytes.CutPrefix(line, []byte("...")); ok && isComment(bytes.TrimSpace(behind)) {
		return endMarker, nil
	}
	return noMarker, nil
}

func isComment(text []byte) bool {
	return len(text) == 0 || text[0] == '#'
}
