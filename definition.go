package crdschema

import (
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/request"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural/objectmeta"
	"github.com/seed95800270/crdschema/versionpriority"
)

// Definition is a compiled CustomResourceDefinition. It is immutable and safe
// for concurrent use. Only [Compile] and its siblings make one: methods of a nil or zero
// Definition panic.
type Definition struct {
	config          config
	name            string
	group           string
	names           crd.Names
	scope           objectmeta.Scope
	preserveUnknown bool // spec.preserveUnknownFields of old CRDs
	conversion      conversion.Kind
	versions        []*Version
	byName          map[string]*Version
	storage         *Version
	terminating     bool // being deleted: the server rejects new objects
}

func newDefinition(c config, m *crd.CRD) *Definition {
	d := &Definition{
		config:          c,
		name:            m.Name,
		group:           m.Group,
		names:           m.Names,
		scope:           objectmeta.Namespaced,
		preserveUnknown: m.PreserveUnknownFields,
		conversion:      conversion.Kind{Group: m.Group},
		byName:          map[string]*Version{},
	}
	if m.Conversion.Strategy == crd.Webhook {
		d.conversion.Converter = c.converter
		if c.converter == nil {
			d.conversion.Converter = missingConverter(m.Name)
		}
	}
	if m.Scope == crd.Cluster {
		d.scope = objectmeta.ClusterScoped
	}
	return d
}

func (d *Definition) add(v *Version, storage bool) {
	d.versions = append(d.versions, v)
	if _, found := d.byName[v.name]; !found {
		d.byName[v.name] = v
	}
	d.conversion.Versions = append(d.conversion.Versions, v.name)
	if storage && d.storage == nil {
		d.storage = v
	}
}

// warnOfDeprecation sets the warnings of deprecated versions.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, defaultDeprecationWarning.
func (d *Definition) warnOfDeprecation(m *crd.CRD) {
	var current []string
	for _, v := range m.Versions {
		if v.Served && !v.Deprecated {
			current = append(current, v.Name)
		}
	}
	best := versionpriority.Preferred(current)
	for i, v := range m.Versions {
		switch {
		case !v.Deprecated:
		case v.DeprecationWarning != nil:
			d.versions[i].warning = *v.DeprecationWarning
		default:
			text := d.apiVersion(v.Name) + " " + d.names.Kind + " is deprecated"
			if best != "" && versionpriority.Compare(best, v.Name) < 0 {
				text += "; use " + d.apiVersion(best) + " " + d.names.Kind
			}
			d.versions[i].warning = text
		}
	}
}

// Name returns the name of the definition, "crontabs.stable.example.com".
func (d *Definition) Name() string { return d.name }

// Group returns the API group of the objects.
func (d *Definition) Group() string { return d.group }

// Kind returns the kind of the objects.
func (d *Definition) Kind() string { return d.names.Kind }

// Versions returns the names of all versions, served or not, highest priority first, as the
// server lists them.
func (d *Definition) Versions() []string {
	names := make([]string, len(d.versions))
	for i, v := range d.versions {
		names[i] = v.name
	}
	return versionpriority.Sort(names)
}

// ServedVersions returns the names of the served versions in the order of discovery,
// highest priority first. A client that names no version uses the first one, unless another
// definition of the group serves a version of higher priority: see lifecycle.Discover.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, DiscoveryController.
func (d *Definition) ServedVersions() []string {
	var names []string
	for _, v := range d.versions {
		if v.served {
			names = append(names, v.name)
		}
	}
	return versionpriority.Sort(names)
}

// Version returns the version called name, served or not.
func (d *Definition) Version(name string) (*Version, bool) {
	v, ok := d.byName[name]
	return v, ok
}

// StorageVersion returns the version in which objects are stored.
func (d *Definition) StorageVersion() *Version { return d.storage }

// Terminating reports whether the CRD was being deleted when it was compiled. The server
// then decodes and forbids new objects (403, `create not allowed while custom resource
// definition is terminating`). Objects may be updated and deleted.
func (d *Definition) Terminating() bool { return d.terminating }

// declares reports whether apiVersion belongs to a version, served or not.
func (d *Definition) declares(apiVersion string) bool {
	gv, err := gotype.ParseGroupVersion(apiVersion)
	if err != nil || gv.Group != d.group {
		return false
	}
	_, found := d.Version(gv.Version)
	return found
}

func (d *Definition) apiVersion(version string) string {
	return gotype.GroupVersion{Group: d.group, Version: version}.String()
}

// PreservesUnknownFields reports whether spec.preserveUnknownFields of the CRD is true:
// unknown fields are then kept, and schemas need not be structural.
func (d *Definition) PreservesUnknownFields() bool { return d.preserveUnknown }

// resource returns the object with metadata meta as one of its resource.
func (d *Definition) resource(meta *metaedit.Editor) status.Resource {
	return d.Resource(meta.Text("name"))
}

// Resource returns the object with a name as the server names it in a Status: its methods
// return the answers about one object.
func (d *Definition) Resource(name string) status.Resource {
	return status.Resource{Group: d.group, Kind: d.names.Plural, Name: name}
}

// key returns the key of the object with metadata meta in the storage of a server with a prefix.
func (d *Definition) key(prefix string, meta *metaedit.Editor) request.StorageKey {
	return request.StorageKey{Resource: d.resource(meta), Namespace: meta.Text("namespace"), Prefix: prefix}
}
