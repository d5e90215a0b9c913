package explain

import (
	"slices"

	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/structural"
)

// difference appends the edits that turn before into after. A list of another length is one edit.
func difference(edits []hints.Edit, path structural.Path, before, after any) []hints.Edit {
	if structural.Equal(before, after) {
		return edits
	}
	was, isMap := before.(map[string]any)
	is, staysMap := after.(map[string]any)
	if isMap && staysMap {
		return differenceOfMaps(edits, path, was, is)
	}
	list, isList := before.([]any)
	other, staysList := after.([]any)
	if isList && staysList && len(list) == len(other) {
		for i := range list {
			edits = difference(edits, path.Append(structural.Index(i)), list[i], other[i])
		}
		return edits
	}
	return append(edits, hints.Edit{Path: path, Value: structural.Clone(after)})
}

func differenceOfMaps(edits []hints.Edit, path structural.Path, before, after map[string]any) []hints.Edit {
	for _, name := range names(before, after) {
		at := path.Append(structural.Field(name))
		v, kept := after[name]
		_, had := before[name]
		switch {
		case !kept:
			edits = append(edits, hints.Edit{Path: at, Remove: true})
		case !had:
			edits = append(edits, hints.Edit{Path: at, Value: structural.Clone(v)})
		default:
			edits = difference(edits, at, before[name], v)
		}
	}
	return edits
}

// names returns the names of both maps, sorted.
func names(a, b map[string]any) []string {
	out := make([]string, 0, len(a)+len(b))
	for name := range a {
		out = append(out, name)
	}
	for name := range b {
		out = append(out, name)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
