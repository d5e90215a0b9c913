package typedjson

import (
	"maps"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/work"
)

// order is the order of the fields of a Go struct. A list has the order of its elements.
type order struct {
	names   []string
	inside  map[string]*order // of the fields that are structs or lists or maps of structs
	values  *order            // of all fields, in a map of structs
	objects bool              // the value may be an object with an apiVersion and a kind
}

// in holds the orders of fields. The names of one key are separated by blanks.
type in map[string]*order

func fields(names string, inside in) *order {
	o := &order{names: strings.Fields(names), inside: map[string]*order{}}
	for keys, order := range inside {
		for _, name := range strings.Fields(keys) {
			o.inside[name] = order
		}
	}
	return o
}

func mapOf(values *order) *order { return &order{values: values} }

// of returns the order of a field, or nil.
func (o *order) of(name string) *order {
	if o.values != nil {
		return o.values
	}
	return o.inside[name]
}

// sorted returns the names of m: the fields of the struct in their order, then others in byte order.
func (o *order) sorted(w *work.Tracker, m map[string]any) []string {
	names := make([]string, 0, len(m))
	for _, name := range o.names {
		if _, found := m[name]; found {
			names = append(names, name)
		}
	}
	known := len(names)
	if known == len(m) {
		return names
	}
	for name := range maps.Keys(m) {
		if !slices.Contains(o.names, name) {
			names = append(names, name)
		}
	}
	work.Sorted(w, names[known:])
	return names
}
