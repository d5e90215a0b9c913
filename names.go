package crdschema

import (
	"slices"

	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// Names are the names of a definition's objects, spec.names of the CRD.
//
// Source: Kubernetes API reference, CustomResourceDefinitionNames.
type Names struct {
	// Plural is the name of the resource in URLs: "crontabs".
	Plural string
	// Singular is the kind in lower case if the CRD specifies none.
	Singular string
	// Kind is the kind of the objects: "CronTab".
	Kind string
	// ListKind is the kind of their lists. It is the kind followed by List if the CRD
	// specifies none.
	ListKind string
	// ShortNames are other names for kubectl: "ct".
	ShortNames []string
	// Categories are the groups of resources that it is part of: "all".
	Categories []string
}

// Names returns the names that the CRD requests, with the server's defaults. The server
// serves the names that no other definition of the group has: lifecycle.Reconcile sets them
// in status.acceptedNames. The caller may modify the result.
func (d *Definition) Names() Names {
	n := Names(d.names)
	n.ShortNames, n.Categories = slices.Clone(n.ShortNames), slices.Clone(n.Categories)
	return n
}

// Scope returns the scope of the objects.
func (d *Definition) Scope() objectmeta.Scope { return d.scope }
