package registry

import (
	"strconv"

	"github.com/seed95800270/crdschema/internal/metaedit"
)

// AtRevision returns stored, a [crdschema.Result.Stored] or [crdschema.DeleteResult.Stored], as the server reads
// it from storage: with the revision of its last write as the resourceVersion.
//
// Rule: k8s.io/apiserver/pkg/storage, APIObjectVersioner.UpdateObject.
func AtRevision(stored map[string]any, revision uint64) map[string]any {
	meta := metaedit.Edit(stored)
	meta.Set("resourceVersion", strconv.FormatUint(revision, 10))
	return meta.Object(stored)
}
