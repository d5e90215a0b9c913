package validate

import (
	"context"
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/structural"
)

func (c *checker) checkVersions(ctx context.Context) {
	s := &c.form.spec
	at := s.at.field("versions")
	stored, unique := 0, true
	seen := map[string]bool{}
	subresources := s.subresourcesByName()
	for i := range s.versions {
		v := &s.versions[i]
		if !c.step(1) {
			return
		}
		if v.Storage {
			stored++
		}
		unique = unique && !seen[v.Name]
		seen[v.Name] = true
		c.checkVersionName(i)
		c.checkDeprecation(i)
		c.checkParts(ctx, s.parts(i), v.Name, subresources(v.Name).HasStatus())
	}
	if !unique {
		c.invalidVersions(at, codes.VersionUnique, codes.VersionUniqueDetail)
	}
	if stored != 1 {
		c.invalidVersions(at, codes.StorageVersion, codes.StorageVersionDetail)
	}
	if s.version != "" {
		c.checkFirstVersion()
	}
}

func (c *checker) checkVersionName(i int) {
	name := c.form.spec.versions[i].Name
	if len(names.DNS1035Label(name)) > 0 && !c.omits() {
		c.checkLabel(name, c.form.spec.versionAt(i).field("name"))
	}
}

// invalidVersions shows all versions: a long text, with which the errors end.
func (c *checker) invalidVersions(at location, code codes.Code, detail string) {
	c.invalid(at, code, versionsValue{&c.form.spec}, detail)
	c.Charge(printedVersionSize * len(c.form.spec.versions))
}

// checkFirstVersion checks spec.version, always set in the internal version.
func (c *checker) checkFirstVersion() {
	s := &c.form.spec
	at := s.at.field("version")
	if !c.form.v1beta1 {
		at.path = crd.VersionPath(0).Append(structural.Field("name"))
	}
	c.checkLabel(s.version, at)
	if len(s.versions) > 0 && s.versions[0].Name != s.version {
		c.invalid(at, codes.VersionFirst, s.version, codes.VersionFirstDetail)
	}
}

// subresourcesByName returns a function for the first version of a name.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// getSubresourcesForVersion.
func (s *specForm) subresourcesByName() func(version string) *crd.Subresources {
	if s.all(func(p partsForm) bool { return p.Subresources == nil }) {
		return func(string) *crd.Subresources { return s.shared.Subresources }
	}
	byName := map[string]*crd.Subresources{}
	for i := len(s.versions) - 1; i >= 0; i-- {
		byName[s.versions[i].Name] = s.versions[i].Subresources
	}
	return func(version string) *crd.Subresources { return byName[version] }
}

func (s *specForm) anyStatus() bool {
	return s.shared.Subresources.HasStatus() || !s.all(func(p partsForm) bool { return !p.Subresources.HasStatus() })
}

// checkStoredVersions checks that status.storedVersions has the storage version, and
// that spec has all stored versions.
//
// Rule: the same package, ValidateCustomResourceDefinitionStoredVersions.
func (c *checker) checkStoredVersions(at location) {
	stored := c.form.status.storedVersions
	value := crd.Texts(stored) // one list for all errors makes comparing them fast
	if len(stored) == 0 {
		c.invalid(at, codes.StoredVersionsRequired, value, codes.StoredVersionsRequiredDetail)
		return
	}
	last := map[string]int{}
	for i, v := range stored {
		last[v] = i
	}
	for i := range c.form.spec.versions {
		v := &c.form.spec.versions[i]
		if !c.step(1) {
			return
		}
		if _, found := last[v.Name]; v.Storage && !found {
			c.invalid(at, codes.StoredVersionsStorage, value, codes.StoredVersionsStorageDetail(v.Name))
		}
		delete(last, v.Name)
	}
	for i, v := range stored {
		if of, left := last[v]; left && of == i {
			c.invalid(at.index(i), codes.StoredVersionRemoved, v, codes.StoredVersionRemovedDetail(v))
		}
	}
}

// checkShared checks that a CRD of v1beta1 does not specify the same part both in
// spec and in a version, and does not repeat a part in all versions.
//
// Rule: the same package, validateCustomResourceDefinitionSpec.
func (c *checker) checkShared() {
	s := &c.form.spec
	if !c.form.v1beta1 || len(s.versions) == 0 {
		return // share has moved identical parts into spec
	}
	for _, part := range []struct {
		name, text string
		has        func(partsForm) bool
		same       func(p, q partsForm) bool
	}{
		{
			"validation", "schemas",
			func(p partsForm) bool { return p.Schema != nil },
			func(p, q partsForm) bool { return p.Schema.same(q.Schema) },
		},
		{
			"subresources", "subresources",
			func(p partsForm) bool { return p.Subresources != nil },
			func(p, q partsForm) bool { return p.Subresources.Equal(q.Subresources) },
		},
		{
			"additionalPrinterColumns", "additionalPrinterColumns",
			func(p partsForm) bool { return len(p.AdditionalPrinterColumns) > 0 },
			func(p, q partsForm) bool {
				return slices.Equal(p.AdditionalPrinterColumns, q.AdditionalPrinterColumns)
			},
		},
	} {
		if part.has(s.shared) && !s.all(func(p partsForm) bool { return !part.has(p) }) {
			c.forbidden(s.at.field(part.name), codes.PartsExclusive, codes.PartsExclusiveDetail(part.text))
		}
		if s.all(func(p partsForm) bool { return part.has(p) && part.same(p, s.parts(0)) }) {
			c.invalidVersions(s.at.field("versions"), codes.PartsIdentical, codes.PartsIdenticalDetail(part.text, part.name))
		}
	}
}
