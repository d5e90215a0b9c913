package decode

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/seed95800270/crdschema/internal/work"
)

const (
	// maxTagDirectives limits the directives, because the parser compares them pairwise.
	maxTagDirectives = 200
	// maxAliasedName limits the text that the parser writes for a duplicate field: aliases
	// repeat long names.
	maxAliasedName = 512
)

var (
	errAliasing      = errors.New("yaml: document contains excessive aliasing")
	errTagDirectives = errors.New("yaml: document contains too many %TAG directives")
)

// YAML decodes a request body of the type application/yaml. The error is an [*Error] or a
// [Failure].
//
// Rule: k8s.io/apimachinery/pkg/runtime/serializer/json, Serializer.Decode with Yaml and
// Strict.
func YAML(ctx context.Context, body []byte) (Document, error) {
	return yamlAt(work.Start(ctx, stage), start, body)
}

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

func yamlDocument(w *work.Tracker, text []byte) (Document, error) {
	tree, err := yamlTreeOf(w, text)
	if err != nil {
		return Document{}, err
	}
	if value, ok := tree.plainValue(w, text); ok {
		return Document{Value: value}, nil
	}
	asJSON, duplicates, err := tree.toJSON(w, text)
	if err != nil {
		return Document{}, err
	}
	doc, err := validJSONAt(w, start, asJSON) // the writer writes valid JSON only
	if bad := (*Error)(nil); errors.As(err, &bad) {
		return Document{}, bad.Err
	}
	if err != nil {
		return Document{}, err
	}
	doc.Strict = slices.Concat(Body{yamlStrict: duplicates}.Strict(), doc.Strict)
	return doc, nil
}

// yamlToJSON converts a YAML document to JSON. duplicates is the strict parser's error
// about duplicate fields. That parser keeps the first of them and the server the last, so
// a document with duplicates is parsed twice.
func yamlToJSON(w *work.Tracker, text []byte) (asJSON []byte, duplicates, err error) {
	tree, err := yamlTreeOf(w, text)
	if err != nil {
		return nil, nil, err
	}
	return tree.toJSON(w, text)
}

func yamlTreeOf(w *work.Tracker, text []byte) (yamlTree, error) {
	if tagDirectives(text) > maxTagDirectives {
		return yamlTree{}, errTagDirectives
	}
	if !countNumbers(w, text) {
		return yamlTree{}, w.Err()
	}
	return parseTree(w, text)
}

func (tree *yamlTree) toJSON(w *work.Tracker, text []byte) (asJSON []byte, duplicates, err error) {
	if tree.ordered && !hasPlainKeys(w, tree.value) {
		if *tree, err = parseMaps(w, text); err != nil {
			return nil, nil, err
		}
	}
	c := yamlWriter{yamlConverter: yamlConverter{budget: expansionLimit(text), textBytes: len(text)}, work: w, out: make([]byte, 0, len(text))}
	if mayHaveAliases(text) && !c.fits(tree.value) {
		return nil, nil, cmp.Or(w.Err(), errAliasing)
	}
	asJSON, err = c.write(tree.value)
	switch {
	case err != nil:
		return nil, nil, err
	case tree.strict || !c.repeated && tree.ordered:
		return asJSON, tree.duplicates, nil
	case mayHaveAliases(text) && c.longestName > maxAliasedName:
		return nil, nil, errAliasing
	}
	tree.value = nil // it may be large
	var ignored any
	duplicates = unmarshal(w, text, &ignored, strict)
	return asJSON, duplicates, w.Err()
}

// expansionLimit returns the maximum size of a document after the expansion of aliases.
func expansionLimit(text []byte) int {
	return 64<<20 + 2*len(text)
}

// tagDirectives returns an upper bound, in any encoding of YAML.
func tagDirectives(text []byte) int {
	if bytes.IndexByte(text, 0) >= 0 {
		text = bytes.ReplaceAll(text, []byte{0}, nil)
	}
	return bytes.Count(text, []byte("%TAG ")) + bytes.Count(text, []byte("%TAG\t"))
}
