package fakeclient

import (
	"context"
	"errors"
	"maps"
	"strconv"
	"sync"
	"sync/atomic"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/testing"

	"github.com/seed95800270/crdschema/apimachinery"
)

// entry is a stored object. It does not change: every write makes another one.
type entry struct {
	// stored is the object at the storage version, with its resourceVersion.
	stored map[string]any
	// shown are the versions at which the tracker holds the object.
	shown map[*version]bool
}

func (e *entry) revision() string { return text(e.stored, "resourceVersion") }

// store holds the objects as a server does, at their storage version. The tracker of the fake client
// holds them as well, at each served version, for indexes, watches and callers that use the fake
// client itself. The store takes over what they write.
type store struct {
	types   goTypes
	tracker testing.ObjectTracker
	counter *atomic.Uint64

	mu      sync.Mutex // guards the fields below, and that the tracker agrees with them
	entries map[*kind]map[types.NamespacedName]*entry
	// watches is the number of open watches. former are the objects that were stored while there was
	// one, by their resourceVersion.
	watches int
	former  map[*kind]map[types.NamespacedName]map[string]former
	// last are the resourceVersions of removed objects.
	last map[*kind]map[types.NamespacedName]uint64
}

// former is an object that was stored.
type former struct {
	stored map[string]any
	// removed is the revision at which it was removed, or 0.
	removed uint64
}

func newStore(p parts, all kinds) *store {
	s := &store{types: p.types, tracker: p.tracker, counter: p.counter,
		entries: map[*kind]map[types.NamespacedName]*entry{},
		former:  map[*kind]map[types.NamespacedName]map[string]former{},
		last:    map[*kind]map[types.NamespacedName]uint64{}}
	for _, k := range all {
		s.entries[k] = map[types.NamespacedName]*entry{}
		s.former[k] = map[types.NamespacedName]map[string]former{}
		s.last[k] = map[types.NamespacedName]uint64{}
	}
	return s
}

// get returns an object, or nil.
func (s *store) get(ctx context.Context, k *kind, key types.NamespacedName) (*entry, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.synchronize(ctx, k, key)
}

// synchronize takes over what was written to the tracker, and returns the object.
func (s *store) synchronize(ctx context.Context, k *kind, key types.NamespacedName) (*entry, error) {
	for _, v := range k.versions {
		shown, err := s.tracker.Get(v.gvr, key.Namespace, key.Name)
		e := s.entries[k][key]
		switch {
		case apierrors.IsNotFound(err) && e != nil && e.shown[v]:
			return nil, s.remove(k, key, e, s.removal(e.revision()))
		case apierrors.IsNotFound(err):
		case err != nil:
			return nil, err
		default:
			if err := s.adopt(ctx, v, key, e, shown); err != nil {
				return nil, err
			}
		}
	}
	return s.entries[k][key], nil
}

// adopt stores an object of the tracker unless it is the one that the store has shown.
func (s *store) adopt(ctx context.Context, v *version, key types.NamespacedName, e *entry, shown runtime.Object) error {
	accessor, err := meta.Accessor(shown)
	if err != nil {
		return err
	}
	if e != nil && accessor.GetResourceVersion() == e.revision() {
		return nil
	}
	obj, err := apimachinery.ToMap(ctx, shown)
	if err != nil {
		return err
	}
	obj = maps.Clone(obj)
	obj["apiVersion"], obj["kind"] = v.gvk.GroupVersion().String(), v.gvk.Kind
	stored, err := v.kind.Store(ctx, obj)
	if err != nil {
		return apimachinery.ErrorOf(err)
	}
	s.write(ctx, v.kind, key, withRevision(stored, accessor.GetResourceVersion()), v)
	return nil
}

// write stores an object and shows it at all versions except one that has it already.
func (s *store) write(ctx context.Context, k *kind, key types.NamespacedName, stored map[string]any, has *version) {
	e := &entry{stored: stored, shown: map[*version]bool{}}
	s.entries[k][key] = e
	s.remember(k, key, former{stored: stored})
	for _, v := range k.versions {
		e.shown[v] = v == has || s.show(ctx, v, key, stored) == nil
		if !e.shown[v] {
			s.hide(v, key)
		}
	}
}

// hide removes a former object from the tracker at a version that cannot show the present one. The
// store would adopt it as a new write. There may be none: the error does not matter.
func (s *store) hide(v *version, key types.NamespacedName) {
	_ = s.tracker.Delete(v.gvr, key.Namespace, key.Name)
}

// show writes an object to the tracker at a version. An error means that clients of the version
// cannot read it.
func (s *store) show(ctx context.Context, v *version, key types.NamespacedName, stored map[string]any) error {
	obj, err := v.kind.Read(ctx, stored, v.gvk.Version)
	if err != nil {
		return err
	}
	shown, err := s.object(ctx, v, obj)
	if err != nil {
		return err
	}
	err = s.tracker.Update(v.gvr, shown, key.Namespace)
	if apierrors.IsNotFound(err) {
		err = s.tracker.Create(v.gvr, shown, key.Namespace)
	}
	return err
}

// remember keeps an object for watches.
func (s *store) remember(k *kind, key types.NamespacedName, f former) {
	if s.watches == 0 {
		return
	}
	if s.former[k][key] == nil {
		s.former[k][key] = map[string]former{}
	}
	s.former[k][key][text(f.stored, "resourceVersion")] = f
}

// remove removes an object at a revision.
func (s *store) remove(k *kind, key types.NamespacedName, e *entry, revision uint64) error {
	s.remember(k, key, former{stored: e.stored, removed: revision})
	s.last[k][key] = revision
	delete(s.entries[k], key)
	for v := range e.shown {
		if err := s.tracker.Delete(v.gvr, key.Namespace, key.Name); err != nil && !apierrors.IsNotFound(err) {
			return err
		}
	}
	return nil
}

// errChanged means that another write came in between.
var errChanged = errors.New("the object has changed")

// commit replaces an object, nil if there is none, by another one, nil to remove it. revision is the
// revision of a removal.
func (s *store) commit(ctx context.Context, k *kind, key types.NamespacedName, old *entry, stored map[string]any, revision uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	current, err := s.synchronize(ctx, k, key)
	switch {
	case err != nil:
		return err
	case current != old:
		return errChanged
	case stored == nil:
		return s.remove(k, key, old, revision)
	}
	s.write(ctx, k, key, stored, nil)
	return nil
}

// next returns the resourceVersion of the next write of an object.
func (s *store) next(k *kind, key types.NamespacedName, old *entry) uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.counter != nil {
		return s.counter.Add(1)
	}
	if old == nil {
		return s.last[k][key] + 1
	}
	revision, _ := strconv.ParseUint(old.revision(), 10, 64)
	return revision + 1
}
