package store

import (
	"context"
	"maps"
)

// Write is one write in a table. Old is nil for a new object, and Cur for a removed one.
type Write struct {
	Old, Cur *Object
	Revision uint64
}

// Key returns the key of the object.
func (w Write) Key() string {
	if w.Cur != nil {
		return w.Cur.Key
	}
	return w.Old.Key
}

// record appends a write to the history and wakes the readers.
func (t *Table) record(w Write) {
	if len(t.writes) < t.store.history {
		t.writes = append(t.writes, w)
	} else {
		oldest := &t.writes[t.first%uint64(len(t.writes))]
		t.forgotten = oldest.Revision
		*oldest = w
		t.first++
	}
	t.next++
	t.wake()
}

func (t *Table) wake() {
	close(t.changed)
	t.changed = make(chan struct{})
}

// write returns the write with a number between first and next.
func (t *Table) write(number uint64) Write { return t.writes[number%uint64(len(t.writes))] }

// at returns the sorted objects at a former revision: it undoes the later writes.
func (t *Table) at(revision uint64) ([]*Object, error) {
	if revision < t.forgotten {
		return nil, ErrTooOld
	}
	objects := maps.Clone(t.objects)
	for number := t.next; number > t.first; number-- {
		w := t.write(number - 1)
		if w.Revision <= revision {
			break
		}
		if w.Old == nil {
			delete(objects, w.Key())
		} else {
			objects[w.Key()] = w.Old
		}
	}
	return sortedValues(objects), nil
}

// Reader is a position in the history of a table. It belongs to one goroutine.
type Reader struct {
	table *Table
	next  uint64 // the number of the next write
}

// Read returns a reader of the writes after a revision, or [ErrTooOld] if the history does not
// reach back so far.
func (t *Table) Read(revision uint64) (*Reader, error) {
	t.store.mu.RLock()
	defer t.store.mu.RUnlock()
	if revision < t.forgotten {
		return nil, ErrTooOld
	}
	r := &Reader{table: t, next: t.first}
	for r.next < t.next && t.write(r.next).Revision <= revision {
		r.next++
	}
	return r, nil
}

// Oldest returns the oldest revision whose later writes the history has.
func (t *Table) Oldest() uint64 {
	t.store.mu.RLock()
	defer t.store.mu.RUnlock()
	return t.forgotten
}

// Next returns the next write that a crash cannot undo. It waits for it until the context is done: the error is then the
// context's. The error is [ErrTooOld] if the history has lost the write, and [ErrDropped].
func (r *Reader) Next(ctx context.Context) (Write, error) {
	for {
		w, found, changed, err := r.look()
		if found || err != nil {
			return w, err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return Write{}, ctx.Err()
		}
	}
}

func (r *Reader) look() (w Write, found bool, changed chan struct{}, err error) {
	t := r.table
	t.store.mu.RLock()
	defer t.store.mu.RUnlock()
	switch {
	case r.next < t.first:
		return Write{}, false, nil, ErrTooOld
	case r.next < t.next:
		if waiting, err := t.store.waiting(t.write(r.next).Revision); waiting != nil || err != nil {
			return Write{}, false, waiting, err
		}
		r.next++
		return t.write(r.next - 1), true, nil, nil
	case t.dropped:
		return Write{}, false, nil, ErrDropped
	}
	return Write{}, false, t.changed, nil
}
