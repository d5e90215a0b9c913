package store

import (
	"errors"
	"fmt"
	"sync"
)

// journal gives the writes of a store to its disk. One goroutine does it, until close: while a transaction
// is under way, the writes of all clients gather for the next one.
type journal struct {
	disk Disk
	wake chan struct{} // has an element if the queue may have changes
	done chan struct{} // closed when the goroutine has ended

	mu      sync.Mutex
	queue   []Change
	kept    uint64 // the revision of the last write on the disk
	err     error  // the disk has failed: nothing more is kept
	changed chan struct{}
	closed  bool
}

var errClosed = errors.New("the store is closed")

func newJournal(disk Disk, revision uint64) *journal {
	j := &journal{disk: disk, wake: make(chan struct{}, 1), done: make(chan struct{}), kept: revision, changed: make(chan struct{})}
	go j.run() // ends with close
	return j
}

func (j *journal) run() {
	defer close(j.done)
	for range j.wake {
		for changes := j.take(); len(changes) > 0; changes = j.take() {
			j.report(changes[len(changes)-1].Revision, j.disk.Write(changes))
		}
	}
}

// take removes the changes from the queue. After an error it returns none.
func (j *journal) take() []Change {
	j.mu.Lock()
	defer j.mu.Unlock()
	changes := j.queue
	if j.queue = nil; j.err != nil {
		return nil
	}
	return changes
}

func (j *journal) report(revision uint64, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if err != nil {
		j.err = fmt.Errorf("the data cannot be kept: %w", err)
	} else {
		j.kept = revision
	}
	close(j.changed)
	j.changed = make(chan struct{})
}

func (j *journal) add(c Change) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.closed {
		j.err = errClosed
		return
	}
	j.queue = append(j.queue, c)
	select {
	case j.wake <- struct{}{}:
	default: // it is awake
	}
}

// state returns the revision of the last write on the disk, and a channel that is closed by the next one.
func (j *journal) state() (kept uint64, changed chan struct{}, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.kept, j.changed, j.err
}

func (j *journal) close() error {
	j.mu.Lock()
	first := !j.closed
	if j.closed = true; first {
		close(j.wake)
	}
	j.mu.Unlock()
	<-j.done
	if !first {
		return nil
	}
	_, _, err := j.state()
	return errors.Join(err, j.disk.Close())
}

// keep gives a write to the disk. The caller holds the lock of the store, so that the order is right.
func (s *Store) keep(c Change) {
	if s.journal != nil {
		s.journal.add(c)
	}
}

// Kept returns the revision of the last write that a crash cannot undo. Without a disk it is the last write.
func (s *Store) Kept() uint64 {
	if s.journal == nil {
		return s.Revision()
	}
	kept, _, _ := s.journal.state()
	return kept
}

// Sync waits until the writes up to a revision are on the disk. The error is the disk's.
func (s *Store) Sync(revision uint64) error {
	if s.journal == nil {
		return nil
	}
	for {
		kept, changed, err := s.journal.state()
		if kept >= revision || err != nil {
			return err
		}
		<-changed
	}
}

// SyncAll waits until all writes are on the disk. The error is the disk's.
func (s *Store) SyncAll() error {
	if s.journal == nil {
		return nil
	}
	return s.Sync(s.Revision())
}

// waiting returns nil if the write with a revision is on the disk, and otherwise a channel that is closed
// by the next transaction.
func (s *Store) waiting(revision uint64) (chan struct{}, error) {
	if s.journal == nil {
		return nil, nil
	}
	kept, changed, err := s.journal.state()
	if kept >= revision {
		return nil, err
	}
	return changed, err
}

// Failed returns the error of the disk, or nil.
func (s *Store) Failed() error {
	if s.journal == nil {
		return nil
	}
	_, _, err := s.journal.state()
	return err
}
