// Package valuediff compares normalized values and lists the paths at which they differ. Elements
// of lists correspond by their index.
package valuediff

import (
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

// Difference is a value that differs between two objects. Absent values are nil.
type Difference struct {
	Path      structural.Path
	Got, Want any
	// Missing and Extra report that Got, or Want, has no value.
	Missing, Extra bool
}

// Compare returns the differences of two normalized values, in the order of their paths.
func Compare(got, want any) []Difference { return appendDifferences(nil, nil, got, want) }

func appendDifferences(all []Difference, path structural.Path, got, want any) []Difference {
	gotMap, isMap := got.(map[string]any)
	wantMap, isWantMap := want.(map[string]any)
	if isMap && isWantMap {
		return appendMapDifferences(all, path, gotMap, wantMap)
	}
	gotList, isList := got.([]any)
	wantList, isWantList := want.([]any)
	if isList && isWantList {
		return appendListDifferences(all, path, gotList, wantList)
	}
	if !structural.Equal(got, want) {
		all = append(all, Difference{Path: path, Got: got, Want: want})
	}
	return all
}

func appendMapDifferences(all []Difference, path structural.Path, got, want map[string]any) []Difference {
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
		inner := path.Append(structural.Field(name))
		if found && expected {
			all = appendDifferences(all, inner, g, w)
			continue
		}
		all = append(all, Difference{Path: inner, Got: g, Want: w, Missing: !found, Extra: !expected})
	}
	return all
}

func appendListDifferences(all []Difference, path structural.Path, got, want []any) []Difference {
	for i := range max(len(got), len(want)) {
		inner := path.Append(structural.Index(i))
		switch {
		case i >= len(got):
			all = append(all, Difference{Path: inner, Want: want[i], Missing: true})
		case i >= len(want):
			all = append(all, Difference{Path: inner, Got: got[i], Extra: true})
		default:
			all = appendDifferences(all, inner, got[i], want[i])
		}
	}
	return all
}
