package crd

import (
	"strings"

	"github.com/seed95800270/crdschema/structural"
)

const (
	// Group is the API group of CustomResourceDefinitions.
	Group = "apiextensions.k8s.io"
	// Kind is their kind, and Plural the name of their resource.
	Kind   = "CustomResourceDefinition"
	Plural = "customresourcedefinitions"
)

// The values of spec.scope.
const (
	Namespaced = "Namespaced"
	Cluster    = "Cluster"
)

// The values of spec.conversion.strategy.
const (
	None    = "None"
	Webhook = "Webhook"
)

// CRD is a CustomResourceDefinition.
type CRD struct {
	// V1beta1 reports whether the CRD is of apiextensions.k8s.io/v1beta1.
	V1beta1 bool
	Name    string // metadata.name
	Group   string
	Names   Names
	Scope   string
	// Versions are nil if spec.versions is absent.
	Versions              []Version
	Conversion            Conversion
	PreserveUnknownFields bool
	Status                Status

	// Version and Shared hold the fields of v1beta1 for all versions,
	// outside of spec.versions.
	Version string
	Shared  VersionParts
}

// Names are the names of a resource: requested in spec.names, or accepted in
// status.acceptedNames.
type Names struct {
	Plural, Singular, Kind, ListKind string
	ShortNames, Categories           []string
}

// SetDefaults sets the singular name and the list kind if they are missing.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1,
// SetDefaults_CustomResourceDefinitionSpec.
func (n *Names) SetDefaults() {
	if n.Singular == "" {
		n.Singular = strings.ToLower(n.Kind)
	}
	if n.ListKind == "" && n.Kind != "" {
		n.ListKind = n.Kind + "List"
	}
}

// Version is one version of a CRD.
type Version struct {
	Name               string
	Served, Storage    bool
	Deprecated         bool
	DeprecationWarning *string
	VersionParts
}

// VersionParts are the fields of a version that v1beta1 may have in the spec for all
// versions.
type VersionParts struct {
	// Schema is nil if the field is absent.
	Schema                   *Schema
	Subresources             *Subresources
	AdditionalPrinterColumns []Column          // nil if absent
	SelectableFields         []SelectableField // nil if absent
}

// Schema is the field schema of a version, validation in the spec of v1beta1.
type Schema struct {
	OpenAPIV3Schema map[string]any  // nil if absent
	Path            structural.Path // of OpenAPIV3Schema in the CRD
}

// OpenAPIV3Schema returns the schema in the CRD and its path, or nil.
func (p *VersionParts) OpenAPIV3Schema() (map[string]any, structural.Path) {
	if p.Schema == nil || p.Schema.OpenAPIV3Schema == nil {
		return nil, nil
	}
	return p.Schema.OpenAPIV3Schema, p.Schema.Path
}

// Subresources are the subresources of a version. As a value of an error, they print like
// the server's type.
type Subresources struct {
	Status *struct{}
	Scale  *Scale
}

// HasStatus reports whether the status subresource is enabled.
func (s *Subresources) HasStatus() bool { return s != nil && s.Status != nil }

// Scale holds the paths of the scale subresource.
type Scale struct {
	SpecReplicasPath, StatusReplicasPath string
	LabelSelectorPath                    *string
}

// Column is an additional printer column. Errors quote it with the fields in this order, the
// server's.
type Column struct {
	Name, Type, Format, Description string
	Priority                        int32
	JSONPath                        string
}

// SelectableField is a field that field selectors may use.
type SelectableField struct{ JSONPath string }

// Conversion is the conversion of objects between versions.
type Conversion struct {
	Strategy string
	// Client is nil if the field is absent.
	Client         *WebhookClient
	ReviewVersions []string
}

// WebhookClient says how to call a webhook.
type WebhookClient struct {
	URL      *string
	Service  *Service
	CABundle []byte
}

// Service names a service in the cluster.
type Service struct {
	Namespace, Name string
	Path            *string
	Port            int32
}

// Status holds the fields of the status that matter for a server.
type Status struct {
	AcceptedNames  Names
	StoredVersions []string
	// Established is the status of the first condition Established, or empty.
	Established   string
	HasConditions bool
}

// VersionPath returns the path in the CRD of Versions[i].
func VersionPath(i int) structural.Path {
	return structural.Path{structural.Field("spec"), structural.Field("versions"), structural.Index(i)}
}

// StorageVersion returns the first storage version, or nil.
func (c *CRD) StorageVersion() *Version {
	for i := range c.Versions {
		if c.Versions[i].Storage {
			return &c.Versions[i]
		}
	}
	return nil
}
