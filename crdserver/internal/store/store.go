package store

import (
	"errors"
	"maps"
	"slices"
	"sync"
)

// Store numbers the writes of its tables.
type Store struct {
	mu       sync.RWMutex // guards the revision, the tables and all that they hold
	revision uint64
	tables   map[string]*Table
	history  int
	journal  *journal // nil: nothing is kept
}

// New returns a store whose tables remember a number of writes each.
func New(history int) *Store {
	return &Store{revision: 1, tables: map[string]*Table{}, history: history}
}

// Open returns a store with the objects of a disk that keeps its writes. The tables do not remember the
// writes before. [Store.Close] closes the disk.
func Open(history int, disk Disk) (*Store, error) {
	s := New(history)
	err := disk.Load(func(state State) { s.revision = state.Revision }, func(table string, obj *Object) {
		s.table(table).objects[obj.Key] = obj
	})
	if err != nil {
		return nil, err
	}
	s.journal = newJournal(disk, s.revision)
	return s, nil
}

// Close keeps what was written, and closes the disk. The store may not be written any more.
func (s *Store) Close() error {
	if s.journal == nil {
		return nil
	}
	return s.journal.close()
}

// Revision returns the revision of the last write.
func (s *Store) Revision() uint64 {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.revision
}

// Table returns the table of a resource, a new one if necessary.
func (s *Store) Table(resource string) *Table {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.table(resource)
}

func (s *Store) table(resource string) *Table {
	t := s.tables[resource]
	if t == nil {
		t = &Table{store: s, resource: resource, objects: map[string]*Object{}, changed: make(chan struct{}), forgotten: s.revision}
		s.tables[resource] = t
	}
	return t
}

// Tables returns the resources that have tables.
func (s *Store) Tables() []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Sorted(maps.Keys(s.tables))
}

// Drop removes the table of a resource and ends those who read it.
func (s *Store) Drop(resource string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.tables[resource]; t != nil {
		delete(s.tables, resource)
		t.dropped = true
		t.wake()
		s.keep(Change{Table: resource, Revision: s.revision})
	}
}

// The reasons why a table has no answer.
var (
	// ErrConflict: another write has replaced the revision that a write names.
	ErrConflict = errors.New("the object has changed")
	// ErrTooOld: the history does not reach back to the revision.
	ErrTooOld = errors.New("the history does not have the revision")
	// ErrDropped: the table does not exist any more.
	ErrDropped = errors.New("the resource does not exist any more")
)
