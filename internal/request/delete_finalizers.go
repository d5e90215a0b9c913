package request

import "maps"

// Unsafe reports whether the options ask for the deletion of an unreadable object.
func (d *DeleteOptions) Unsafe() bool {
	return d.IgnoreStoreReadError != nil && *d.IgnoreStoreReadError
}

// The finalizers that the garbage collector removes.
const (
	orphanFinalizer     = "orphan"
	foregroundFinalizer = "foregroundDeletion"
)

// Finalizers returns the finalizers of an object to delete, with the garbage collector's
// finalizer that the options ask for. Without options, the object keeps its own.
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry,
// deletionFinalizersForGarbageCollection.
func (d *DeleteOptions) Finalizers(current []any) []any {
	var kept []any
	for _, f := range current {
		if f != orphanFinalizer && f != foregroundFinalizer {
			kept = append(kept, f)
		}
	}
	if f := d.garbageFinalizer(current); f != "" {
		kept = append(kept, f)
	}
	if sameElements(kept, current) {
		return current
	}
	return kept
}

// garbageFinalizer returns the garbage collector's finalizer, or "".
func (d *DeleteOptions) garbageFinalizer(current []any) string {
	policy := ""
	if d.PropagationPolicy != nil {
		policy = *d.PropagationPolicy
	}
	switch orphan := d.OrphanDependents; {
	case orphan != nil && *orphan, policy == Orphan:
		return orphanFinalizer
	case policy == Foreground:
		return foregroundFinalizer
	case orphan != nil, policy == Background:
		return ""
	}
	for _, f := range current {
		if f == orphanFinalizer || f == foregroundFinalizer {
			return f.(string)
		}
	}
	return ""
}

// sameElements reports whether two lists have the same texts. What else they hold does not
// count: no server stores it, and it may not be comparable.
func sameElements(a, b []any) bool { return maps.Equal(textSet(a), textSet(b)) }

func textSet(list []any) map[string]bool {
	set := make(map[string]bool, len(list))
	for _, v := range list {
		if text, ok := v.(string); ok {
			set[text] = true
		}
	}
	return set
}
