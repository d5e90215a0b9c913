package jsonpath

type node interface {
	hasOwnResults() bool
}

type (
	// text holds a string as an interface, so that evaluations do not allocate one.
	text  struct{ value any }
	field string
	slice struct {
		start, end, step bound
	}
	filter struct {
		left, right *list
		operator    string // empty if left only has to exist
		// plain is set for the usual filter: fields on the left and a text on the right.
		plain *plainFilter
	}
	literal   struct{ value any }
	wildcard  struct{}
	recursive struct{}
	union     []*list
	// identifier is a word: range, end, or one that is an error.
	identifier string
)

type plainFilter struct {
	names []string
	text  any
}

func newPlainFilter(left, right *list) *plainFilter {
	names := left.fieldNames()
	if names == nil || len(right.nodes) != 1 {
		return nil
	}
	value, ok := right.nodes[0].(text)
	if !ok {
		return nil
	}
	return &plainFilter{names: names, text: value.value}
}

func (l *list) fieldNames() []string {
	names := make([]string, len(l.nodes))
	for i, n := range l.nodes {
		name, ok := n.(field)
		if !ok {
			return nil
		}
		names[i] = string(name)
	}
	return names
}

type bound struct {
	value int
	known bool // else the template leaves it out
	// single is set for an index without a colon: the end is the start and 1.
	single bool
}

// list is a sequence of nodes, each evaluated on the results before it.
type list struct {
	nodes []node
	own   int // number of nodes up to the last that can have results without input
}

func (l *list) add(n node) {
	l.nodes = append(l.nodes, n)
	if n.hasOwnResults() {
		l.own = len(l.nodes)
	}
}

func (l *list) endsWithRecursive() bool {
	if len(l.nodes) == 0 {
		return false
	}
	_, ok := l.nodes[len(l.nodes)-1].(recursive)
	return ok
}

func (text) hasOwnResults() bool       { return true }
func (field) hasOwnResults() bool      { return false }
func (*slice) hasOwnResults() bool     { return false }
func (*filter) hasOwnResults() bool    { return false }
func (literal) hasOwnResults() bool    { return false }
func (wildcard) hasOwnResults() bool   { return false }
func (recursive) hasOwnResults() bool  { return false }
func (identifier) hasOwnResults() bool { return true }
func (*list) hasOwnResults() bool      { return true }

func (u union) hasOwnResults() bool {
	for _, l := range u {
		if l.own > 0 {
			return true
		}
	}
	return false
}
