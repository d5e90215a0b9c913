package store_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/crdserver/internal/store"
)

// slowDisk is a disk whose transactions wait for the test.
type slowDisk struct {
	proceed chan error // what the next transaction returns
	mu      sync.Mutex
	written [][]store.Change
	closed  bool
}

func (m *slowDisk) Load(begin func(store.State), add func(string, *store.Object)) error {
	begin(store.State{Revision: 7})
	add("lamps", &store.Object{Key: "x/a", Value: map[string]any{"n": 1}, Revision: 5})
	return nil
}

func (m *slowDisk) Write(changes []store.Change) error {
	m.mu.Lock()
	m.written = append(m.written, changes)
	m.mu.Unlock()
	return <-m.proceed
}

func (m *slowDisk) Close() error {
	m.closed = true
	return nil
}

func openSlow(t *testing.T) (*store.Store, *slowDisk) {
	m := &slowDisk{proceed: make(chan error)}
	s, err := store.Open(10, m)
	require.NoError(t, err)
	return s, m
}

// TestKeptWrites writes while a transaction is under way: nobody who follows the history sees a write before
// it is kept, and the writes that came in between are one transaction.
func TestKeptWrites(t *testing.T) {
	s, m := openSlow(t)
	table := s.Table("lamps")
	obj, revision := table.Get("x/a")
	assert.Equal(t, uint64(7), revision)
	assert.Equal(t, map[string]any{"n": 1}, obj.Value)
	_, err := table.Read(6)
	assert.ErrorIs(t, err, store.ErrTooOld)
	r, err := table.Read(7)
	require.NoError(t, err)
	put(t, table, "x/b", 2)
	_, found, err := r.TryNext()
	require.NoError(t, err)
	assert.False(t, found)
	assert.Equal(t, uint64(7), s.Kept())
	begun := func() bool { m.mu.Lock(); defer m.mu.Unlock(); return len(m.written) == 1 }
	require.Eventually(t, begun, 5*time.Second, time.Millisecond)
	last := put(t, table, "x/c", 3)
	_, err = table.Delete(obj)
	require.NoError(t, err)
	s.Drop("lamps")
	m.proceed <- nil
	m.proceed <- nil
	require.NoError(t, s.Sync(last.Revision))
	for _, want := range []string{"x/b", "x/c", "x/a"} {
		w, err := r.Next(t.Context())
		require.NoError(t, err)
		assert.Equal(t, want, w.Key())
	}
	_, err = r.Next(t.Context())
	assert.ErrorIs(t, err, store.ErrDropped)
	require.NoError(t, s.Close())
	require.NoError(t, s.Close())
	assert.True(t, m.closed)
	var keys [][]string
	for _, changes := range m.written {
		var names []string
		for _, c := range changes {
			names = append(names, c.Table+" "+c.Key)
		}
		keys = append(keys, names)
	}
	assert.Equal(t, [][]string{{"lamps x/b"}, {"lamps x/c", "lamps x/a", "lamps "}}, keys)
}

// TestFailingDisk loses a transaction: nothing is answered or written any more.
func TestFailingDisk(t *testing.T) {
	s, m := openSlow(t)
	table := s.Table("lamps")
	r, err := table.Read(7)
	require.NoError(t, err)
	obj := put(t, table, "x/b", 2)
	full := errors.New("no space")
	m.proceed <- full
	assert.ErrorIs(t, s.Sync(obj.Revision), full)
	assert.Equal(t, uint64(7), s.Kept())
	_, err = r.Next(context.Background())
	assert.ErrorIs(t, err, full)
	_, err = table.Put("x/c", nil, nil)
	assert.ErrorIs(t, err, full)
	assert.ErrorIs(t, s.Close(), full)
}
