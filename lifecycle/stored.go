package lifecycle

import "github.com/seed95800270/crdschema/internal/crd/validate"

// Stored are the versions in which objects may be stored, as the status has
// them: the storage version, if it has none.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1,
// SetDefaults_CustomResourceDefinition.
func Stored(crd map[string]any) []string {
	if stored := texts(object(crd, "status"), "storedVersions"); len(stored) > 0 {
		return stored
	}
	definition, _ := validate.Read(crd)
	if v := definition.StorageVersion(); v != nil {
		return []string{v.Name}
	}
	return nil
}
