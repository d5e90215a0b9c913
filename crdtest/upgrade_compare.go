package crdtest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/valuediff"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
)

// CompareUpgrade returns what the upgrade of a CRD from old to upgraded does to each stored
// object: the server reads it with both definitions, writes it back unchanged with the new one at each version,
// and reads it again.
//
// An object is what the server has stored, with all defaults: the result of [Answer.Stored], or a whole
// object of a cluster. A version that needs a converter is compared if the definition has one. It gets what [Try] fills in for an old object. The error means no verdict: an
// object is not of the definitions, or old cannot read it.
func CompareUpgrade(ctx context.Context, old, upgraded *Definition, objects ...Object) ([]Change, error) {
	for _, d := range []*Definition{old, upgraded} {
		if d == nil || d.compiled == nil {
			return nil, errNoDefinition
		}
	}
	var all []Change
	for _, object := range objects {
		items, err := object.items(ctx)
		if err != nil {
			return nil, err
		}
		for _, it := range items {
			u := upgrade{ctx: ctx, old: old, upgraded: upgraded, source: it}
			c, err := u.compare()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", it.at(ctx, nil), err)
			}
			all = append(all, c)
		}
	}
	return all, nil
}

// upgrade compares what two definitions do to a stored object.
type upgrade struct {
	ctx           context.Context
	old, upgraded *Definition
	source        item
	stored        map[string]any
	// own is the version of the object.
	own    string
	before map[string]map[string]any // what old reads by version
	change Change
}

func (u *upgrade) compare() (Change, error) {
	t := typeOf(u.source.object)
	for _, d := range []*Definition{u.old, u.upgraded} {
		if !d.declares(t) {
			return Change{}, fmt.Errorf("%v is not of the definition %s at %s", t, d.compiled.Name(), d.Position())
		}
	}
	u.own, u.stored = t.version, fillOld(u.old, u.source.object, u.source.object)
	name, _ := metadataOf(u.stored)["name"].(string)
	u.change = Change{Position: u.source.at(u.ctx, nil), Name: name}
	if err := u.readOld(); err != nil {
		return Change{}, err
	}
	if was, is := u.old.compiled.Scope(), u.upgraded.compiled.Scope(); was != is {
		u.change.Unreadable = fmt.Sprintf("spec.scope was %v, is %v: the keys of stored objects differ, and a server rejects this update of the CRD", was, is)
		return u.change, nil
	}
	if _, found := u.upgraded.compiled.Version(u.own); !found {
		u.change.Unreadable = "the new CRD has no version " + u.own
		return u.change, nil
	}
	if !slices.Contains(u.upgraded.compiled.ServedVersions(), u.own) {
		u.change.Unreadable = u.own + " is not served by the new CRD"
	}
	for _, version := range u.versions() {
		if err := u.at(version); err != nil {
			return Change{}, err
		}
	}
	return u.change, nil
}

// versions returns the versions that the new CRD serves, the object's first.
func (u *upgrade) versions() (all []string) {
	served := u.upgraded.compiled.ServedVersions()
	if slices.Contains(served, u.own) {
		all = append(all, u.own)
	}
	for _, version := range served {
		if version != u.own {
			all = append(all, version)
		}
	}
	return all
}

func (u *upgrade) readOld() error {
	u.before = map[string]map[string]any{}
	for _, version := range u.old.compiled.ServedVersions() {
		read, err := u.old.compiled.Read(u.ctx, u.stored, version)
		switch {
		case err == nil:
			u.before[version] = read
		case version == u.own || !u.unknown(err):
			return err
		}
	}
	return nil
}

// unknown reports whether err says that a converter is missing, so that the version is not compared.
func (u *upgrade) unknown(err error) bool {
	return u.ctx.Err() == nil && crdschema.StatusOf(err) == nil && !errors.Is(err, structural.ErrTooMuchWork)
}

// at compares what is read at a version, and the effect of a write.
func (u *upgrade) at(version string) error {
	read, err := u.upgraded.compiled.Read(u.ctx, u.stored, version)
	if err != nil && u.unknown(err) && version != u.own {
		return nil
	}
	if err != nil && crdschema.StatusOf(err) == nil {
		return err
	}
	if err != nil {
		if u.change.Unreadable == "" {
			u.change.Unreadable = err.Error()
		}
		return nil
	}
	if before, served := u.before[version]; served {
		u.sort(valuediff.Compare(read, before), version)
	}
	return u.write(read, version)
}

// sort adds differences to the lists of the change.
func (u *upgrade) sort(differences []valuediff.Difference, version string) {
	c := &u.change
	for _, d := range differences {
		list := &c.Changed
		switch {
		case d.Missing:
			list = &c.Pruned
		case d.Extra:
			list = &c.Defaulted
		}
		u.add(list, ValueChange{Path: d.Path, Was: d.Want, Is: d.Got, Version: version})
	}
}

// add appends a change unless its path is in a list, as for another version.
func (u *upgrade) add(list *[]ValueChange, v ValueChange) {
	for _, other := range *list {
		if slices.Equal(other.Path, v.Path) {
			return
		}
	}
	if v.Version == u.own {
		v.Version = ""
	}
	if v.Write == u.own {
		v.Write = ""
	}
	*list = append(*list, v)
}

// write adds the server's answer to an unchanged write, and the values that it loses.
func (u *upgrade) write(read map[string]any, version string) error {
	a, err := u.unchangedWrite(u.upgraded, read)
	if err != nil {
		return err
	}
	shown := version
	if version == u.own {
		shown = ""
		u.change.Tolerated = a.Result.Ratcheted.Texts()
	}
	for _, p := range a.Problems {
		if !slices.ContainsFunc(u.change.Refused, func(r RefusedWrite) bool { return r.Message == p.Message }) {
			u.change.Refused = append(u.change.Refused, RefusedWrite{p, shown})
		}
	}
	return u.reread(a, version)
}

func (u *upgrade) unchangedWrite(d *Definition, read map[string]any) (Answer, error) {
	written, previous := u.source, u.source
	written.object, previous.object, previous.answered = read, u.stored, true
	var r request
	WithOld(stored(previous)).applyToRequest(&r)
	return r.try(u.ctx, d, written)
}

// reread compares what the new CRD reads before and after a write, at each version. A loss that the old CRD's write
// has, too, does not count.
func (u *upgrade) reread(a Answer, version string) error {
	if len(a.Problems) == 0 && a.Result.Stored == nil && !a.Result.Gone {
		return fmt.Errorf("the new CRD needs a converter to store version %s: see WithDefinitionOptions", version)
	}
	if a.Result.Stored == nil || a.Result.Unchanged {
		return nil
	}
	before, err := u.lossesOf(u.old, u.before[version])
	if err != nil {
		return err
	}
	losses, err := u.losses(u.upgraded, a)
	if err != nil {
		return err
	}
	for _, at := range u.versions() {
		for _, d := range losses[at] {
			if !d.Extra && !slices.ContainsFunc(before[at], func(o valuediff.Difference) bool { return slices.Equal(o.Path, d.Path) }) {
				u.add(&u.change.Lost, ValueChange{Path: d.Path, Was: d.Want, Is: d.Got, Version: at, Write: version})
			}
		}
	}
	return nil
}

// lossesOf returns what an unchanged write of a definition loses, by version: nothing if it does not serve the version.
func (u *upgrade) lossesOf(d *Definition, read map[string]any) (map[string][]valuediff.Difference, error) {
	if read == nil {
		return nil, nil
	}
	a, err := u.unchangedWrite(d, read)
	if err != nil || a.Result.Stored == nil || a.Result.Unchanged {
		return nil, err
	}
	return u.losses(d, a)
}

// losses returns the differences between what a definition reads before and after a write.
func (u *upgrade) losses(d *Definition, a Answer) (map[string][]valuediff.Difference, error) {
	written := registry.AtRevision(a.Result.Stored, 1)
	all := map[string][]valuediff.Difference{}
	for _, version := range d.compiled.ServedVersions() {
		before, err := d.compiled.Read(u.ctx, u.stored, version)
		after, err2 := d.compiled.Read(u.ctx, written, version)
		if err := cmp.Or(err, err2); err != nil && u.unknown(err) {
			continue
		} else if err != nil {
			return nil, err
		}
		all[version] = valuediff.Compare(withoutRevision(after), withoutRevision(before))
	}
	return all, nil
}

// withoutRevision returns an object without the metadata that every write changes.
func withoutRevision(obj map[string]any) map[string]any {
	meta := structural.Clone(metadataOf(obj))
	for _, name := range []string{"generation", "managedFields", "resourceVersion"} {
		delete(meta, name)
	}
	out := map[string]any{}
	for name, v := range obj {
		out[name] = v
	}
	out["metadata"] = meta
	return out
}
