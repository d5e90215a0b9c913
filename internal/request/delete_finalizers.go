package request

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

// sameElements reports whether two lists of texts are the same set.
func sameElements(a, b []any) bool {
	set := make(map[any]bool, len(a))
	for _, v := range a {
		set[v] = true
	}
	other := make(map[any]bool, len(b))
	for _, v := range b {
		if !set[v] {
			return false
		}
		other[v] = true
	}
	return len(set) == len(other)
}
