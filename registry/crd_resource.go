package registry

import (
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/status"
)

// CRDResource returns the CRD with a name as the resource that answers about it name:
// NotFound, for a GET, and AlreadyExists, for a new CRD with the name of a stored one.
// [crdschema.Compiler.AdmitCRD] and [DeleteCRD] return NotFound themselves. A method that
// CRDs do not have is answered with [status.MethodNotRouted], a subresource other than the
// status with [status.PathNotRouted].
func CRDResource(name string) status.Resource {
	return status.Resource{Group: crd.Group, Kind: crd.Plural, Name: name}
}
