package spoil

import (
	"math/rand/v2"
	"strings"
)

// writer writes trees as text.
type writer struct {
	*rand.Rand
	strings.Builder
	spaces []string // one of them is written around every token
}

// asJSON returns a tree as JSON, or as YAML in flow style.
func asJSON(r *rand.Rand, n *node) string {
	w := &writer{Rand: r, spaces: oneOf(r, []string{""}, []string{""}, []string{"", " "}, []string{"", "\n", "\t", " \r\n "})}
	w.flow(n)
	w.space()
	return w.String()
}

func (w *writer) space() { w.WriteString(oneOf(w.Rand, w.spaces...)) }

func (w *writer) token(text string) {
	w.space()
	w.WriteString(text)
}

func (w *writer) flow(n *node) {
	switch n.kind {
	case '{':
		w.token("{")
		for i, f := range n.fields {
			if i > 0 {
				w.token(",")
			}
			w.token(f.name)
			w.token(":")
			w.flow(f.value)
		}
		w.token("}")
	case '[':
		w.token("[")
		for i, item := range n.items {
			if i > 0 {
				w.token(",")
			}
			w.flow(item)
		}
		w.token("]")
	default:
		w.token(n.text)
	}
}

// asYAML returns a tree as YAML in block style, and values deep inside in flow style.
func asYAML(r *rand.Rand, n *node) string {
	if n.kind != '{' || len(n.fields) == 0 {
		return flowYAML(r, n) + "\n"
	}
	w := &writer{Rand: r}
	w.block(n, "", 1+r.IntN(6))
	return w.String()
}

// flowYAML returns a tree in flow style, with a space after each colon.
func flowYAML(r *rand.Rand, n *node) string {
	w := &writer{Rand: r, spaces: []string{" "}}
	w.flow(n)
	return strings.TrimPrefix(w.String(), " ")
}

func (w *writer) block(n *node, indent string, depth int) {
	for _, f := range n.fields {
		w.WriteString(indent + f.name + ":")
		w.behind(f.value, indent, depth)
	}
	for _, item := range n.items {
		w.WriteString(indent + "-")
		w.behind(item, indent, depth)
	}
}

// behind writes a value behind a name or a dash.
func (w *writer) behind(n *node, indent string, depth int) {
	if len(n.fields)+len(n.items) == 0 || depth == 0 {
		w.WriteString(" " + flowYAML(w.Rand, n) + oneOf(w.Rand, "", "", "", " # a comment") + "\n")
		return
	}
	w.WriteString("\n")
	w.block(n, indent+"  ", depth-1)
}

func oneOf[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }
