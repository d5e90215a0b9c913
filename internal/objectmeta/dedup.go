package objectmeta

import (
	"maps"
	"strings"
)

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
