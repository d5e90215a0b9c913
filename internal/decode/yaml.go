package decode

import (
	"bytes"
	"errors"

	// Only the parser of the module is used. Its own conversion to JSON keeps a
	// random one of two names that become the same string, and copies a long
	// string for each of its aliases.
	goyaml "sigs.k8s.io/yaml/goyaml.v2"
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
// The value of an empty document is nil. The error is an [*Error].
//
// Rule: k8s.io/apimachinery/pkg/runtime/serializer/json, Serializer.Decode
// with Yaml and Strict.
func YAML(body []byte) (Document, error) {
	return yamlAt(start, body)
}

// yamlAt decodes a YAML document that starts at p in the input.
func yamlAt(p Position, text []byte) (Document, error) {
	doc, err := yamlDocument(text)
	if err != nil {
		return Document{}, &Error{Line: p.Line, Err: err}
	}
	doc.Line, doc.Source = p.Line, Source{p, text, MediaYAML}
	return doc, nil
}

// yamlDocument decodes a YAML document as the server does: it converts YAML to JSON,
// and decodes that.
func yamlDocument(text []byte) (Document, error) {
	asJSON, duplicates, err := yamlToJSON(text)
	if err != nil {
		return Document{}, err
	}
	return Body{JSON: asJSON, yamlStrict: duplicates}.Decode()
}

// parseYAML returns the value of the document, with names converted to strings, and
// the parser's error about duplicate fields. The strict parser keeps the first of
// duplicate fields and the server the last, so a document that has some is parsed
// twice. So is a document that may have aliases: the length of its names must be
// known before the strict parser may write them.
func parseYAML(text []byte) (tree any, duplicates, err error) {
	if tagDirectives(text) > maxTagDirectives {
		return nil, nil, errTagDirectives
	}
	aliases := bytes.IndexByte(text, '&') >= 0 && bytes.IndexByte(text, '*') >= 0
	if !aliases {
		duplicates = goyaml.UnmarshalStrict(text, &tree)
	}
	if aliases || duplicates != nil {
		tree = nil
		if err := goyaml.Unmarshal(text, &tree); err != nil {
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
	return tree, goyaml.UnmarshalStrict(text, &ignored), nil
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
