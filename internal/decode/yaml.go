package decode

import (
	"bytes"
	"context"
	"errors"
	"io"

	// Only the parser of the module is used. Its own conversion to JSON keeps a
	// random one of two names that become the same string, and copies a long
	// string for each of its aliases.
	goyaml "sigs.k8s.io/yaml/goyaml.v2"

	"github.com/seed95800270/crdschema/internal/work"
)

const (
	// maxTagDirectives limits the directives, which the parser compares pairwise.
	maxTagDirectives = 200
	// maxAliasedName limits the text that the parser writes for each duplicate field:
	// an alias repeats a long name in little text.
	maxAliasedName = 512
)

var (
	errAliasing      = errors.New("yaml: document contains excessive aliasing")
	errTagDirectives = errors.New("yaml: document contains too many %TAG directives")
)

// YAML decodes a request body of the type application/yaml: its first YAML document.
// The value of an empty document is nil. The error is an [*Error] or a
// [Failure].
//
// Rule: k8s.io/apimachinery/pkg/runtime/serializer/json, Serializer.Decode
// with Yaml and Strict.
func YAML(ctx context.Context, body []byte) (Document, error) {
	return yamlAt(work.Start(ctx, stage), start, body)
}

// yamlAt decodes a YAML document that starts at p in the input.
func yamlAt(w *work.Tracker, p Position, text []byte) (Document, error) {
	doc, err := yamlDocument(w, text)
	if w.Failed() {
		return Document{}, w.Err()
	}
	if err != nil {
		return Document{}, &Error{Line: p.Line, Err: err}
	}
	doc.Line, doc.Source = p.Line, Source{p, text, MediaYAML}
	return doc, nil
}

// yamlDocument decodes a YAML document as the server does: it converts YAML to JSON,
// and decodes that.
func yamlDocument(w *work.Tracker, text []byte) (Document, error) {
	asJSON, duplicates, err := yamlToJSON(w, text)
	if err != nil {
		return Document{}, err
	}
	return Body{JSON: asJSON, yamlStrict: duplicates}.decode(w)
}

// parseYAML returns the value of the document, with names converted to strings, and
// the parser's error about duplicate fields. The strict parser keeps the first of
// duplicate fields and the server the last, so a document that has some is parsed
// twice. So is a document that may have aliases: the length of its names must be
// known before the strict parser may write them.
func parseYAML(w *work.Tracker, text []byte) (tree any, duplicates, err error) {
	if tagDirectives(text) > maxTagDirectives {
		return nil, nil, errTagDirectives
	}
	aliases := bytes.IndexByte(text, '&') >= 0 && bytes.IndexByte(text, '*') >= 0
	if !aliases {
		duplicates = unmarshal(w, text, &tree, strict)
	}
	if aliases || duplicates != nil {
		tree = nil
		if err := unmarshal(w, text, &tree, lenient); err != nil {
			return nil, nil, err
		}
	}
	c := yamlConverter{budget: expansionLimit(text), textBytes: len(text)}
	if tree, err = c.value(tree, 0); err != nil || !aliases {
		return tree, duplicates, err
	}
	if c.longestName > maxAliasedName {
		return nil, nil, errAliasing
	}
	var ignored any
	return tree, unmarshal(w, text, &ignored, strict), nil
}

// strictness is what a YAML parser does about repeated fields.
type strictness bool

const (
	lenient strictness = false
	strict  strictness = true
)

// unmarshal sets what out points to from the first document of text, which may be empty.
func unmarshal(w *work.Tracker, text []byte, out any, s strictness) error {
	if len(text) == 0 {
		return nil
	}
	d := goyaml.NewDecoder(&steppingReader{w, text})
	d.SetStrict(bool(s))
	err := d.Decode(out)
	if w.Failed() {
		return w.Err()
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// bytesPerStep is the number of bytes that a YAML parser reads in the time of one step.
const bytesPerStep = 4

// steppingReader reads a text and counts what a YAML parser does with it.
type steppingReader struct {
	work *work.Tracker
	text []byte // what is left
}

// Read reads from the text, or returns the error of the tracker.
func (r *steppingReader) Read(p []byte) (int, error) {
	if len(r.text) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.text)
	r.text = r.text[n:]
	if !r.work.Step(1 + n/bytesPerStep) {
		return 0, r.work.Err()
	}
	return n, nil
}

// expansionLimit returns the maximum size of a document after the expansion of
// aliases. No document without aliases reaches it.
func expansionLimit(text []byte) int {
	return 64<<20 + 2*len(text)
}

// tagDirectives returns an upper bound of the number of %TAG directives in text, in
// any encoding of YAML.
func tagDirectives(text []byte) int {
	if bytes.IndexByte(text, 0) >= 0 {
		text = bytes.ReplaceAll(text, []byte{0}, nil)
	}
	return bytes.Count(text, []byte("%TAG ")) + bytes.Count(text, []byte("%TAG\t"))
}
