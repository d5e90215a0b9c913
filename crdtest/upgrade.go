package crdtest

import (
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/structural"
)

// Change is what an upgrade of a CRD does to one stored object.
type Change struct {
	// Position is the file, line and column of the stored object, and Name its name.
	Position string `json:"position"`
	Name     string `json:"name,omitempty"`
	// Unreadable says why the object cannot be read at its version any more: the server's error,
	// or what the new CRD lacks. It is "" if the object can be read.
	Unreadable string `json:"unreadable,omitempty"`
	// Refused are the reasons why the server rejects the next write, even one that changes
	// nothing.
	Refused []RefusedWrite `json:"refused,omitempty"`
	// Tolerated are the errors in values that a write may keep but not change to others as wrong.
	Tolerated []string `json:"tolerated,omitempty"`
	// Pruned, Defaulted and Changed are the values that the server no longer reads, now adds,
	// and reads as another value, at each version that both CRDs serve.
	Pruned    []ValueChange `json:"pruned,omitempty"`
	Defaulted []ValueChange `json:"defaulted,omitempty"`
	Changed   []ValueChange `json:"changed,omitempty"`
	// Lost are the values that the server reads until the next write, at any version that the
	// new CRD serves: the write drops or changes them, because the storage version lacks them.
	Lost []ValueChange `json:"lost,omitempty"`
}

// ValueChange is a value that changes.
type ValueChange struct {
	Path structural.Path `json:"path"`
	// Was and Is are the values before and after. One of them may be absent, and is nil then.
	Was any `json:"was,omitempty"`
	Is  any `json:"is,omitempty"`
	// Version is the version at which it is read, and Write the version of the write that loses
	// it. They are "" for the version of the stored object, and Write also for a change that needs no write.
	Version string `json:"version,omitempty"`
	Write   string `json:"write,omitempty"`
}

// RefusedWrite is a reason why a server rejects a write.
type RefusedWrite struct {
	Problem
	// Version is the version of the write, or "" for the version of the stored object.
	Version string `json:"version,omitempty"`
}

// Harmless reports whether the object is read and written as before.
func (c Change) Harmless() bool {
	return c.Unreadable == "" && len(c.Refused)+len(c.Tolerated)+len(c.Pruned)+len(c.Changed)+len(c.Lost) == 0
}

// String returns what changes, a line each.
func (c Change) String() string {
	lines := []string{c.Position + ": " + c.Name}
	if c.Unreadable != "" {
		lines = append(lines, "unreadable: "+c.Unreadable)
	}
	for _, r := range c.Refused {
		lines = append(lines, "refused on its next write"+at(r.Version)+": "+r.Problem.String())
	}
	for _, text := range c.Tolerated {
		lines = append(lines, "invalid, tolerated while unchanged: "+text)
	}
	for _, list := range []struct {
		word    string
		changes []ValueChange
	}{{"pruned", c.Pruned}, {"defaulted", c.Defaulted}, {"changed", c.Changed}, {"lost by the next write", c.Lost}} {
		for _, v := range list.changes {
			lines = append(lines, list.word+at(v.Write)+": "+v.String())
		}
	}
	return strings.Join(lines, "\n\t")
}

func at(version string) string {
	if version == "" {
		return ""
	}
	return " at " + version
}

// String returns the path, and the values before and after.
func (v ValueChange) String() string {
	was, is := "was "+inline(v.Was), "is "+inline(v.Is)
	if v.Was == nil {
		was = "was absent"
	}
	if v.Is == nil {
		is = "is absent"
	}
	if v.Version != "" {
		is += ", read" + at(v.Version)
	}
	return fmt.Sprintf("%v: %s, %s", v.Path, was, is)
}

// Upgrade fails the test if a stored object is unreadable, refused on its next write, pruned,
// read with another value, loses a value on its next write, or is invalid and only tolerated while unchanged. New
// defaults are allowed. It returns the changes; without a verdict or an object it ends the test. See
// [CompareUpgrade].
func Upgrade(t T, old, upgraded *Definition, objects ...Object) []Change {
	t.Helper()
	changes, err := CompareUpgrade(t.Context(), old, upgraded, objects...)
	if err == nil && len(objects) == 0 {
		err = fmt.Errorf("there is no stored object")
	}
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
