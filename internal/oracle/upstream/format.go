package upstream

import (
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
)

// SupportsFormat reports whether Kubernetes 1.minor checks a format in a schema
// with the given types.
//
// Reference: validation.StripUnsupportedFormatsPostProcessorForVersion.
func SupportsFormat(types []string, name string, minor uint) bool {
	s := &spec.Schema{}
	s.Type, s.Format = types, name
	if err := validation.StripUnsupportedFormatsPostProcessorForVersion(version.MajorMinor(1, minor))(s); err != nil {
		panic(err)
	}
	return name != "" && s.Format == name
}

// FormatExists reports whether any version has a string format of that name.
//
// Reference: k8s.io/kube-openapi/pkg/validation/strfmt.
func FormatExists(name string) bool { return name != "" && strfmt.Default.ContainsName(name) }

// HasFormat reports whether a string has a format.
//
// Reference: k8s.io/kube-openapi/pkg/validation/strfmt.
func HasFormat(name, text string) bool { return strfmt.Default.Validates(name, text) }
