package validate

import (
	"context"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/work"
)

func (c *checker) checkAll(ctx context.Context) {
	c.work = work.Start(ctx, checking)
	s, status := &c.form.spec, locationOf("status")
	c.checkGroupAndScope()
	c.checkSchemas()
	c.checkVersions(ctx)
	c.checkShared()
	c.checkRequiredNames()
	c.checkNames(ctx, &s.names, s.at.field("names"))
	c.checkParts(ctx, s.shared, "", s.anyStatus())
	c.checkConversion()
	c.checkNames(ctx, &c.form.status.names, status.field("acceptedNames"))
	c.checkStoredVersions(status.field("storedVersions"))
	c.checkApproval()
	if s.preserve && (c.old == nil || !c.old.spec.preserve) {
		c.invalid(s.at.field("preserveUnknownFields"), codes.PreserveUnknownFields, true, codes.PreserveUnknownFieldsDetail)
	}
}

// checkImmutable checks that an update does not change immutable fields.
//
// Rule: the same package, validateCustomResourceDefinitionSpecUpdate.
func (c *checker) checkImmutable() {
	s, old := &c.form.spec, &c.old.spec
	unchanged := func(at location, name, oldName string, value any) {
		if name != oldName {
			c.invalid(at, codes.CRDFieldImmutable, value, codes.CRDFieldImmutableDetail)
		}
	}
	names := s.at.field("names")
	if !c.tolerance.names {
		unchanged(s.at.field("scope"), s.scope, old.scope, typedText(s.scope))
		unchanged(names.field("kind"), s.names.Kind, old.names.Kind, s.names.Kind)
	}
	unchanged(s.at.field("group"), s.group, old.group, s.group)
	unchanged(names.field("plural"), s.names.Plural, old.names.Plural, s.names.Plural)
}
