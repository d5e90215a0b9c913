package fix

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"regexp"

	"go.yaml.in/yaml/v3"

	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/structural"
)

// indentedSequence matches a field of the top level or of the spec whose sequence is indented.
var indentedSequence = regexp.MustCompile(`(?m)^(\w+:\n  |  \w+:\n    )- `)

// Text returns a YAML text of one CRD with edits. The error says why it cannot be written: the text has
// several documents, or what was written would not be read as want.
func Text(ctx context.Context, text []byte, edits []hints.Edit, want map[string]any) ([]byte, error) {
	if _, err := document.DecodeOne(ctx, text); err != nil {
		return nil, err
	}
	var root yaml.Node
	if err := yaml.Unmarshal(text, &root); err != nil {
		return nil, err
	}
	if len(root.Content) != 1 {
		return nil, errors.New("the text has no document")
	}
	for _, edit := range edits {
		if err := apply(root.Content[0], edit.Path, edit); err != nil {
			return nil, err
		}
	}
	var out bytes.Buffer
	if bytes.HasPrefix(text, []byte("---\n")) {
		out.WriteString("---\n")
	}
	encoder := yaml.NewEncoder(&out)
	encoder.SetIndent(2)
	if !indentedSequence.Match(text) {
		encoder.CompactSeqIndent()
	}
	if err := errors.Join(encoder.Encode(&root), encoder.Close()); err != nil {
		return nil, err
	}
	doc, err := document.DecodeOne(ctx, out.Bytes())
	if err == nil && !reflect.DeepEqual(doc.Object, want) {
		err = errors.New("the edited text would be read as another CRD")
	}
	return out.Bytes(), err
}

// apply makes an edit at a path below a node. It creates missing mappings.
func apply(n *yaml.Node, path structural.Path, edit hints.Edit) error {
	if len(path) == 0 {
		var value yaml.Node
		if err := value.Encode(edit.Value); err != nil {
			return err
		}
		value.HeadComment, value.LineComment, value.FootComment = n.HeadComment, n.LineComment, n.FootComment
		*n = value
		return nil
	}
	switch n.Kind {
	case yaml.SequenceNode:
		i := path[0].Index()
		if i < 0 || i >= len(n.Content) {
			return fmt.Errorf("there is no element %d", i)
		}
		if len(path) == 1 && edit.Remove {
			n.Content = append(n.Content[:i], n.Content[i+1:]...)
			return nil
		}
		return apply(n.Content[i], path[1:], edit)
	case yaml.MappingNode:
		return applyField(n, path, edit)
	default:
		return errors.New("the text has an alias or another value on the path")
	}
}

func applyField(n *yaml.Node, path structural.Path, edit hints.Edit) error {
	name := path[0].Name()
	for i := 0; i < len(n.Content); i += 2 {
		if n.Content[i].Value != name {
			continue
		}
		if len(path) == 1 && edit.Remove {
			n.Content = append(n.Content[:i], n.Content[i+2:]...)
			return nil
		}
		return apply(n.Content[i+1], path[1:], edit)
	}
	if edit.Remove {
		return nil
	}
	added := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
	n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: name}, added)
	return apply(added, path[1:], edit)
}
