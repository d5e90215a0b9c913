package validate

import (
	"context"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// checkNewMetadata checks that the name is the plural name, a dot and the group. As on the server,
// errors about a name come before those about the rest.
func (c *checker) checkNewMetadata(ctx context.Context) {
	obj := map[string]any{"metadata": c.form.meta}
	errs, err := objectmeta.ValidateCreate(ctx, obj, objectmeta.ClusterScoped)
	c.fail(err)
	want := c.form.spec.names.Plural + "." + c.form.spec.group
	for _, field := range []string{"generateName", "name"} {
		at := locationOf("metadata").field(field)
		about := leading(errs, at.path)
		c.addAll(errs[:about])
		errs = errs[about:]
		if name, _ := c.form.meta[field].(string); name != "" && name != want {
			c.invalid(at, codes.CRDName, name, codes.CRDNameDetail)
		}
	}
	c.addAll(errs)
}

// leading returns how many of the first errors are at a path.
func leading(errs structural.Errors, path structural.Path) int {
	n := 0
	for n < len(errs) && slices.Equal(errs[n].Path, path) {
		n++
	}
	return n
}

// checkChangedMetadata checks the metadata of an update.
func (c *checker) checkChangedMetadata(ctx context.Context) {
	obj, old := map[string]any{"metadata": c.form.meta}, map[string]any{"metadata": c.old.meta}
	c.addMetadata(objectmeta.ValidateUpdate(ctx, obj, old, objectmeta.ClusterScoped))
}

func (c *checker) addMetadata(errs structural.Errors, err error) {
	c.fail(err)
	c.addAll(errs)
}

// checkGroupAndScope checks spec.group and spec.scope.
func (c *checker) checkGroupAndScope() {
	s := &c.form.spec
	at := s.at.field("group")
	if s.group == "" {
		c.required(at, codes.CRDFieldRequired, "")
	} else if wrong := names.DNS1123Subdomain(s.group); len(wrong) > 0 {
		c.invalid(at, codes.CRDGroup, s.group, codes.LabelDetail(wrong))
	} else if !strings.Contains(s.group, ".") {
		c.invalid(at, codes.CRDGroup, s.group, codes.CRDGroupDotDetail)
	}
	switch at := s.at.field("scope"); s.scope {
	case crd.Cluster, crd.Namespaced:
	case "":
		c.required(at, codes.CRDFieldRequired, "")
	default:
		c.unsupported(at, s.scope, crd.Cluster, crd.Namespaced)
	}
}

// checkRequiredNames checks names that the status may lack.
func (c *checker) checkRequiredNames() {
	n, at := &c.form.spec.names, c.form.spec.at.field("names")
	for _, name := range []struct{ field, value string }{
		{"plural", n.Plural}, {"singular", n.Singular}, {"kind", n.Kind}, {"listKind", n.ListKind},
	} {
		if name.value == "" {
			c.required(at.field(name.field), codes.CRDFieldRequired, "")
		}
	}
}

// checkNames checks the names in spec or status that are present.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// ValidateCustomResourceDefinitionNames.
func (c *checker) checkNames(ctx context.Context, n *crd.Names, at location) {
	if n.Plural != "" {
		c.checkLabel(n.Plural, at.field("plural"))
	}
	if n.Singular != "" {
		c.checkLabel(n.Singular, at.field("singular"))
	}
	c.checkKind(n.Kind, at.field("kind"))
	c.checkKind(n.ListKind, at.field("listKind"))
	if n.Kind != "" && n.Kind == n.ListKind {
		c.invalid(at.field("listKind"), codes.ListKindSame, n.ListKind, codes.ListKindSameDetail)
	}
	c.checkLabels(ctx, n.ShortNames, at.field("shortNames"))
	c.checkLabels(ctx, n.Categories, at.field("categories"))
}

func (c *checker) checkKind(name string, at location) {
	if wrong := names.DNS1035Label(strings.ToLower(name)); name != "" && len(wrong) > 0 {
		c.invalid(at, codes.KindName, name, codes.KindNameDetail(wrong))
	}
}

const looksApart = 1 << 10

func (c *checker) checkLabels(ctx context.Context, labels []string, at location) {
	for i, name := range labels {
		switch {
		case i%looksApart == 0 && c.stopped(ctx):
			return
		case len(names.DNS1035Label(name)) == 0:
		case c.Full():
			c.Omit(1)
		default:
			c.checkLabel(name, at.index(i))
		}
	}
}

func (c *checker) checkLabel(name string, at location) {
	if wrong := names.DNS1035Label(name); len(wrong) > 0 {
		c.invalid(at, codes.CRDLabel, name, codes.LabelDetail(wrong))
	}
}

// checkApproval checks CRDs in groups of the Kubernetes project. An update may keep the
// approval state.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// validateAPIApproval.
func (c *checker) checkApproval() {
	annotation := c.form.annotation(crd.ApprovalAnnotation)
	state := crd.ApprovalOf(annotation)
	if !crd.IsProtected(c.form.spec.group) || c.old != nil && crd.ApprovalOf(c.old.annotation(crd.ApprovalAnnotation)) == state {
		return
	}
	at := location{path: structural.Path{structural.Field("metadata"), structural.Field("annotations"), structural.Key(crd.ApprovalAnnotation)}}
	at.printed = at.path.String()
	switch state {
	case crd.ApprovalMissing:
		c.required(at, codes.APIApproval, codes.APIApprovalMissingDetail)
	case crd.ApprovalInvalid:
		c.invalid(at, codes.APIApproval, annotation, codes.APIApprovalInvalidDetail)
	}
}

func (f *form) annotation(name string) string {
	annotations, _ := f.meta["annotations"].(map[string]any)
	text, _ := annotations[name].(string)
	return text
}
