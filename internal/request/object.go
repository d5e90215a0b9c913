package request

import (
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// CheckVersion rejects an object of another version than the URL names (400).
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, createHandler and UpdateResource.
func CheckVersion(got, url gotype.GroupVersion) *status.Status {
	if got == url {
		return nil
	}
	return status.OtherVersion(got.String(), url.String())
}

// CheckNamespace sets the namespace of an object to the namespace of the URL, or removes it if objects
// are not in namespaces. It rejects an object of another namespace (400). An empty url matches any.
//
// Rule: k8s.io/apiserver/pkg/registry/rest, EnsureObjectNamespaceMatchesRequestNamespace.
func CheckNamespace(meta *metaedit.Editor, scope objectmeta.Scope, url string) *status.Status {
	if scope == objectmeta.ClusterScoped {
		metaedit.DropNamespace(meta)
		return nil
	}
	if metaedit.PrepareNamespace(meta, url) {
		return nil
	}
	return status.BadRequest(codes.MetadataNamespaceMismatchDetail)
}

// CheckName rejects an update of an object without a name, or with another name than the URL (400).
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, checkName.
func CheckName(name, url string) *status.Status {
	switch name {
	case "":
		return status.NameMissing(url)
	case url:
		return nil
	default:
		return status.OtherName(name, url)
	}
}

// CheckTerminating rejects a new object of a resource whose CRD is being deleted (403).
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, forbidCreateAdmission.
func CheckTerminating(of status.Resource) *status.Status {
	return of.Forbidden("create not allowed while custom resource definition is terminating")
}

// CheckUID rejects an update of an object with another uid than the stored one, if both have one (409).
//
// Rule: k8s.io/apiserver/pkg/storage, Preconditions.Check.
func CheckUID(key StorageKey, meta, old *metaedit.Editor) *status.Status {
	got, stored := meta.Text("uid"), old.Text("uid")
	if got == "" || stored == "" || got == stored {
		return nil
	}
	return key.OtherUID(key.String(), got, stored)
}

// Finalized reports whether an update removes the object: the stored object is being deleted, and
// the new one does not have finalizers.
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry, ShouldDeleteDuringUpdate.
func Finalized(meta, old *metaedit.Editor) bool {
	finalizers, _ := meta.Get("finalizers").([]any)
	grace, _ := old.Get("deletionGracePeriodSeconds").(int64)
	return len(finalizers) == 0 && old.Get("deletionTimestamp") != nil && grace == 0
}
