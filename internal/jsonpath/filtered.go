package jsonpath

// filteredPath is an action of fields, one [plainFilter] and fields, as for conditions:
// .status.conditions[?(@.type=="Ready")].status
type filteredPath struct {
	list   []string
	filter *filter
	rest   []string
}

// maxShort bounds the nodes of a filteredPath and the elements that it filters, so that it
// needs no steps.
const maxShort = 64

func newFilteredPath(action *list) *filteredPath {
	if len(action.nodes) > maxShort {
		return nil
	}
	for i, n := range action.nodes {
		f, ok := n.(*filter)
		if !ok {
			continue
		}
		before, after := list{nodes: action.nodes[:i]}, list{nodes: action.nodes[i+1:]}
		p := &filteredPath{list: before.fieldNames(), filter: f, rest: after.fieldNames()}
		if p.list == nil || p.rest == nil || f.plain == nil {
			return nil
		}
		return p
	}
	return nil
}

func (e *Evaluator) firstFiltered(values []any, p *Template, objs []map[string]any) {
	atEach(values, p.filtered.list)
	left := e.compared(values, p.filtered.filter.plain.names)
	for i, v := range values {
		elements, ok := v.([]any)
		switch {
		case !ok:
			values[i] = None{}
		case len(elements) > maxShort:
			values[i] = e.first(p, objs[i])
		default:
			values[i] = p.filtered.first(elements, left[:len(elements)])
			left = left[len(elements):]
		}
	}
}

func (e *Evaluator) compared(lists []any, names []string) []any {
	e.left = e.left[:0]
	for _, v := range lists {
		if elements, ok := v.([]any); ok && len(elements) <= maxShort {
			e.left = append(e.left, elements...)
		}
	}
	atEach(e.left, names)
	return e.left
}

// first returns the first selected value. An error of any element is an error of all.
func (p *filteredPath) first(elements, left []any) any {
	first := any(None{})
	for i, element := range elements {
		if left[i] == any(None{}) {
			continue
		}
		ok, err := compare(left[i], p.filter.plain.text, p.filter.operator)
		if err != nil {
			return None{}
		}
		if !ok || first != any(None{}) {
			continue
		}
		if v, found := at(element, p.rest); found {
			first = v
		}
	}
	return first
}
