package declare

// pathTree has the paths of the fields of one rule. They must not lie inside each other.
type pathTree struct {
	first  int  // the first of the paths that lead here
	ends   bool // that path ends here
	fields map[string]*pathTree
}

func (t *pathTree) add(i int, names []string) int {
	for _, name := range names {
		next, found := t.fields[name]
		if !found {
			next = &pathTree{first: i}
			if t.fields == nil {
				t.fields = map[string]*pathTree{}
			}
			t.fields[name] = next
		}
		if t = next; t.ends {
			return t.first
		}
	}
	t.ends = true
	return t.first
}
