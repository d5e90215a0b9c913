package publish

import (
	"fmt"
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

// Definition is what publishing needs to know of a CustomResourceDefinition.
type Definition struct {
	Name        string // metadata.name, empty if there is none
	Group       string
	Kind        string
	ListKind    string
	Plural      string
	Namespaced  bool
	Established bool
	Versions    []Version

	preservesUnknown bool // spec.preserveUnknownFields, of old definitions only
}

// Version is one version of a definition.
type Version struct {
	Name             string
	Served           bool
	Status           bool     // has the status subresource
	Scale            bool     // has the scale subresource
	SelectableFields []string // without the leading dot

	schema     map[string]any // openAPIV3Schema; nil if there is none
	schemaPath structural.Path
}

// Version is the version called name. The error says that there is none.
func (d *Definition) Version(name string) (*Version, error) {
	i := slices.IndexFunc(d.Versions, func(v Version) bool { return v.Name == name })
	if i < 0 {
		return nil, structural.Errors{{
			Path: versionsPath, Kind: structural.NotFound, Value: name, Detail: fmt.Sprintf("%s.%s has no such version", d.Plural, d.Group),
		}}.Err()
	}
	return &d.Versions[i], nil
}

// Published are the names of the versions that a server publishes, in the order
// of the manifest: the served ones of an established definition.
func (d *Definition) Published() []string {
	var out []string
	if !d.Established {
		return nil
	}
	for _, v := range d.Versions {
		if v.Served && !slices.Contains(out, v.Name) {
			out = append(out, v.Name)
		}
	}
	return out
}
