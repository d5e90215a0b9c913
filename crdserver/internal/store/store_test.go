package store_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/crdserver/internal/store"
)

// put writes an object whose value is a number.
func put(t *testing.T, table *store.Table, key string, n int) *store.Object {
	t.Helper()
	old, _ := table.Get(key)
	obj, err := table.Put(key, old, func(uint64) map[string]any { return map[string]any{"n": n} })
	require.NoError(t, err)
	return obj
}

func contents(objs []*store.Object) string {
	var out string
	for _, obj := range objs {
		out += fmt.Sprint(obj.Key, "=", obj.Value["n"], " ")
	}
	return out
}

func TestWrites(t *testing.T) {
	s := store.New(10)
	table := s.Table("lamps")
	a := put(t, table, "x/a", 1)
	_, err := table.Put("x/a", nil, nil)
	assert.ErrorIs(t, err, store.ErrConflict, "the name is taken")
	put(t, table, "x/a", 2)
	_, err = table.Delete(a)
	assert.ErrorIs(t, err, store.ErrConflict, "the object has changed")
	put(t, table, "y/b", 3)
	put(t, s.Table("rooms"), "c", 4)
	assert.Equal(t, uint64(5), s.Revision())
}

// TestFormer lists every former revision and compares it with the list at that time.
func TestFormer(t *testing.T) {
	s := store.New(1000)
	table := s.Table("lamps")
	want := map[uint64]string{s.Revision(): ""}
	for i := range 300 {
		key := fmt.Sprintf("%c/%d", 'x'+i%2, i*7%11)
		if old, _ := table.Get(key); old != nil && i%3 == 0 {
			_, err := table.Delete(old)
			require.NoError(t, err)
		} else {
			put(t, table, key, i)
		}
		objs, revision, err := table.List("", 0)
		require.NoError(t, err)
		want[revision] = contents(objs)
	}
	for revision, text := range want {
		objs, _, err := table.List("", revision)
		require.NoError(t, err)
		assert.Equal(t, text, contents(objs))
	}
}

func TestPrefix(t *testing.T) {
	table := store.New(10).Table("lamps")
	for i, key := range []string{"b/z", "a/x", "b/y", "ba/x"} {
		put(t, table, key, i)
	}
	objs, _, err := table.List("b/", 0)
	require.NoError(t, err)
	assert.Equal(t, "b/y=2 b/z=0 ", contents(objs))
	put(t, table, "b/y", 5)
	assert.Equal(t, "b/y=2 b/z=0 ", contents(objs), "a list does not change")
}

// TestBound reads with a reader that has fallen behind.
func TestBound(t *testing.T) {
	s := store.New(3)
	table := s.Table("lamps")
	start := s.Revision()
	late, err := table.Read(start)
	require.NoError(t, err)
	for i := range 4 {
		put(t, table, "a", i)
	}
	_, err = late.Next(t.Context())
	assert.ErrorIs(t, err, store.ErrTooOld)
	_, err = table.Read(start)
	assert.ErrorIs(t, err, store.ErrTooOld)
	_, _, err = table.List("", start)
	assert.ErrorIs(t, err, store.ErrTooOld)
	assert.Equal(t, start+1, table.Oldest())
	r, err := table.Read(table.Oldest())
	require.NoError(t, err)
	w, err := r.Next(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []any{0, 1}, []any{w.Old.Value["n"], w.Cur.Value["n"]})
}

// TestReaders reads while a writer writes: readers see all writes in order.
func TestReaders(t *testing.T) {
	s := store.New(10_000)
	table := s.Table("lamps")
	var wait sync.WaitGroup
	for range 20 {
		r, err := table.Read(s.Revision())
		require.NoError(t, err)
		wait.Add(1)
		go func() {
			defer wait.Done()
			for i := range 500 {
				w, err := r.Next(t.Context())
				if !assert.NoError(t, err) || !assert.Equal(t, i, w.Cur.Value["n"]) {
					return
				}
			}
			_, err := r.Next(t.Context())
			assert.ErrorIs(t, err, store.ErrDropped)
		}()
	}
	for i := range 500 {
		put(t, table, "a", i)
	}
	s.Drop("lamps")
	wait.Wait()
	ctx, cancel := context.WithCancel(t.Context())
	r, err := s.Table("lamps").Read(s.Revision())
	require.NoError(t, err)
	cancel()
	_, err = r.Next(ctx)
	assert.ErrorIs(t, err, context.Canceled)
}
