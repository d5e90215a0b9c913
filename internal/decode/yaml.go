package decode

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	// The conversion to JSON of the module's main package keeps one of two
	// names that become the same string by chance, and repeats a long string
	// for each of its aliases. So the conversion is ours and only the parser
	// is used, through the module that Kubernetes itself depends on.
	goyaml "sigs.k8s.io/yaml/goyaml.v2"
)

const (
	// maxTagDirectives bounds what the parser compares with each other.
	maxTagDirectives = 200
	// maxAliasedName bounds the text that the parser writes for each repeated
	// field: an alias makes a long name short to repeat.
	maxAliasedName = 512
)

var (
	errAliasing      = errors.New("yaml: document contains excessive aliasing")
	errTagDirectives = errors.New("yaml: document contains too many %TAG directives")
)

// YAML decodes a request body of the type application/yaml: the first YAML
// document of it. An empty one is nil. The error is an [*Error].
//
// Rule: k8s.io/apimachinery/pkg/runtime/serializer/json, Serializer.Decode
// with Yaml and Strict.
func YAML(body []byte) (Document, error) {
	return yamlAt(start, body)
}

// yamlAt decodes a YAML document that starts at p in the input.
func yamlAt(p place, text []byte) (Document, error) {
	doc, err := yamlDocument(text)
	if err != nil {
		return Document{}, &Error{Line: p.line, Err: err}
	}
	doc.Line = p.line
	return doc, nil
}

// yamlDocument takes the server's way: from YAML to JSON to a value.
func yamlDocument(text []byte) (Document, error) {
	tree, repeated, err := parseYAML(text)
	if err != nil {
		return Document{}, err
	}
	asJSON, err := json.Marshal(tree)
	if err != nil {
		return Document{}, err
	}
	doc, err := JSON(asJSON)
	if err != nil {
		return Document{}, errors.Unwrap(err) // its place is not one of the YAML text
	}
	if repeated != nil {
		doc.Strict = slices.Insert(doc.Strict, 0, repeated.Error())
	}
	return doc, nil
}

// parseYAML returns what the document says, with names made strings, and
// beside it what the parser says about repeated fields. The strict parser keeps
// the first of them and a server the last, so a document that repeats one is
// parsed twice. A document that may have aliases is, too: how long its names are must be
// known before the strict parser may write them down.
func parseYAML(text []byte) (tree any, repeated, err error) {
	if tagDirectives(text) > maxTagDirectives {
		return nil, nil, errTagDirectives
	}
	aliases := bytes.IndexByte(text, '&') >= 0 && bytes.IndexByte(text, '*') >= 0
	if !aliases {
		repeated = goyaml.UnmarshalStrict(text, &tree)
	}
	if aliases || repeated != nil {
		tree = nil
		if err := goyaml.Unmarshal(text, &tree); err != nil {
			return nil, nil, err
		}
	}
	c := converter{budget: expansionLimit(text)}
	if tree, err = c.value(tree, 0); err != nil || !aliases {
		return tree, repeated, err
	}
	if c.longestName > maxAliasedName {
		return nil, nil, errAliasing
	}
	var ignored any
	return tree, goyaml.UnmarshalStrict(text, &ignored), nil
}

// expansionLimit is how large a document may become by aliases: no document
// without them gets there.
func expansionLimit(text []byte) int {
	return 64<<20 + 2*len(text)
}

// tagDirectives is not less than the number of %TAG directives in text, in any
// encoding that YAML has.
func tagDirectives(text []byte) int {
	if bytes.IndexByte(text, 0) >= 0 {
		text = bytes.ReplaceAll(text, []byte{0}, nil)
	}
	return bytes.Count(text, []byte("%TAG ")) + bytes.Count(text, []byte("%TAG\t"))
}
