package objectmeta

import (
	"fmt"
	"maps"
	"strings"

	"github.com/seed95800270/crdschema/structural"
)

// owner is an owner reference. As a value in an error it prints as a server
// prints it.
type owner struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Name       string `json:"name"`
	UID        string `json:"uid"`
	// Bools, or nil if they are not given.
	Controller         any `json:"controller,omitempty"`
	BlockOwnerDeletion any `json:"blockOwnerDeletion,omitempty"`
}

// ownerOf reads an owner reference; ok is false if it is no object.
func ownerOf(v any) (o owner, ok bool) {
	m, ok := v.(map[string]any)
	o.APIVersion, _ = m["apiVersion"].(string)
	o.Kind, _ = m["kind"].(string)
	o.Name, _ = m["name"].(string)
	o.UID, _ = m["uid"].(string)
	if controller, given := m["controller"].(bool); given {
		o.Controller = controller
	}
	if block, given := m["blockOwnerDeletion"].(bool); given {
		o.BlockOwnerDeletion = block
	}
	return o, ok
}

// ownerReferences checks each reference, and that one at most is a controller.
//
// Rule: k8s.io/apimachinery/pkg/api/validation, ValidateOwnerReferences.
func (c *checker) ownerReferences(v any) {
	refs, controllers := c.list(v), 0
	for i, e := range refs {
		o, ok := ownerOf(e)
		c.odd = c.odd || !ok
		c.ownerReference(o, i)
		if o.Controller == true {
			controllers++
		}
	}
	if controllers > 1 {
		c.controllers(refs)
	}
}

func (c *checker) ownerReference(o owner, i int) {
	group, version, ok := cutGroupVersion(o.APIVersion)
	if o.APIVersion != "" && (!ok || version == "") {
		c.report(structural.Invalid, o.APIVersion, "must be <group>/<version> or <version>",
			structural.Field("ownerReferences"), structural.Index(i), structural.Field("apiVersion"))
	}
	c.required(o.APIVersion, "apiVersion", i)
	c.required(o.Kind, "kind", i)
	c.required(o.Name, "name", i)
	c.required(o.UID, "uid", i)
	if group == "" && version == "v1" && o.Kind == "Event" {
		c.report(structural.Invalid, o, "/v1, Kind=Event is disallowed from being an owner",
			structural.Field("ownerReferences"), structural.Index(i))
	}
}

func (c *checker) required(s, field string, i int) {
	if s == "" {
		c.report(structural.Required, structural.Omitted, "must not be empty",
			structural.Field("ownerReferences"), structural.Index(i), structural.Field(field))
	}
}

// cutGroupVersion takes an apiVersion apart. ok is false if it has more than
// one slash.
//
// Rule: k8s.io/apimachinery/pkg/runtime/schema, ParseGroupVersion.
func cutGroupVersion(apiVersion string) (group, version string, ok bool) {
	group, version, found := strings.Cut(apiVersion, "/")
	switch {
	case !found:
		return "", apiVersion, true
	case strings.Contains(version, "/"):
		return "", "", false
	default:
		return group, version, true
	}
}

// controllers reports every controller but the first. Each error shows all
// references.
func (c *checker) controllers(refs []any) {
	all, size := printable(refs)
	var first owner
	count := 0
	for i, v := range all {
		switch o := v.(owner); {
		case o.Controller != true:
		case first.Controller == nil:
			first = o
		case !enough(count, size):
			count++
			c.inside("ownerReferences", structural.Index(i), all, fmt.Sprintf(
				`Only one reference can have Controller set to true. Found "true" in references for %s/%s and %s/%s`,
				first.Kind, first.Name, o.Kind, o.Name))
		}
	}
}

// printable is owner references as a list of owners, and about how many bytes
// they print.
func printable(refs []any) (all []any, size int) {
	all = make([]any, len(refs))
	for i, e := range refs {
		o, _ := ownerOf(e)
		all[i] = o
		size += len(`{"apiVersion":"","kind":"","name":"","uid":""},`) + len(o.APIVersion) + len(o.Kind) + len(o.Name) + len(o.UID)
	}
	return all, size
}

// DedupOwnerReferences drops every owner reference at the root of obj that is
// equal to one before it, and returns the server's warning about that, empty if
// there was none. References that only share their uid stay. A server does this
// with requests to create or update before it merges managed fields.
//
// Nothing is written to: obj is returned itself if it has no duplicates, else a
// copy that shares everything but the list of references.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers,
// dedupOwnerReferencesAndAddWarning.
func DedupOwnerReferences(obj map[string]any) (out map[string]any, warning string) {
	meta := metadataOf(obj)
	refs, _ := meta["ownerReferences"].([]any)
	kept, dropped := distinctOwners(refs)
	if len(dropped) == 0 {
		return obj, ""
	}
	meta, out = maps.Clone(meta), maps.Clone(obj)
	meta["ownerReferences"], out["metadata"] = kept, meta
	return out, ".metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, " +
		"and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: " + strings.Join(dropped, ", ")
}

// distinctOwners is the list without repetitions, and the uids of those that it
// drops. Lists with anything but objects are left alone.
func distinctOwners(refs []any) (kept []any, dropped []string) {
	before := ownerSet{refs: refs}
	for i, e := range refs {
		o, ok := ownerOf(e)
		switch {
		case !ok:
			return refs, nil
		case !before.add(o, i):
			if dropped == nil {
				kept = append(make([]any, 0, len(refs)), refs[:i]...)
			}
			dropped = append(dropped, o.UID)
		case dropped != nil:
			kept = append(kept, e)
		}
	}
	return kept, dropped
}

// ownerSet answers which references have been seen. It needs memory for long
// lists only.
type ownerSet struct {
	refs []any
	seen map[owner]struct{}
}

// add reports whether o, the reference at i, is new.
func (s *ownerSet) add(o owner, i int) bool {
	if len(s.refs) <= 16 {
		return !s.seenBefore(o, i)
	}
	if s.seen == nil {
		s.seen = make(map[owner]struct{}, len(s.refs))
	}
	known := len(s.seen)
	s.seen[o] = struct{}{}
	return len(s.seen) > known
}

func (s *ownerSet) seenBefore(o owner, i int) bool {
	for _, e := range s.refs[:i] {
		if other, _ := ownerOf(e); other == o {
			return true
		}
	}
	return false
}
