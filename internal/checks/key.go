package checks

import (
	"cmp"
	"path"

	"github.com/seed95800270/crdschema/status"
)

// Key is the key of an object in storage. Its Kind is the plural name of the resource.
type Key struct {
	status.Resource
	Namespace string // or ""
	Prefix    string // of all keys: [Prefix]
}

// Prefix returns the prefix of all keys in storage: "/registry" if prefix is empty, and "/" in a
// dry run.
func Prefix(prefix string, dryRun bool) string {
	if dryRun {
		return "/"
	}
	return cmp.Or(prefix, "/registry")
}

// String returns the text of the key.
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry, NamespaceKeyFunc.
func (k Key) String() string {
	return path.Join(k.Prefix, k.Group, k.Kind, k.Namespace, k.Name)
}
