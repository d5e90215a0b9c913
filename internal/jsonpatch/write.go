package jsonpatch

import (
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
)

// maxDepth is the deepest nesting of a value below the root of a result.
const maxDepth = 10_000

// bytesPerStep is the number of bytes of a text that are copied in a step.
const bytesPerStep = 16

// appendTo appends the text of n and returns its depth: 0 for a scalar. The error is
// [errDepth] or w's.
func (n *node) appendTo(w *work.Tracker, dst []byte) (out []byte, depth int, err error) {
	switch {
	case !w.Step(1):
		return nil, 0, w.Err()
	case n == nil || n.isNull() || n.form == object && n.names == nil:
		return append(dst, "null"...), 0, nil
	case n.form == object:
		return n.appendObject(w, dst)
	case n.form == list:
		return n.appendList(w, dst)
	default:
		w.Step((n.to - n.from) / bytesPerStep)
		dst, depth = appendCompact(dst, n.source.data[n.from:n.to])
		return dst, depth, nil
	}
}

func (n *node) appendObject(w *work.Tracker, dst []byte) (out []byte, depth int, err error) {
	dst = append(dst, '{')
	for i, name := range work.Sorted(w, slices.Collect(maps.Keys(n.names))) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(jsontext.AppendString(dst, name), ':')
		if dst, depth, err = n.names[name].appendChild(w, dst, depth); err != nil {
			return nil, 0, err
		}
	}
	return append(dst, '}'), depth + 1, nil
}

func (n *node) appendList(w *work.Tracker, dst []byte) (out []byte, depth int, err error) {
	dst = append(dst, '[')
	for i, item := range n.items.all() {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, depth, err = item.appendChild(w, dst, depth); err != nil {
			return nil, 0, err
		}
	}
	return append(dst, ']'), depth + 1, nil
}

// appendChild returns the greater depth of a child and its siblings.
func (n *node) appendChild(w *work.Tracker, dst []byte, siblings int) (out []byte, depth int, err error) {
	dst, depth, err = n.appendTo(w, dst)
	if err == nil && depth > maxDepth {
		err = errDepth
	}
	return dst, max(depth, siblings), err
}

// appendCompact appends JSON without white space and with the escapes of encoding/json,
// and returns its depth.
//
// Rule: encoding/json, Compact and HTMLEscape.
func appendCompact(dst, src []byte) (out []byte, depth int) {
	level := 0
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c == '"':
			end := jsontext.StringEnd(src, i)
			dst = appendEscaped(dst, src[i:end])
			i = end - 1
			continue
		case jsontext.IsSpace(c):
			continue
		case c == '{' || c == '[':
			level++
			depth = max(depth, level)
		case c == '}' || c == ']':
			level--
		}
		dst = append(dst, src[i])
	}
	return dst, depth
}

const hex = "0123456789abcdef"

func appendEscaped(dst, quoted []byte) []byte {
	for len(quoted) > 0 {
		c := quoted[0]
		switch {
		case c == '<' || c == '>' || c == '&':
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&0xf])
		case c == 0xE2 && len(quoted) > 2 && quoted[1] == 0x80 && quoted[2]&^1 == 0xA8:
			dst = append(dst, '\\', 'u', '2', '0', '2', hex[quoted[2]&0xf])
			quoted = quoted[2:]
		default:
			dst = append(dst, c)
		}
		quoted = quoted[1:]
	}
	return dst
}
