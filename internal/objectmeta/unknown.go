package objectmeta

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/structural"
)

// maxUnknown is the number of unknown fields in one metadata value after which
// the server's decoder reports no more.
const maxUnknown = 100

// settled returns paths as the server's decoder reports them: in the order of
// the document with sorted keys, each text once, and not too many.
//
// Rule: sigs.k8s.io/json, saveStrictError.
func settled(paths []structural.Path) []structural.Path {
	if len(paths) == 0 {
		return nil
	}
	slices.SortFunc(paths, structural.Path.Compare)
	out := paths[:0]
	seen := make(map[string]struct{}, min(len(paths), maxUnknown))
	for _, p := range paths {
		mendPath(p)
		text := p.Dotted()
		if _, again := seen[text]; again {
			continue
		}
		seen[text] = struct{}{}
		if out = append(out, p); len(out) == maxUnknown {
			break
		}
	}
	return slices.Clip(out)
}

// mendPath makes the names in p UTF-8, as the server reads them.
func mendPath(p structural.Path) {
	for i, s := range p {
		if !utf8.ValidString(s.Name()) {
			p[i] = structural.Field(mend(s.Name()))
		}
	}
}

// prefix puts steps in front of every path.
func prefix(paths []structural.Path, steps ...structural.Step) {
	for i, p := range paths {
		paths[i] = structural.Path(steps).Append(p...)
	}
}

// insideMetadata is how many steps at the end of the path of an unknown field are
// inside of a metadata value: one, or a list, an index and one.
func insideMetadata(path structural.Path) int {
	if path[len(path)-2].Kind() == structural.IndexStep {
		return 3
	}
	return 1
}

// unknownField reports the field at path, of which the part from metadata on is
// inside of a metadata value: the server prints the two parts differently.
func unknownField(path structural.Path, metadata int) *structural.Error {
	e := structural.Error{Path: path, Kind: structural.UnknownField, Value: structural.Omitted}
	return field.PrintedAt(e, path[:metadata].String()+"."+path[metadata:].Dotted())
}

// byText sorts errors by their texts, as the server does with those from
// embedded resources.
func byText(errs structural.Errors) structural.Errors {
	slices.SortFunc(errs, func(a, b *structural.Error) int {
		return cmp.Or(strings.Compare(a.Location(), b.Location()), a.Path.Compare(b.Path))
	})
	return errs
}
