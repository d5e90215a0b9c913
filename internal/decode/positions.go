package decode

import (
	"context"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/field"
)

// Positions holds the positions of the values of one document. It is immutable.
type Positions struct {
	root     child
	repeated []Repeated
}

// Repeated is a repetition of a field in an object.
type Repeated struct {
	Path field.Path
	// Warning is the server's warning.
	Warning string
	// First is the position of the first field, Again the position of the repetition.
	First, Again Position
}

type child struct {
	key   Position      // where the field starts; of an element and the root, value
	value Position      // where the value starts
	node  *positionNode // nil for scalars
}

type positionNode struct {
	fields   map[string]child
	elements []child
}

// Of returns the positions where the field or element at path and its value start. steps
// is the number of steps of path that the text has; if some are missing, the positions are
// of the last value found.
func (p *Positions) Of(path field.Path) (key, value Position, steps int) {
	at := p.root
	for i, step := range path {
		next, ok := at.node.child(step)
		if !ok {
			return at.key, at.value, i
		}
		at = next
	}
	return at.key, at.value, len(path)
}

func (n *positionNode) child(s field.Step) (c child, ok bool) {
	switch {
	case n == nil:
		return child{}, false
	case s.Kind() != field.IndexStep:
		c, ok = n.fields[s.Name()]
		return c, ok
	case s.Index() < 0 || s.Index() >= len(n.elements):
		return child{}, false
	default:
		return n.elements[s.Index()], true
	}
}

// In returns the positions of the value at path, as if it were a document. If the value is
// missing, all are the position of the nearest value around it.
func (p *Positions) In(path field.Path) *Positions {
	at := Positions{root: p.root}
	for _, step := range path {
		next, ok := at.root.node.child(step)
		if !ok {
			at.root.node = nil
			break
		}
		at.root = next
	}
	return &at
}

// Repeated returns the first 100 repeated fields in the order of the text. Fields of YAML
// aliases are listed where the value is written. The list ends after 4 MiB of warnings.
func (p *Positions) Repeated() []Repeated { return p.repeated }

// Source is the text of one document.
type Source struct {
	start  Position
	text   []byte
	syntax MediaType
}

// Positions parses the text. If it cannot be parsed, all positions are its start; for the
// zero Source they are zero. The error is a [Failure].
func (s Source) Positions(ctx context.Context) (p *Positions, err error) {
	w := work.Start(ctx, "finding positions")
	if s.syntax == MediaYAML {
		p = yamlPositions(w, s.start, s.text)
	} else {
		p = jsonPositions(w, s.start, s.text)
	}
	if err := w.Err(); err != nil {
		return nil, err
	}
	return p, nil
}

// SourceOf returns the text that [ReadBody] reads.
func SourceOf(text []byte, t MediaType) Source { return Source{start: start, text: text, syntax: t} }

func positionsAt(p Position) *Positions {
	return &Positions{root: child{key: p, value: p}}
}

type locator struct {
	path     field.Path
	repeated []Repeated
	steps    int // in the paths of repeated
	bytes    int // of the warnings of repeated
}

// maxRepeatedSteps limits the steps of paths, because each can be as deep as the text.
const maxRepeatedSteps = 1 << 20

// maxRepeatedBytes limits the warnings, because names can be long, too.
const maxRepeatedBytes = 4 << 20

// add adds a field to an object, under id. The last of repeated fields counts. warning
// returns the server's warning.
func (l *locator) add(n *positionNode, id, name string, c child, warning func(path field.Path) string) {
	if n.fields == nil {
		n.fields = map[string]child{}
	}
	if before, exists := n.fields[id]; exists {
		l.report(name, before, c, warning)
	}
	n.fields[id] = c
}

func (l *locator) report(name string, before, again child, warning func(field.Path) string) {
	if len(l.repeated) == maxDuplicates || l.steps > maxRepeatedSteps || l.bytes > maxRepeatedBytes {
		return
	}
	l.steps += len(l.path)
	path := l.path.Append(field.Field(name))
	text := warning(path)
	l.bytes += len(text)
	l.repeated = append(l.repeated, Repeated{Path: path, Warning: text, First: before.key, Again: again.key})
}
