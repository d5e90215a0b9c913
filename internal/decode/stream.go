package decode

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// Stream decodes a file with any number of documents as kubectl does. The
// documents before an error are returned beside it; the error is an [*Error].
//
//   - Documents end at lines that start with `---` or consist of `...`. Behind
//     these marks there may be white space and a comment; a line like
//     `--- {a: 1}` is an error.
//   - A part that starts with `{` holds JSON values one after another. If the
//     first or the second is none, the remaining text is read as YAML, and the
//     error is that of JSON unless that succeeds: {a: 1} is YAML.
//   - Every other part is one YAML document.
//   - Documents without content, or null, are left out.
//   - A byte order mark at the start is skipped, and lines may end in CRLF.
//
// kubectl does not know `...` and drops what follows; it sends JSON on to the
// server as it stands, while repeated fields of YAML are gone before the
// server sees them: their [Document.Strict] is what a server would say to the
// file itself.
//
// Rule: k8s.io/apimachinery/pkg/util/yaml, YAMLOrJSONDecoder.
func Stream(file []byte) ([]Document, error) {
	var s stream
	for p, err := range parts(bytes.TrimPrefix(file, []byte("\ufeff"))) {
		if err == nil {
			err = s.read(p)
		}
		if err != nil {
			return s.documents, err
		}
	}
	return s.documents, nil
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

func (s *stream) read(p part) error {
	if p.looksLikeJSON() {
		return s.readJSON(p)
	}
	return s.add(yamlAt(p.place, p.text))
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
	doc, err := jsonAt(p.place, p.text)
	if err != nil && count <= 1 && s.add(yamlAt(p.place, p.text)) == nil {
		return nil
	}
	return s.add(doc, err)
}
