package field

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema/internal/valuetext"
)

// StepKind is the way in which a [Step] enters a value.
type StepKind uint8

const (
	// FieldStep enters an object at a named field; printed `.name`.
	FieldStep StepKind = iota
	// KeyStep enters a map at an arbitrary key; printed `[key]`.
	KeyStep
	// IndexStep enters a list at an index; printed `[3]`.
	IndexStep
)

var stepKinds = valuetext.Enum[StepKind]{Name: "StepKind", Words: []string{FieldStep: "field", KeyStep: "key", IndexStep: "index"}}

// String returns the word of the kind: "field", "key" or "index".
func (k StepKind) String() string { return stepKinds.Word(k) }

// MarshalText returns what [StepKind.String] returns.
func (k StepKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText sets k to the kind with a word, or returns an error.
func (k *StepKind) UnmarshalText(text []byte) error { return stepKinds.Read(text, k) }

// Step is one step of a [Path]: a field, a map key or a list index. Steps are
// comparable with ==.
type Step struct {
	name  string
	index int
	kind  StepKind
}

// Field returns the step into the object field called name.
func Field(name string) Step { return Step{name: name, kind: FieldStep} }

// Key returns the step into the map entry under key.
func Key(key string) Step { return Step{name: key, kind: KeyStep} }

// Index returns the step into the list element i, counted from 0.
func Index(i int) Step { return Step{index: i, kind: IndexStep} }

// Kind returns whether s enters a field, a map entry or a list element.
func (s Step) Kind() StepKind { return s.kind }

// Name returns the field name or map key. It is empty for an index.
func (s Step) Name() string { return s.name }

// Index returns the list index. It is 0 for fields and keys.
func (s Step) Index() int { return s.index }

// Compare orders steps: fields and keys before indices, names in byte order,
// indices by number; a field before a key of the same name.
func (s Step) Compare(t Step) int {
	if (s.kind == IndexStep) != (t.kind == IndexStep) {
		return cmp.Compare(s.kind/IndexStep, t.kind/IndexStep)
	}
	return cmp.Or(
		cmp.Compare(s.index, t.index),
		strings.Compare(s.name, t.name),
		cmp.Compare(s.kind, t.kind),
	)
}

// Path locates a value in an object, a schema or a CRD, from the root down. The
// empty path is the root. Paths that this module returns share no memory with
// each other and may be kept.
type Path []Step

// String returns the path as a Kubernetes API server prints it: fields joined with dots,
// keys and indices in brackets, the root as `<nil>`. Names are neither quoted nor escaped,
// so two different paths may print alike: compare paths, or use [Path.Pointer].
//
// Rule: k8s.io/apimachinery/pkg/util/validation/field, Path.String.
func (p Path) String() string {
	if len(p) == 0 {
		return "<nil>"
	}
	var b strings.Builder
	b.Grow(p.textSize())
	for i, s := range p {
		s.print(&b, i == 0)
	}
	return b.String()
}

// Dotted returns the path as a server prints it in messages about unknown
// fields: fields and keys alike follow a dot, indices are in brackets. The root
// is empty.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema,
// UnknownFieldPathOptions.
func (p Path) Dotted() string { return p.dotted("", "") }

// dotted returns the path as Dotted does, between two texts.
func (p Path) dotted(before, after string) string {
	var b strings.Builder
	b.Grow(len(before) + p.textSize() + len(after))
	b.WriteString(before)
	for i, s := range p {
		switch {
		case s.kind == IndexStep:
			s.print(&b, i == 0)
			continue
		case i > 0:
			b.WriteByte('.')
		}
		b.WriteString(s.name)
	}
	b.WriteString(after)
	return b.String()
}

// textSize returns about the number of bytes of the path as text: with dots, brackets, and
// most indices.
func (p Path) textSize() int { return 4*len(p) + p.nameSize() }

func (s Step) print(b *strings.Builder, first bool) {
	if s.kind == FieldStep && s.name != "" {
		if !first {
			b.WriteByte('.')
		}
		b.WriteString(s.name)
		return
	}
	b.WriteByte('[')
	if s.kind == IndexStep {
		b.WriteString(strconv.Itoa(s.index))
	} else {
		b.WriteString(s.name)
	}
	b.WriteByte(']')
}

// Append returns a new path of p followed by steps. It shares no memory with p.
func (p Path) Append(steps ...Step) Path {
	out := make(Path, 0, len(p)+len(steps))
	return append(append(out, p...), steps...)
}

// Compare orders paths step by step. A path comes before the paths below it.
func (p Path) Compare(q Path) int {
	for i := range min(len(p), len(q)) {
		if p[i] != q[i] {
			return p[i].Compare(q[i])
		}
	}
	return cmp.Compare(len(p), len(q))
}

// Size returns the approximate number of bytes that the path takes and prints.
func (p Path) Size() int {
	const step = 32 + len("[]") // without its name
	return step*len(p) + p.nameSize()
}

func (p Path) nameSize() int {
	n := 0
	for i := range p {
		n += len(p[i].name)
	}
	return n
}

// below returns parent, a printed path, followed by text, the printed form of p, with a
// dot between them unless text begins with a bracket, as a field without a name prints,
// too.
func (p Path) below(parent, text string) string {
	bracket := strings.HasPrefix(text, "[") && (len(p) == 0 || p[0].Kind() != FieldStep || p[0].Name() == "")
	if parent == "" || text == "" || bracket {
		return parent + text
	}
	return parent + "." + text
}
