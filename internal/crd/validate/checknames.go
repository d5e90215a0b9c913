package validate

import (
	"strings"

	"github.com/seed95800270/crdschema/internal/names"
)

// groupAndScope checks spec.group and spec.scope.
func (c *checker) groupAndScope() {
	s := &c.form.spec
	at := s.at.field("group")
	if s.group == "" {
		c.required(at, "")
	} else if wrong := names.DNS1123Subdomain(s.group); len(wrong) > 0 {
		c.invalid(at, s.group, strings.Join(wrong, ","))
	} else if !strings.Contains(s.group, ".") {
		c.invalid(at, s.group, "should be a domain with at least one dot")
	}
	switch at := s.at.field("scope"); s.scope {
	case string(Cluster), string(Namespaced):
	case "":
		c.required(at, "")
	default:
		c.unsupported(at, s.scope, string(Cluster), string(Namespaced))
	}
}

// requiredNames must be there in spec, but need not in status.
func (c *checker) requiredNames() {
	n, at := &c.form.spec.names, c.form.spec.at.field("names")
	for _, name := range []struct{ field, value string }{
		{"plural", n.plural}, {"singular", n.singular}, {"kind", n.kind}, {"listKind", n.listKind},
	} {
		if name.value == "" {
			c.required(at.field(name.field), "")
		}
	}
}

// names checks names in spec or status; absent ones are fine.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// ValidateCustomResourceDefinitionNames.
func (c *checker) names(n *namesForm, at place) {
	c.lowerCaseName(n.plural, at.field("plural"))
	c.lowerCaseName(n.singular, at.field("singular"))
	c.mixedCaseName(n.kind, at.field("kind"))
	c.mixedCaseName(n.listKind, at.field("listKind"))
	if n.kind != "" && n.kind == n.listKind {
		c.invalid(at.field("listKind"), n.listKind, "kind and listKind may not be the same")
	}
	c.listedNames(n.shortNames, at.field("shortNames"))
	c.listedNames(n.categories, at.field("categories"))
}

func (c *checker) lowerCaseName(name string, at place) {
	if name != "" {
		c.label(name, at)
	}
}

func (c *checker) mixedCaseName(name string, at place) {
	if wrong := names.DNS1035Label(strings.ToLower(name)); name != "" && len(wrong) > 0 {
		c.invalid(at, name, "may have mixed case, but should otherwise match: "+strings.Join(wrong, ","))
	}
}

func (c *checker) listedNames(names []string, at place) {
	for i, name := range names {
		c.label(name, at.index(i))
	}
}

// label checks a DNS label as of RFC 1035.
func (c *checker) label(name string, at place) {
	if wrong := names.DNS1035Label(name); len(wrong) > 0 {
		c.invalid(at, name, strings.Join(wrong, ","))
	}
}
