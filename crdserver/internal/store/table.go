package store

import (
	"slices"
	"strings"
)

// Object is a stored object. It does not change.
type Object struct {
	// Key is NAMESPACE/NAME, or NAME without a namespace.
	Key string
	// Value is the object as it is stored, with the revision as its resourceVersion.
	Value map[string]any
	// Revision is the revision of the write.
	Revision uint64
}

// Table holds the objects of one resource.
type Table struct {
	store    *Store
	resource string
	objects  map[string]*Object
	sorted   []*Object // by key; nil after an object was added or removed
	shared   bool      // a reader holds sorted
	dropped  bool

	writes    []Write       // the history, a ring
	first     uint64        // the number of the oldest write in the ring
	next      uint64        // the number of the next write
	forgotten uint64        // the revision of the last write that is not in the ring
	changed   chan struct{} // closed by the next write
}

// Get returns the object with a key, or nil, and the revision of the store.
func (t *Table) Get(key string) (*Object, uint64) {
	t.store.mu.RLock()
	defer t.store.mu.RUnlock()
	return t.objects[key], t.store.revision
}

// Len returns the number of objects.
func (t *Table) Len() int {
	t.store.mu.RLock()
	defer t.store.mu.RUnlock()
	return len(t.objects)
}

// Put writes an object. old is the object that it replaces, or nil for a new one. value returns the
// object to store at a revision.
func (t *Table) Put(key string, old *Object, value func(revision uint64) map[string]any) (*Object, error) {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	if err := t.check(key, old); err != nil {
		return nil, err
	}
	t.store.revision++
	obj := &Object{Key: key, Value: value(t.store.revision), Revision: t.store.revision}
	t.objects[key] = obj
	t.replace(old, obj)
	t.record(Write{Old: old, Cur: obj, Revision: obj.Revision})
	t.store.keep(Change{Table: t.resource, Key: key, Object: obj, Revision: obj.Revision})
	return obj, nil
}

// Delete removes an object and returns the revision of the removal.
func (t *Table) Delete(old *Object) (uint64, error) {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	if err := t.check(old.Key, old); err != nil {
		return 0, err
	}
	t.store.revision++
	delete(t.objects, old.Key)
	t.sorted = nil
	t.record(Write{Old: old, Revision: t.store.revision})
	t.store.keep(Change{Table: t.resource, Key: old.Key, Revision: t.store.revision})
	return t.store.revision, nil
}

func (t *Table) check(key string, old *Object) error {
	switch {
	case t.dropped:
		return ErrDropped
	case t.objects[key] != old:
		return ErrConflict
	}
	return t.store.Failed()
}

// replace keeps the sorted objects right, if there are any. Readers may hold the former slice.
func (t *Table) replace(old, cur *Object) {
	if old == nil {
		t.sorted = nil
	}
	if t.sorted == nil {
		return
	}
	if t.shared {
		t.sorted, t.shared = slices.Clone(t.sorted), false
	}
	if at, found := search(t.sorted, old.Key); found {
		t.sorted[at] = cur
	}
}

// List returns the objects whose keys have a prefix, sorted by key, at a revision: 0 is the latest
// one. It also returns the revision. The error is [ErrTooOld].
func (t *Table) List(prefix string, revision uint64) ([]*Object, uint64, error) {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	if t.dropped {
		return nil, 0, ErrDropped
	}
	now := t.store.revision
	if revision == 0 || revision == now {
		t.shared = true
		return within(t.sort(), prefix), now, nil
	}
	objs, err := t.at(revision)
	return within(objs, prefix), revision, err
}

func (t *Table) sort() []*Object {
	if t.sorted == nil {
		t.sorted = sortedValues(t.objects)
	}
	return t.sorted
}

func sortedValues(objects map[string]*Object) []*Object {
	out := make([]*Object, 0, len(objects))
	for _, obj := range objects {
		out = append(out, obj)
	}
	slices.SortFunc(out, func(a, b *Object) int { return strings.Compare(a.Key, b.Key) })
	return out
}

// within returns the part of sorted objects whose keys have a prefix.
func within(objs []*Object, prefix string) []*Object {
	from, _ := search(objs, prefix)
	to := from
	for to < len(objs) && strings.HasPrefix(objs[to].Key, prefix) {
		to++
	}
	return objs[from:to:to]
}

func search(objs []*Object, key string) (int, bool) {
	return slices.BinarySearchFunc(objs, key, func(o *Object, key string) int { return strings.Compare(o.Key, key) })
}
