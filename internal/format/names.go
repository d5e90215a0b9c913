package format

import "github.com/seed95800270/crdschema/internal/names"

// isPassword accepts any string: the format is a hint for user interfaces.
//
// Rule: k8s.io/kube-openapi/pkg/validation/strfmt, the format password.
func isPassword(string) bool { return true }

// isShortName accepts a lower case RFC 1123 label of up to 63 bytes.
//
// Rule: k8s.io/kube-openapi/pkg/validation/strfmt, IsShortName.
func isShortName(s string) bool { return names.DNS1123Label(s) == nil }

// isLongName accepts a lower case RFC 1123 subdomain of up to 253 bytes, whose
// labels may have any length.
//
// Rule: k8s.io/kube-openapi/pkg/validation/strfmt, IsLongName.
func isLongName(s string) bool { return names.DNS1123Subdomain(s) == nil }
