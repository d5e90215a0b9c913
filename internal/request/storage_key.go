package request

import (
	"cmp"
	"path"

	"github.com/seed95800270/crdschema/status"
)

// StorageKey is the key of an object in storage. Its Kind is the plural name of the resource.
type StorageKey struct {
	status.Resource
	Namespace string // or ""
	Prefix    string // of all keys: [KeyPrefix]
}

// KeyPrefix returns the prefix of all keys in storage: "/registry" if prefix is empty, and "/" in a
// dry run.
func KeyPrefix(prefix string, dryRun bool) string {
	if dryRun {
		return "/"
	}
	return cmp.Or(prefix, "/registry")
}

// String returns the text of the key.
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry, NamespaceKeyFunc.
func (k StorageKey) String() string {
	return path.Join(k.Prefix, k.Group, k.Kind, k.Namespace, k.Name)
}
