package validate

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/structural"
)

// versions checks what versions say of themselves, one by one and together.
func (c *checker) versions() {
	s := &c.form.spec
	at := s.at.field("versions")
	stored, unique := 0, true
	names := make(map[string]bool, len(s.versions))
	subresources := s.subresourcesByName()
	for i := range s.versions {
		v := &s.versions[i]
		if v.Storage {
			stored++
		}
		unique = unique && !names[v.Name]
		names[v.Name] = true
		c.label(v.Name, v.at.field("name"))
		c.deprecation(v)
		c.shared(&v.sharedForm, v.Name, subresources(v.Name).hasStatus())
	}
	if !unique {
		c.invalid(at, versionsValue(s.versions), "must contain unique version names")
	}
	if stored != 1 {
		c.invalid(at, versionsValue(s.versions), "must have exactly one version marked as storage version")
	}
	if s.version == "" {
		return
	}
	first := s.at.field("version")
	if c.form.names != oldNames {
		first.path = s.versions[0].at.path.Append(structural.Field("name"))
	}
	c.label(s.version, first)
	if len(s.versions) > 0 && s.versions[0].Name != s.version {
		c.invalid(first, s.version, "must match the first version in spec.versions")
	}
}

// subresourcesByName finds the subresources of the first version of a name.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// getSubresourcesForVersion.
func (s *specForm) subresourcesByName() func(version string) *subresourcesForm {
	if s.all(func(v *sharedForm) bool { return v.Subresources == nil }) {
		return func(string) *subresourcesForm { return s.shared.Subresources }
	}
	byName := make(map[string]*subresourcesForm, len(s.versions))
	for _, v := range slices.Backward(s.versions) {
		byName[v.Name] = v.Subresources
	}
	return func(version string) *subresourcesForm { return byName[version] }
}

// anyStatus tells whether any version has a status subresource.
func (s *specForm) anyStatus() bool {
	return s.shared.Subresources.hasStatus() || !s.all(func(v *sharedForm) bool { return !v.Subresources.hasStatus() })
}

// deprecation checks the warning of a version.
func (c *checker) deprecation(v *versionForm) {
	if v.DeprecationWarning == nil {
		return
	}
	for _, wrong := range wrongWarning(v.Deprecated, *v.DeprecationWarning) {
		c.invalid(v.at.field("deprecationWarning"), typedText(*v.DeprecationWarning), wrong)
	}
}

// wrongWarning says what is wrong with a warning of deprecation.
//
// Rule: the same package, validateDeprecationWarning.
func wrongWarning(deprecated bool, text string) (wrong []string) {
	const limit = 256
	if !deprecated {
		return []string{"can only be set for deprecated versions"}
	}
	if len(text) > limit {
		wrong = append(wrong, fmt.Sprintf("must be <= %d characters long", limit))
	}
	if text == "" {
		wrong = append(wrong, "must not be an empty string")
	}
	const printable = "must only contain printable UTF-8 characters"
	if i := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 {
		wrong = append(wrong, fmt.Sprintf("%s; non-printable character found at index %d", printable, i))
	}
	if !utf8.ValidString(text) {
		wrong = append(wrong, printable)
	}
	return wrong
}
