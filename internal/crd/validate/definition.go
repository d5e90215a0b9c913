package validate

import (
	"github.com/seed95800270/crdschema/internal/scale"
	"github.com/seed95800270/crdschema/structural"
)

// Definition is a CustomResourceDefinition.
type Definition struct {
	Name                  string
	Group                 string
	Names                 Names
	Scope                 Scope
	Versions              []Version
	PreserveUnknownFields bool
	Conversion            string // None or Webhook
}

// Names are the names that objects of the definition are known by.
type Names struct {
	Plural, Singular, Kind, ListKind string
}

// Scope says whether objects live in namespaces.
type Scope string

const (
	Namespaced Scope = "Namespaced"
	Cluster    Scope = "Cluster"
)

// The conversion strategies.
const (
	None    = "None"
	Webhook = "Webhook"
)

// Version is one version of a definition, with what v1beta1 states for all
// versions at once.
type Version struct {
	Name               string
	Served             bool
	Storage            bool
	Deprecated         bool
	DeprecationWarning *string
	Schema             map[string]any // openAPIV3Schema; nil if there is none
	SchemaPath         structural.Path
	StatusSubresource  bool
	Scale              *scale.Paths // nil without a scale subresource
}

// StorageVersion is the version in which objects are stored, nil if none is
// marked.
func (d *Definition) StorageVersion() *Version {
	for i := range d.Versions {
		if d.Versions[i].Storage {
			return &d.Versions[i]
		}
	}
	return nil
}
