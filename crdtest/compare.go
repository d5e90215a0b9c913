package crdtest

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural"
)

// difference is a value that differs between two objects. Absent values are nil.
type difference struct {
	path      structural.Path
	got, want any
	// missing and extra report that got, or want, has no value.
	missing, extra bool
}

func (d difference) String() string {
	path := ""
	if len(d.path) > 0 {
		path = d.path.String()
	}
	switch {
	case d.missing:
		return path + ": missing: " + inline(d.want)
	case d.extra:
		return path + ": not expected: " + inline(d.got)
	}
	return path + ": is " + inline(d.got) + " instead of " + inline(d.want)
}

// maxInline is the number of bytes of a value in a message.
const maxInline = 200

func inline(v any) string {
	text, err := document.EncodeYAML(context.Background(), v)
	if err != nil {
		return err.Error()
	}
	line := strings.ReplaceAll(strings.TrimSpace(string(text)), "\n", "; ")
	if len(line) > maxInline {
		line = line[:maxInline] + " ..."
	}
	return line
}

// compareValues returns the differences of two normalized values, in the order of their
// paths.
func compareValues(got, want any) []difference { return appendDifferences(nil, nil, got, want) }

func appendDifferences(all []difference, path structural.Path, got, want any) []difference {
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
		all = append(all, difference{path: path, got: got, want: want})
	}
	return all
}

func appendMapDifferences(all []difference, path structural.Path, got, want map[string]any) []difference {
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
		inner := path.Append(field(name))
		if found && expected {
			all = appendDifferences(all, inner, g, w)
			continue
		}
		all = append(all, difference{path: inner, got: g, want: w, missing: !found, extra: !expected})
	}
	return all
}

func appendListDifferences(all []difference, path structural.Path, got, want []any) []difference {
	for i := range max(len(got), len(want)) {
		inner := path.Append(index(i))
		switch {
		case i >= len(got):
			all = append(all, difference{path: inner, want: want[i], missing: true})
		case i >= len(want):
			all = append(all, difference{path: inner, got: got[i], extra: true})
		default:
			all = appendDifferences(all, inner, got[i], want[i])
		}
	}
	return all
}
