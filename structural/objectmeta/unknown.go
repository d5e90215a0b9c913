package objectmeta

import (
	"slices"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/structural"
)

// maxUnknown is the maximum number of unknown fields that the server's decoder
// reports for one metadata value.
const maxUnknown = 100

// reportedPaths returns paths as the server's decoder reports them: in the order
// of a document with sorted keys, each text once, at most maxUnknown.
//
// Rule: sigs.k8s.io/json, saveStrictError.
func reportedPaths(paths []structural.Path) []structural.Path {
	if len(paths) == 0 {
		return nil
	}
	out := firstPaths(paths)
	for _, p := range out {
		sanitizePath(p)
	}
	return slices.Clip(out)
}

// firstPaths sorts paths, and returns the first ones of those with different texts.
func firstPaths(paths []structural.Path) []structural.Path {
	slices.SortFunc(paths, structural.Path.Compare)
	out := paths[:0]
	seen := make(map[string]struct{}, min(len(paths), maxUnknown))
	for _, p := range paths {
		text := jsontext.ValidUTF8(p.Dotted())
		if _, again := seen[text]; again {
			continue
		}
		seen[text] = struct{}{}
		if out = append(out, p); len(out) == maxUnknown {
			break
		}
	}
	return out
}

// sanitizePath replaces invalid UTF-8 in the names of p, as the server does.
func sanitizePath(p structural.Path) {
	for i, s := range p {
		if !utf8.ValidString(s.Name()) {
			p[i] = structural.Field(jsontext.ValidUTF8(s.Name()))
		}
	}
}

// trim drops the paths of the elements of a list so far, from an index on, except the first
// ones: others are never reported. It sets d.enough if later elements cannot be among them.
func (d *metadataDecoder) trim(from int) {
	if len(d.unknown)-from < maxUnknown || d.enough {
		return
	}
	first := firstPaths(d.unknown[from:])
	d.unknown = d.unknown[:from+len(first)]
	d.enough = len(first) == maxUnknown
}

// wide returns what [metadataDecoder.structure] does for an m that has more fields than t.
func (d *metadataDecoder) wide(t *gotype.Type, m map[string]any) map[string]any {
	known := make(map[string]any, len(t.Fields)+len(t.Required))
	for _, f := range t.Fields {
		if v, found := m[f.Name]; found {
			known[f.Name] = v
		}
	}
	if !d.enough {
		var unknown firstNames
		for name := range m {
			if !d.w.Step(1) {
				break
			}
			if _, found := known[name]; !found {
				unknown.add(name)
			}
		}
		for _, name := range unknown.names {
			d.unknown = append(d.unknown, structural.Path{structural.Field(name)})
		}
	}
	out, _ := d.structure(t, known)
	return out
}

// firstNames holds names of unknown fields of one structure that may have very many. It always has
// the first maxUnknown added names in byte order.
type firstNames struct {
	names  []string
	enough bool // the first maxUnknown are sorted, and none behind them is reported
}

// manyNames is the number of names after which those that nobody reports are dropped.
const manyNames = 8 * maxUnknown

func (f *firstNames) add(name string) {
	if f.enough && name > f.names[maxUnknown-1] {
		return
	}
	if f.names = append(f.names, name); len(f.names) == manyNames {
		f.trim()
	}
}

// trim drops names that nobody reports.
func (f *firstNames) trim() {
	slices.Sort(f.names)
	seen := make(map[string]struct{}, maxUnknown)
	f.names = slices.DeleteFunc(f.names, func(name string) bool {
		known := len(seen)
		if known < maxUnknown {
			seen[jsontext.ValidUTF8(name)] = struct{}{}
		}
		return len(seen) == known
	})
	f.enough = len(f.names) == maxUnknown
}
