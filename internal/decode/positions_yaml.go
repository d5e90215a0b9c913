package decode

import (
	"errors"
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/field"
)

// maxMerged limits the fields that merge keys copy in one document. The decoder's
// limit of aliases is about as high.
const maxMerged = 1 << 20

func yamlPositions(w *work.Tracker, p Position, text []byte) *Positions {
	root, err := parseNodes(w, text)
	if err != nil {
		return positionsAt(p)
	}
	l := yamlLocator{
		work:    w,
		strings: nonSpecificTags(text),
		lines:   newYAMLLines(p, text),
		known:   map[*yaml.Node]*positionNode{},
		keys:    map[string]any{},
		left:    maxMerged,
	}
	at := l.where(root)
	return &Positions{root: l.child(at, root), repeated: l.repeated}
}

// parseNodes returns the root of the first document.
func parseNodes(w *work.Tracker, text []byte) (root *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil { // the parser panics if it finds a mistake of its own
			err = fmt.Errorf("yaml: %v", r)
		}
	}()
	if tagDirectives(text) > maxTagDirectives {
		return nil, errTagDirectives
	}
	if !countNumbers(w, text) {
		return nil, w.Err()
	}
	var document yaml.Node
	if err := yaml.NewDecoder(&steppingReader{w, text}).Decode(&document); err != nil {
		return nil, err
	}
	if len(document.Content) == 0 {
		return nil, errors.New("yaml: the document is empty")
	}
	return document.Content[0], nil
}

// yamlLocator makes the nodes of a document. The node of an anchor has several parents.
type yamlLocator struct {
	locator
	work    *work.Tracker
	lines   yamlLines
	known   map[*yaml.Node]*positionNode
	keys    map[string]any      // the values of keys by their text
	merging map[*yaml.Node]bool // mappings whose fields are being merged into another
	left    int                 // number of fields that may still be merged
	strings map[mark]bool       // where nodes with the tag "!" begin, and maybe more
}

func (l *yamlLocator) where(n *yaml.Node) Position { return l.lines.position(n.Line, n.Column) }

func (l *yamlLocator) child(key Position, v *yaml.Node) child {
	c := child{key: key, value: l.where(v)}
	if v.Kind == yaml.AliasNode {
		v = v.Alias
	}
	if !l.work.Step(1) {
		return c
	}
	switch v.Kind {
	case yaml.MappingNode, yaml.SequenceNode:
		c.node = l.node(v)
	}
	return c
}

func (l *yamlLocator) node(v *yaml.Node) *positionNode {
	if n, ok := l.known[v]; ok {
		return n
	}
	n := &positionNode{}
	l.known[v] = n
	if v.Kind == yaml.MappingNode {
		var others otherKeys
		l.fields(v, n, &others)
		others.name(n)
		return n
	}
	depth := len(l.path)
	for i, e := range v.Content {
		l.path = append(l.path, field.Index(i))
		n.elements = append(n.elements, l.child(l.where(e), e))
		l.path = l.path[:depth]
	}
	return n
}

// fields adds the fields of a mapping in the order of the decoder: a merge key replaces
// the fields before it.
func (l *yamlLocator) fields(mapping *yaml.Node, n *positionNode, others *otherKeys) {
	depth := len(l.path)
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		k, v := mapping.Content[i], mapping.Content[i+1]
		if len(l.merging) > 0 {
			if l.left--; l.left < 0 {
				return
			}
		}
		if isMergeKey(k) {
			l.merge(v, n, others)
			continue
		}
		key := l.key(k)
		l.path = append(l.path, field.Field(key.name))
		c := l.child(l.where(k), v)
		l.path = l.path[:depth]
		others.add(key)
		l.add(n, key.id, key.name, c, func(field.Path) string {
			return fmt.Sprintf("line %d: key %#v already set in map", v.Line, key.value)
		})
	}
}

func isMergeKey(k *yaml.Node) bool {
	return k.Kind == yaml.ScalarNode && k.Value == "<<" && k.Tag == "!!merge"
}

// merge adds the fields of a mapping, or of a sequence of mappings, the first ones with
// priority.
func (l *yamlLocator) merge(v *yaml.Node, n *positionNode, others *otherKeys) {
	if v.Kind == yaml.SequenceNode {
		for i := len(v.Content) - 1; i >= 0; i-- {
			l.mergeMapping(v.Content[i], n, others)
		}
		return
	}
	l.mergeMapping(v, n, others)
}

func (l *yamlLocator) mergeMapping(v *yaml.Node, n *positionNode, others *otherKeys) {
	if v.Kind == yaml.AliasNode {
		v = v.Alias
	}
	if v.Kind != yaml.MappingNode || l.merging[v] {
		return
	}
	if l.merging == nil {
		l.merging = map[*yaml.Node]bool{}
	}
	l.merging[v] = true
	l.fields(v, n, others)
	delete(l.merging, v)
}
