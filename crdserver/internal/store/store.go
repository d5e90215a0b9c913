package store

import (
	"errors"
	"sync"
)

// Store numbers the writes of its tables.
type Store struct {
	mu       sync.RWMutex // guards the revision, the tables and all that they hold
	revision uint64
	tables   map[string]*Table
	history  int
}

// New returns a store whose tables remember a number of writes each.
func New(history int) *Store {
	return &Store{revision: 1, tables: map[string]*Table{}, history: history}
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
	t := s.tables[resource]
	if t == nil {
		t = &Table{store: s, objects: map[string]*Object{}, changed: make(chan struct{}), forgotten: s.revision}
		s.tables[resource] = t
	}
	return t
}

// Drop removes the table of a resource and ends those who read it.
func (s *Store) Drop(resource string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.tables[resource]; t != nil {
		delete(s.tables, resource)
		t.dropped = true
		t.wake()
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
