package kubectl

import (
	"errors"
	"fmt"
	"regexp"
	"sort"
)

var relaxed = regexp.MustCompile(`^\{\.?([^{}]+)\}$|^\.?([^{}]+)$`)

// relax returns a path with the dot and the braces that it may lack.
//
// Rule: k8s.io/kubectl/pkg/cmd/get, RelaxedJSONPathExpression.
func relax(path string) (string, error) {
	parts := relaxed.FindStringSubmatch(path)
	if parts == nil {
		return path, errors.New("unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'")
	}
	return "{." + parts[1] + parts[2] + "}", nil
}

// sort sorts the rows of t by the value of o.SortBy in their objects. It reports false if
// kubectl drops an error of the path. The error says that values cannot be compared.
//
// Rule: k8s.io/kubectl/pkg/cmd/get, SortingPrinter.PrintObj.
func (t *table) sort(o *Options) (sorted bool, err error) {
	if o.SortBy == "" || len(t.rows) < 2 {
		return true, nil
	}
	path, _ := relax(o.SortBy) // a path that does not match is parsed unchanged
	objs := make([]map[string]any, len(t.rows))
	for i := range t.rows {
		objs[i] = t.rows[i].object
	}
	s, err := o.newSorter(objs, path, func(i, j int) { t.rows[i], t.rows[j] = t.rows[j], t.rows[i] })
	if err != nil {
		return false, nil
	}
	s.of = "[][][]reflect.Value"
	sort.Sort(s)
	return true, s.err
}

// sortObjects sorts objects by the value of o.SortBy. swap swaps two of them.
//
// Rule: k8s.io/kubectl/pkg/cmd/get, SortObjects.
func (o *Options) sortObjects(objs []map[string]any, swap func(i, j int)) error {
	path, err := relax(o.SortBy)
	if err != nil {
		return err
	}
	s, err := o.newSorter(objs, path, swap)
	if err != nil {
		return err
	}
	sort.Sort(s)
	return s.err
}

func (o *Options) sortListings(listings []Listing) error {
	tables := make([]map[string]any, len(listings))
	for i, l := range listings {
		tables[i] = l.Table
	}
	return o.sortObjects(tables, func(i, j int) { listings[i], listings[j] = listings[j], listings[i] })
}

// newSorter returns an error if the path is wrong or no object has a value.
func (o *Options) newSorter(objs []map[string]any, path string, swap func(i, j int)) (*sorter, error) {
	parse := o.ParsePath
	if parse == nil {
		parse = ParsePath
	}
	find, err := parse(path)
	if err != nil {
		return nil, err
	}
	s := &sorter{path: path, of: "*unstructured.Unstructured", swap: swap}
	some := false
	for _, obj := range objs {
		v, found, err := find(obj)
		if err != nil {
			return nil, err
		}
		some = some || found
		s.values = append(s.values, value{v, found})
	}
	if !some {
		return nil, fmt.Errorf("couldn't find any field with path %q in the list of objects", path)
	}
	return s, nil
}

type value struct {
	v     any
	found bool
}

type sorter struct {
	path   string
	of     string // the Go type of what is sorted, for errors
	values []value
	swap   func(i, j int)
	err    error
}

func (s *sorter) Len() int { return len(s.values) }

func (s *sorter) Swap(i, j int) {
	s.values[i], s.values[j] = s.values[j], s.values[i]
	s.swap(i, j)
}

// Less reports whether a value is less than another one. A missing value is less than all.
func (s *sorter) Less(i, j int) bool {
	switch {
	case !s.values[i].found:
		return true
	case !s.values[j].found:
		return false
	}
	less, why := isLess(s.values[i].v, s.values[j].v)
	if why != "" && s.err == nil {
		s.err = unsortable{s.path, s.of, why}
	}
	return less
}

type unsortable struct{ path, of, why string }

// Error returns the text of kubectl.
func (e unsortable) Error() string {
	return "Field " + e.path + " in " + e.of + " is an unsortable type: interface, err: " + e.why
}

// isLess compares two values, or returns why it cannot.
//
// Rule: k8s.io/kubectl/pkg/cmd/get, isLess.
func isLess(a, b any) (less bool, why string) {
	switch a := a.(type) {
	case nil:
		return b != nil, ""
	case int64:
		if b, ok := b.(int64); ok {
			return a < b, ""
		}
	case float64:
		if b, ok := b.(float64); ok {
			return a < b, ""
		}
	case string:
		if b, ok := b.(string); ok {
			return isLessText(a, b), ""
		}
	default:
		if b != nil {
			return false, fmt.Sprintf("unsortable type: %T", a)
		}
	}
	if b == nil {
		return false, ""
	}
	return false, "unsortable interface: interface"
}

// isLessText compares two texts, as quantities if both are quantities.
func isLessText(a, b string) bool {
	x, isQuantity := parseQuantity(a)
	if !isQuantity {
		return a < b
	}
	y, isQuantity := parseQuantity(b)
	if !isQuantity {
		return a < b
	}
	return x.Cmp(y) < 0
}
