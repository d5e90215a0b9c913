// Package valuediff compares normalized values and lists the paths at which they differ. Elements
// of lists correspond by their index.
package valuediff

import (
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// Difference is a value that differs between two objects. Absent values are nil.
type Difference struct {
	Path      structural.Path
	Got, Want any
	// Missing and Extra report that Got, or Want, has no value.
	Missing, Extra bool
}

// Compare returns the differences of two normalized values, in the order of their paths.
func Compare(got, want any) []Difference {
	var c comparison
	c.values(got, want)
	return c.found
}

// comparison copies its path for a difference only: most values are equal.
type comparison struct {
	path  structural.Path
	found []Difference
}

func (c *comparison) add(d Difference) {
	d.Path = c.path.Append()
	c.found = append(c.found, d)
}

func (c *comparison) values(got, want any) {
	gotMap, isMap := got.(map[string]any)
	wantMap, isWantMap := want.(map[string]any)
	gotList, isList := got.([]any)
	wantList, isWantList := want.([]any)
	switch {
	case isMap && isWantMap:
		c.maps(gotMap, wantMap)
	case isList && isWantList:
		c.lists(gotList, wantList)
	case !structural.Equal(got, want):
		c.add(Difference{Got: got, Want: want})
	}
}

func (c *comparison) maps(got, want map[string]any) {
	names := slices.Collect(maps.Keys(got))
	for name := range want {
		if _, found := got[name]; !found {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		g, found := got[name]
		w, expected := want[name]
		c.at(structural.Field(name), Difference{Got: g, Want: w, Missing: !found, Extra: !expected})
	}
}

func (c *comparison) lists(got, want []any) {
	for i := range max(len(got), len(want)) {
		d := Difference{Missing: i >= len(got), Extra: i >= len(want)}
		if !d.Missing {
			d.Got = got[i]
		}
		if !d.Extra {
			d.Want = want[i]
		}
		c.at(structural.Index(i), d)
	}
}

// at compares the values of d at a step, if there are two.
func (c *comparison) at(step field.Step, d Difference) {
	c.path = append(c.path, step)
	if d.Missing || d.Extra {
		c.add(d)
	} else {
		c.values(d.Got, d.Want)
	}
	c.path = c.path[:len(c.path)-1]
}
