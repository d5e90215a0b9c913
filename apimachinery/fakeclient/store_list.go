package fakeclient

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
)

// list returns the objects of a kind in a namespace, all of them if it is empty, sorted as a server
// sorts them.
func (s *store) list(ctx context.Context, k *kind, namespace string) ([]*entry, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.synchronizeAll(ctx, k); err != nil {
		return nil, err
	}
	keys := slices.SortedFunc(maps.Keys(s.entries[k]), func(a, b types.NamespacedName) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name))
	})
	var out []*entry
	for _, key := range keys {
		if namespace == "" || key.Namespace == namespace {
			out = append(out, s.entries[k][key])
		}
	}
	return out, nil
}

// synchronizeAll takes over all that was written to the tracker.
func (s *store) synchronizeAll(ctx context.Context, k *kind) error {
	keys := map[types.NamespacedName]bool{}
	for key := range s.entries[k] {
		keys[key] = true
	}
	for _, v := range k.versions {
		if err := s.addKeys(v, keys); err != nil {
			return err
		}
	}
	for key := range keys {
		if _, err := s.synchronize(ctx, k, key); err != nil {
			return err
		}
	}
	return nil
}

// anyKind is the kind whose list the tracker fills: the List of core/v1 has objects of any Go type,
// and the scheme may lack the list of a kind.
var anyKind = corev1.SchemeGroupVersion.WithKind("")

// addList adds the List of core/v1 to a scheme without it.
func addList(scheme *runtime.Scheme) {
	if list := corev1.SchemeGroupVersion.WithKind("List"); !scheme.Recognizes(list) {
		scheme.AddKnownTypeWithName(list, &corev1.List{})
	}
}

// addKeys adds the keys of the objects that the tracker has at a version.
func (s *store) addKeys(v *version, keys map[types.NamespacedName]bool) error {
	objs, err := s.trackerList(v)
	if err != nil {
		return err
	}
	return meta.EachListItem(objs, func(obj runtimeObject) error {
		accessor, err := meta.Accessor(obj)
		if err == nil {
			keys[types.NamespacedName{Namespace: accessor.GetNamespace(), Name: accessor.GetName()}] = true
		}
		return err
	})
}

// trackerList returns the objects that the tracker has at a version. The tracker reads the scheme.
func (s *store) trackerList(v *version) (runtimeObject, error) {
	s.types.lock.RLock()
	defer s.types.lock.RUnlock()
	return s.tracker.List(v.gvr, anyKind, "")
}

// at returns the object that had a resourceVersion.
func (s *store) at(k *kind, key types.NamespacedName, revision string) map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.former[k][key][revision].stored
}

// startWatch counts a watch.
func (s *store) startWatch() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watches++
}

// endWatch forgets former objects at the end of the last watch.
func (s *store) endWatch() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.watches--; s.watches > 0 {
		return
	}
	for _, objs := range s.former {
		clear(objs)
	}
}

// removedAt returns the revision of the removal of an object that had a resourceVersion.
func (s *store) removedAt(k *kind, key types.NamespacedName, revision string) uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.former[k][key][revision]; f.removed != 0 {
		return f.removed
	}
	return s.removal(revision)
}

// removal returns the revision of the removal of an object by the fake client. The fake client does
// not count removals.
func (s *store) removal(revision string) uint64 {
	if s.counter != nil {
		return s.counter.Load()
	}
	n, _ := strconv.ParseUint(revision, 10, 64)
	return n + 1
}
