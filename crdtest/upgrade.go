package crdtest

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/internal/valuediff"
	"github.com/seed95800270/crdschema/structural"
)

// Change is what an upgrade of a CRD does to one stored object.
type Change struct {
	// Position is the file, line and column of the stored object, and Name its name.
	Position string `json:"position"`
	Name     string `json:"name,omitempty"`
	// Unreadable is the server's error if it cannot read the object any more, or "".
	Unreadable string `json:"unreadable,omitempty"`
	// Refused are the reasons why the server rejects the next write, even one that changes
	// nothing.
	Refused []Problem `json:"refused,omitempty"`
	// Tolerated are the errors in values that a write may keep but not change to others as wrong.
	Tolerated []string `json:"tolerated,omitempty"`
	// Pruned, Defaulted and Changed are the paths of values that the server no longer reads, now
	// adds, and reads as another value.
	Pruned    []structural.Path `json:"pruned,omitempty"`
	Defaulted []structural.Path `json:"defaulted,omitempty"`
	Changed   []structural.Path `json:"changed,omitempty"`
}

// Harmless reports whether the object is read and written as before.
func (c Change) Harmless() bool {
	return c.Unreadable == "" && len(c.Refused)+len(c.Tolerated)+len(c.Pruned)+len(c.Changed) == 0
}

// String returns what changes, a line each.
func (c Change) String() string {
	lines := []string{c.Position + ": " + c.Name}
	if c.Unreadable != "" {
		lines = append(lines, "unreadable: "+c.Unreadable)
	}
	for _, p := range c.Refused {
		lines = append(lines, "refused on its next write: "+p.String())
	}
	for _, text := range c.Tolerated {
		lines = append(lines, "invalid, tolerated while unchanged: "+text)
	}
	for _, list := range []struct {
		word  string
		paths []structural.Path
	}{{"pruned", c.Pruned}, {"defaulted", c.Defaulted}, {"changed", c.Changed}} {
		for _, path := range list.paths {
			lines = append(lines, list.word+": "+path.String())
		}
	}
	return strings.Join(lines, "\n\t")
}

// CompareUpgrade returns what the upgrade of a CRD from old to upgraded does to each stored
// object: the server reads it with both definitions, and writes it back unchanged with the new
// one. An object gets what [Try] fills in for an old object. The error means no verdict: an
// object is not of the definitions, or old cannot read it.
func CompareUpgrade(ctx context.Context, old, upgraded *Definition, objects ...Object) ([]Change, error) {
	var all []Change
	for _, object := range objects {
		items, err := object.items(ctx)
		if err != nil {
			return nil, err
		}
		for _, it := range items {
			c, err := compareUpgrade(ctx, old, upgraded, it)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", it.at(ctx, nil), err)
			}
			all = append(all, c)
		}
	}
	return all, nil
}

func compareUpgrade(ctx context.Context, old, upgraded *Definition, it item) (Change, error) {
	var r request
	for _, d := range []*Definition{old, upgraded} {
		if err := r.checkKind(d, it.object); err != nil {
			return Change{}, err
		}
	}
	obj := fillOld(old, it.object, it.object)
	name, _ := metadataOf(obj)["name"].(string)
	c := Change{Position: it.at(ctx, nil), Name: name}
	version := r.versionOf(old, obj)
	before, err := old.compiled.Read(ctx, obj, version)
	if err != nil {
		return Change{}, err
	}
	after, err := upgraded.compiled.Read(ctx, obj, version)
	if err != nil {
		if ctx.Err() != nil {
			return Change{}, err
		}
		c.Unreadable = err.Error()
		return c, nil
	}
	for _, d := range valuediff.Compare(after, before) {
		switch {
		case d.Missing:
			c.Pruned = append(c.Pruned, d.Path)
		case d.Extra:
			c.Defaulted = append(c.Defaulted, d.Path)
		default:
			c.Changed = append(c.Changed, d.Path)
		}
	}
	return c, c.write(ctx, upgraded, it, after, obj)
}

// write sets what the server says to an unchanged write.
func (c *Change) write(ctx context.Context, d *Definition, it item, obj, old map[string]any) error {
	written, previous := it, it
	written.object, previous.object = obj, old
	r := request{}
	WithOld(stored(previous)).applyToRequest(&r)
	a, err := r.try(ctx, d, written)
	if err != nil {
		return err
	}
	c.Refused = a.Problems
	c.Tolerated = a.Result.Ratcheted.Texts()
	return nil
}

// Upgrade fails the test if a stored object is unreadable, refused on its next write, pruned,
// read with another value, or invalid but for tolerance of unchanged values. New defaults are
// allowed. It returns the changes; without a verdict it ends the test. See [CompareUpgrade].
func Upgrade(t T, old, upgraded *Definition, objects ...Object) []Change {
	t.Helper()
	changes, err := CompareUpgrade(t.Context(), old, upgraded, objects...)
	if err != nil {
		t.Fatalf("no verdict: %v", err)
		return nil
	}
	for _, c := range changes {
		if !c.Harmless() {
			t.Errorf("%s", c)
		}
	}
	return changes
}
