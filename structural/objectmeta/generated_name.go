package objectmeta

import "github.com/seed95800270/crdschema/internal/metaedit"

// GeneratedName returns the name that the server generates from a generateName: its
// first 58 bytes, followed by a suffix. The server's suffix is five characters of
// "bcdfghjklmnpqrstvwxz2456789".
//
// Rule: k8s.io/apiserver/pkg/storage/names, SimpleNameGenerator.
func GeneratedName(generateName, suffix string) string {
	return metaedit.GeneratedName(generateName, suffix)
}
