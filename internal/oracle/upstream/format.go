package upstream

import (
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
)

// HeedsFormat says whether Kubernetes 1.minor heeds a format of a schema that
// has the given types.
//
// Reference: validation.StripUnsupportedFormatsPostProcessorForVersion.
func HeedsFormat(types []string, name string, minor uint) bool {
	s := &spec.Schema{}
	s.Type, s.Format = types, name
	if err := validation.StripUnsupportedFormatsPostProcessorForVersion(version.MajorMinor(1, minor))(s); err != nil {
		panic(err)
	}
	return name != "" && s.Format == name
}

// KnowsFormat says whether there is a string format of that name in any version.
//
// Reference: k8s.io/kube-openapi/pkg/validation/strfmt.
func KnowsFormat(name string) bool { return name != "" && strfmt.Default.ContainsName(name) }

// HasFormat says whether a string has a format.
//
// Reference: k8s.io/kube-openapi/pkg/validation/strfmt.
func HasFormat(name, text string) bool { return strfmt.Default.Validates(name, text) }
