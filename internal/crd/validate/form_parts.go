package validate

import (
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/structural"
)

// The parts of a version.
const (
	schemaPart      = "schema"
	subresourcePart = "subresources"
	columnPart      = "additionalPrinterColumns"
	selectablePart  = "selectableFields"
)

// part returns the location of a part, in the first version of the CRD if share has moved
// it into the spec.
func (s *specForm) part(p partsForm, name string) location {
	if p.of != ofSpec {
		return s.versionAt(p.of).field(name)
	}
	inSpec := name
	if name == schemaPart {
		inSpec = "validation"
	}
	at := s.at.field(inSpec)
	if !s.v1beta1 {
		at.path = crd.VersionPath(0).Append(structural.Field(name))
	}
	return at
}

// versionAt returns the location of a version.
func (s *specForm) versionAt(i int) location { return s.at.field("versions").index(i) }
