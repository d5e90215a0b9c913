package jsonpatch

// text is a valid JSON text with an index of its objects and lists, so that the
// children of one are found without reading what is inside of them.
type text struct {
	data []byte
	ends []end // of the objects and lists, in the order of their first bytes
}

// end is where an object or a list ends.
type end struct {
	at   int // the index after its last byte
	next int // the number of objects and lists that begin before that
}

// parse returns the root of a valid JSON text, which it keeps.
func parse(data []byte) *node {
	t := &text{data: data}
	var open []int // the objects and lists around i
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			i = t.afterString(i) - 1
		case '{', '[':
			open = append(open, len(t.ends))
			t.ends = append(t.ends, end{})
		case '}', ']':
			t.ends[open[len(open)-1]] = end{i + 1, len(t.ends)}
			open = open[:len(open)-1]
		}
	}
	r := reader{text: t}
	r.space()
	return r.value()
}

// afterString returns the index after the string that begins at i.
func (t *text) afterString(i int) int {
	for i++; t.data[i] != '"'; i++ {
		if t.data[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// reader reads values of a text.
type reader struct {
	*text
	at       int // the index of the next byte
	brackets int // the number of objects and lists before it
}

// child reads one value and the white space after it. It returns nil for null.
func (r *reader) child() *node {
	n := r.value()
	r.space()
	if n.first() == 'n' {
		return nil
	}
	return n
}

// value reads one value.
func (r *reader) value() *node {
	n := &node{source: r.text, from: r.at, bracket: r.brackets}
	switch r.data[r.at] {
	case '{', '[':
		e := r.ends[r.brackets]
		r.at, r.brackets = e.at, e.next
	case '"':
		r.at = r.afterString(r.at)
	default:
		r.scalar()
	}
	n.to = r.at
	return n
}

// scalar skips a number or a literal.
func (r *reader) scalar() {
	for r.at < len(r.data) && isScalarByte(r.data[r.at]) {
		r.at++
	}
}

func isScalarByte(c byte) bool {
	return c > ' ' && c != ',' && c != ']' && c != '}'
}

// space skips white space.
func (r *reader) space() {
	for r.at < len(r.data) && isSpace(r.data[r.at]) {
		r.at++
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// skip skips one byte and the white space after it.
func (r *reader) skip() {
	r.at++
	r.space()
}
