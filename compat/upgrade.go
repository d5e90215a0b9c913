package compat

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/lifecycle"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
)

func convertsWithWebhook(manifest map[string]any) bool {
	c := crd.ReadConversion(crd.ToV1(manifest))
	return c.Strategy == crd.Webhook
}

// admitCRD returns the errors of the server about the new CRD as an update of the old one.
func (o *options) admitCRD(ctx context.Context, u *upgrade) ([]Finding, error) {
	var out []Finding
	refuse := func(path structural.Path, check, reason string) {
		out = append(out, Finding{Path: path, Check: check, Effect: RefusesCRD, Verdict: Breaking, For: []Audience{Administrators}, Severity: Error, Reason: cut(reason)})
	}
	if u.oldCRD.Group != u.crd.Group || u.oldCRD.Names.Plural != u.crd.Names.Plural {
		refuse(structural.Path{structural.Field("metadata"), structural.Field("name")}, "name",
			fmt.Sprintf("%s.%s is another CRD than %s.%s, not an update of it", u.crd.Names.Plural, u.crd.Group, u.oldCRD.Names.Plural, u.oldCRD.Group))
		return out, nil
	}
	deployed := u.old
	if u.old["status"] == nil {
		var err error
		if deployed, err = lifecycle.Reconcile(ctx, u.old, nil, time.Time{}); err != nil {
			return nil, err
		}
	}
	old, body := revised(deployed), revised(u.upgraded)
	res, err := o.compiler.AdmitCRD(ctx, crdschema.CRDRequest{CRD: body, Old: old, Operation: crdschema.Update, FieldValidation: crdschema.Ignore})
	if err != nil {
		if e := failure(ctx, err); e != nil {
			return nil, e
		}
		refuse(nil, "crd", err.Error())
		return out, nil
	}
	for _, e := range res.Errors[:min(len(res.Errors), 100)] {
		refuse(e.Path, string(e.Code), e.Error())
	}
	if st := res.Status(); st != nil && len(res.Errors) == 0 {
		refuse(nil, "crd", st.Message)
	}
	if u.after == nil && len(out) == 0 {
		refuse(nil, "crd", "no server could serve it: "+u.broken.Error())
	}
	return out, nil
}

// revised returns a CRD with the resourceVersion that an update needs.
func revised(manifest map[string]any) map[string]any {
	out := without(manifest, "metadata")
	meta, _ := manifest["metadata"].(map[string]any)
	meta = without(meta, "resourceVersion")
	meta["resourceVersion"] = "1"
	out["metadata"] = meta
	return out
}

// versionFindings returns what changes for a version or the CRD as a whole.
func (u *upgrade) versionFindings() []Finding {
	out := u.nameFindings()
	for i := range u.oldCRD.Versions {
		out = append(out, u.versionFinding(&u.oldCRD.Versions[i], crd.VersionPath(i))...)
	}
	for i := range u.crd.Versions {
		if v := &u.crd.Versions[i]; versionOf(u.oldCRD, v.Name) == nil {
			out = append(out, Finding{Version: v.Name, Path: crd.VersionPath(i), Check: "versions", To: v.Name, Verdict: Safe, Reason: "no client uses a new version yet"})
		}
	}
	return out
}

func versionOf(c *crd.CRD, name string) *crd.Version {
	i := slices.IndexFunc(c.Versions, func(v crd.Version) bool { return v.Name == name })
	if i < 0 {
		return nil
	}
	return &c.Versions[i]
}

func (u *upgrade) versionFinding(o *crd.Version, at structural.Path) []Finding {
	n := versionOf(u.crd, o.Name)
	f := Finding{Version: o.Name, OldPath: at, Check: "versions", From: o.Name, Effect: Unserves, Verdict: Breaking,
		For: []Audience{Writers, Updaters, Readers, Appliers}, Severity: Error}
	var out []Finding
	switch {
	case n == nil:
		f.Reason = "requests for the version are answered with 404"
		if !o.Served {
			f.Effect, f.Verdict, f.For, f.Severity, f.Reason = Widens, Safe, nil, Info, "the version was not served"
		}
		out = append(out, f)
		if slices.Contains(u.stored(), o.Name) {
			f.Check, f.Effect, f.Verdict, f.Severity, f.For = "storedVersions", BreaksStored, Breaking, Error, []Audience{Readers, Updaters}
			f.Reason = "objects may be stored in it, and no version can read them"
			out = append(out, f)
		}
		return out
	case o.Served && !n.Served:
		f.Check, f.From, f.To, f.Reason = "served", "true", "false", "requests for the version are answered with 404"
		out = append(out, f)
	case !o.Served && n.Served:
		out = append(out, Finding{Version: o.Name, OldPath: at, Check: "served", From: "false", To: "true", Verdict: Safe, Reason: "the version is served now"})
	}
	return append(out, u.partFindings(o, n, at)...)
}

// partFindings returns the changes of subresources and selectable fields.
func (u *upgrade) partFindings(o, n *crd.Version, at structural.Path) []Finding {
	var out []Finding
	breaks := func(check, from, to string, e Effect, reason string, who ...Audience) {
		out = append(out, Finding{Version: o.Name, OldPath: at, Check: check, From: cut(from), To: cut(to), Effect: e, Verdict: Breaking, Severity: Error, For: who, Reason: reason})
	}
	safe := func(check, from, to, reason string) {
		out = append(out, Finding{Version: o.Name, OldPath: at, Check: check, From: cut(from), To: cut(to), Verdict: Safe, Reason: reason})
	}
	switch before, after := scaleText(o), scaleText(n); {
	case before == after:
	case before == "":
		safe("subresources.scale", before, after, "the endpoint is new")
	case after == "":
		breaks("subresources.scale", before, after, Unserves, "requests for the scale are answered with 404", Writers, Readers)
	default:
		breaks("subresources.scale", before, after, Stores, "the scale reads and writes other fields", Writers, Readers)
	}
	for _, field := range o.SelectableFields {
		if !slices.Contains(n.SelectableFields, field) {
			breaks("selectableFields", field.JSONPath, "", Refuses, "requests with a field selector of it are rejected", Readers)
		}
	}
	if o.Subresources.HasStatus() && !n.Subresources.HasStatus() {
		breaks("subresources.status", "true", "false", Unserves, "requests for the status are answered with 404", Writers)
	}
	return out
}

func scaleText(v *crd.Version) string {
	if v.Subresources == nil || v.Subresources.Scale == nil {
		return ""
	}
	s := v.Subresources.Scale
	text := s.SpecReplicasPath + " " + s.StatusReplicasPath
	if s.LabelSelectorPath != nil {
		text += " " + *s.LabelSelectorPath
	}
	return text
}

// nameFindings returns the changes of names by which clients find the resource. The server itself
// rejects changes of the scope and the plural.
func (u *upgrade) nameFindings() []Finding {
	var out []Finding
	at := structural.Path{structural.Field("spec"), structural.Field("names")}
	add := func(check, from, to string, sev Severity, reason string) {
		if from != to {
			path := at.Append(structural.Field(check))
			out = append(out, Finding{OldPath: path, Path: path, Check: "names." + check, From: cut(from), To: cut(to), Effect: Unserves, Verdict: Breaking, Severity: sev, For: []Audience{Writers, Readers}, Reason: reason})
		}
	}
	o, n := u.oldCRD.Names, u.crd.Names
	add("kind", o.Kind, n.Kind, Error, "objects of the old kind are rejected, and stored ones are read with the new kind")
	add("listKind", o.ListKind, n.ListKind, Warning, "lists have another kind")
	add("singular", o.Singular, n.Singular, Warning, "kubectl does not find the old name")
	gone := func(check string, o, n []string) {
		removed := slices.DeleteFunc(slices.Clone(o), func(s string) bool { return slices.Contains(n, s) })
		if len(removed) > 0 {
			add(check, strings.Join(removed, ","), "", Warning, "kubectl does not find the old name")
		}
	}
	gone("shortNames", o.ShortNames, n.ShortNames)
	gone("categories", o.Categories, n.Categories)
	if u.oldCRD.Scope != u.crd.Scope {
		path := structural.Path{structural.Field("spec"), structural.Field("scope")}
		out = append(out, Finding{OldPath: path, Path: path, Check: "scope", From: u.oldCRD.Scope, To: u.crd.Scope, Effect: Unserves, Verdict: Breaking, Severity: Error,
			For: []Audience{Writers, Updaters, Readers, Appliers}, Reason: "the URLs of all objects change, and stored objects are not found"})
	}
	return out
}

// stored returns status.storedVersions of the old CRD, or else its storage version.
func (u *upgrade) stored() []string {
	if list := u.oldCRD.Status.StoredVersions; len(list) > 0 {
		return list
	}
	if v := u.oldCRD.StorageVersion(); v != nil {
		return []string{v.Name}
	}
	return nil
}

// compareStorage adds the finding about a change of the version in which objects are stored. The new
// CRD is compared with itself before that change, so that other changes do not count.
func (o *options) compareStorage(ctx context.Context, u *upgrade, after *crdschema.Version, prefix structural.Path, out *Comparison) error {
	from, to := u.before.StorageVersion().Name(), u.after.StorageVersion().Name()
	if from == to {
		return nil
	}
	root := pair{upgraded: after.Schema(), resource: true}
	c := &change{pair: root, check: "storage", from: from, to: to, reason: "both versions have the same schema"}
	was, found := u.after.Version(from)
	if found && !convertsWithWebhook(u.upgraded) {
		if structural.SemanticEqual(was.Schema(), u.after.StorageVersion().Schema()) {
			return o.add(ctx, &searcher{sides: sides{old: after}}, c, nil, prefix, out)
		}
		if after.Name() == to && !was.Schema().Holds(facts.Defaults) {
			c.reason = "objects of this version are stored as they are"
			return o.add(ctx, &searcher{sides: sides{old: after}}, c, nil, prefix, out)
		}
	}
	c.possible, c.alters = []Effect{Drops, Stores}, true
	if !found {
		out.Findings = append(out.Findings, Finding{Version: after.Name(), Path: prefix, Check: "storage", From: from, To: to, Effect: Drops, Severity: Warning,
			Tried: []string{"nothing: the new CRD lacks the old storage version"}})
		return nil
	}
	d, err := o.compiler.Compile(ctx, storedIn(aligned(u.upgraded, u.old), from), definitionOptions(u.upgraded, o.upgraded)...)
	if err != nil {
		return failure(ctx, err)
	}
	v, _ := d.Version(after.Name())
	s := &searcher{sides: sides{old: v, upgraded: after}, compiler: o.compiler, attempts: o.attempts}
	return o.add(ctx, s, c, nil, prefix, out)
}

// storedIn returns a CRD, as aligned returns it, with another storage version.
func storedIn(manifest map[string]any, version string) map[string]any {
	spec, _ := manifest["spec"].(map[string]any)
	list, _ := spec["versions"].([]any)
	for i, v := range list {
		if m, ok := v.(map[string]any); ok {
			m = without(m, "storage")
			m["storage"] = m["name"] == version
			list[i] = m
		}
	}
	return manifest
}

// subresourceChange returns the addition of the status subresource: requests to the object itself
// do not write the status any more.
func (u *upgrade) subresourceChange(before, after *crdschema.Version, root pair) []*change {
	if before.Subresources().Status || !after.Subresources().Status {
		return nil
	}
	c := &change{pair: root, check: "subresources.status", from: false, to: true, possible: []Effect{Drops}}
	o := before.Schema().Property("status")
	if o == nil && !keepsUnknown(before.Schema()) {
		c.possible, c.reason = nil, "objects have no status"
		return []*change{c}
	}
	c.pair = root.child(o, after.Schema().Property("status"), "status", structural.Field("properties"), structural.Key("status"))
	c.probes = []probe{{about: "objects with a status", above: o == nil, after: func(v any) any {
		if m, ok := v.(map[string]any); ok && o == nil {
			m["status"] = map[string]any{"a": "b"}
		}
		return v
	}}}
	return []*change{c}
}

// steps returns what to do about stored objects, in order.
func (u *upgrade) steps(ctx context.Context) ([]string, error) {
	target := u.crd.StorageVersion()
	if target == nil {
		return nil, nil
	}
	stored := slices.Clone(u.stored())
	if !slices.Contains(stored, target.Name) {
		stored = append(stored, target.Name)
	}
	status := map[string]any{"storedVersions": crd.Texts(stored)}
	next := without(crd.ToV1(u.upgraded), "status")
	next["status"] = status
	plan, err := lifecycle.PlanMigration(ctx, next, nil)
	if err != nil {
		return nil, err
	}
	rewrite := plan.Rewrite()
	if len(rewrite) == 0 {
		return nil, nil
	}
	var removed []string
	for _, name := range stored {
		if versionOf(u.crd, name) == nil {
			removed = append(removed, name)
		}
	}
	var steps []string
	if len(removed) > 0 {
		steps = append(steps, fmt.Sprintf("update the CRD without removing %s, with %s as the storage version; they need not be served", strings.Join(removed, ", "), target.Name))
	} else {
		steps = append(steps, "update the CRD")
	}
	steps = append(steps, fmt.Sprintf("rewrite the objects stored in %s: read each and update it without a change", strings.Join(rewrite, ", ")),
		fmt.Sprintf("set status.storedVersions of the CRD to [%s]", target.Name))
	if len(removed) > 0 {
		steps = append(steps, "remove "+strings.Join(removed, ", ")+" from spec.versions")
	}
	return steps, nil
}
