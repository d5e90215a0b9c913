package crd

import "strings"

// Paths are the fields of a CRD that a caller reads: values of wrong types there, and
// around them, are errors for it. A nil Paths is empty.
type Paths struct {
	fields map[string]*Paths
	all    bool // all fields below
}

// below is the last name of a path that means everything below a field.
const below = "*"

// PathsOf returns the fields with these paths: names joined with dots, without indices:
// "spec.versions.name". "spec.*" is spec and everything below it.
func PathsOf(paths ...string) *Paths {
	root := &Paths{}
	for _, path := range paths {
		root.add(strings.Split(path, "."))
	}
	return root
}

func (p *Paths) add(names []string) {
	if len(names) == 0 || names[0] == below {
		p.all = p.all || len(names) > 0
		return
	}
	if p.fields == nil {
		p.fields = map[string]*Paths{}
	}
	if p.fields[names[0]] == nil {
		p.fields[names[0]] = &Paths{}
	}
	p.fields[names[0]].add(names[1:])
}

// field returns the fields below one called name, or nil if the caller reads none there.
func (p *Paths) field(name string) *Paths {
	if p == nil || p.all {
		return p
	}
	return p.fields[name]
}
