package compat

import (
	"context"
	"maps"
	"reflect"
	"slices"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/structural"
)

// conversionFindings returns what a change of the conversion does. Without the converters of webhooks,
// it is unproven, unless no object needs a conversion.
func (o *options) conversionFindings(ctx context.Context, u *upgrade) ([]Finding, error) {
	from, to := u.oldCRD.Conversion, u.crd.Conversion
	same := !convertsWithWebhook(u.upgraded) || o.old == nil && o.upgraded == nil || sameConverter(o.old, o.upgraded)
	if from.Equal(&to) && same || len(u.oldCRD.Versions) < 2 && len(u.crd.Versions) < 2 {
		return nil, nil
	}
	path := structural.Path{structural.Field("spec"), structural.Field("conversion")}
	base := Finding{OldPath: path, Path: path, Check: "conversion", From: from.Strategy, To: to.Strategy}
	switch {
	case u.oneVersion():
		base.Verdict, base.Reason = Safe, "objects are stored and served in one version"
		return []Finding{base}, nil
	case convertsWithWebhook(u.old) && convertsWithWebhook(u.upgraded) && sameConverter(o.old, o.upgraded):
		base.Verdict, base.Reason = Safe, "the converter is the same"
		return []Finding{base}, nil
	}
	unproven := base
	unproven.Effect, unproven.Severity, unproven.For = BreaksConversion, Warning, []Audience{Readers, Writers}
	if convertsWithWebhook(u.old) && o.old == nil || convertsWithWebhook(u.upgraded) && o.upgraded == nil {
		unproven.Tried = []string{"nothing: the result depends on the webhook"}
		return []Finding{unproven}, nil
	}
	return o.compareConversions(ctx, u, base, unproven)
}

// oneVersion reports whether all objects are stored and served in the same version, before and after.
func (u *upgrade) oneVersion() bool { return len(u.used()) == 1 }

// used returns the versions that objects are stored or served in, before or after.
func (u *upgrade) used() map[string]bool {
	used := map[string]bool{}
	for _, name := range u.stored() {
		used[name] = true
	}
	for _, c := range []*crd.CRD{u.oldCRD, u.crd} {
		for i := range c.Versions {
			if v := &c.Versions[i]; v.Served || v.Storage {
				used[v.Name] = true
			}
		}
	}
	return used
}

// sameConverter reports whether two converters are one value.
func sameConverter(a, b any) bool {
	return a != nil && b != nil && reflect.ValueOf(a).Comparable() && reflect.ValueOf(b).Comparable() && a == b
}

// compareConversions searches each version for an object that the new conversion converts in another
// way. It changes nothing but the conversion of the old CRD, so that other changes do not count.
func (o *options) compareConversions(ctx context.Context, u *upgrade, base, unproven Finding) ([]Finding, error) {
	manifest := aligned(u.old, u.old)
	spec, _ := manifest["spec"].(map[string]any)
	spec = maps.Clone(spec)
	manifest["spec"] = spec
	next, _ := crd.ToV1(u.upgraded)["spec"].(map[string]any)
	if spec["conversion"] = next["conversion"]; spec["conversion"] == nil {
		delete(spec, "conversion")
	}
	d, err := o.compiler.Compile(ctx, manifest, definitionOptions(manifest, o.upgraded)...)
	if err != nil {
		return []Finding{unproven}, failure(ctx, err)
	}
	used := u.used()
	for _, name := range u.before.Versions() {
		if !used[name] {
			continue
		}
		before, _ := u.before.Version(name)
		after, _ := d.Version(name)
		c := &change{pair: pair{old: before.Schema(), upgraded: after.Schema(), resource: true}, check: "conversion", possible: []Effect{BreaksConversion}, alters: true}
		s := &searcher{sides: sides{old: before, upgraded: after}, compiler: o.compiler, attempts: o.attempts}
		found, err := s.search(ctx, c)
		if err != nil {
			return nil, err
		}
		if w := found.witnesses[BreaksConversion]; w != nil {
			base.Version, base.Effect, base.Verdict, base.Severity = name, BreaksConversion, Breaking, Error
			base.Witness, base.For = w, []Audience{Readers, Writers}
			return []Finding{base}, nil
		}
		for _, tried := range found.tried {
			if tried = name + ": " + tried; !slices.Contains(unproven.Tried, tried) && len(unproven.Tried) < 20 {
				unproven.Tried = append(unproven.Tried, tried)
			}
		}
	}
	return []Finding{unproven}, nil
}
