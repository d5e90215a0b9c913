package disk_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"github.com/seed95800270/crdschema/crdserver/internal/disk"
	"github.com/seed95800270/crdschema/crdserver/internal/store"
)

func open(t *testing.T, name string) *disk.File {
	t.Helper()
	f, err := disk.Open(name)
	require.NoError(t, err)
	return f
}

// contents returns the objects of a file, "TABLE KEY@REVISION" with their values.
func contents(f *disk.File) (out map[string]map[string]any, revision uint64, err error) {
	out = map[string]map[string]any{}
	err = f.Load(func(s store.State) { revision = s.Revision }, func(table string, obj *store.Object) {
		out[fmt.Sprintf("%s %s@%d", table, obj.Key, obj.Revision)] = obj.Value
	})
	return out, revision, err
}

func put(table, key string, revision uint64, value map[string]any) store.Change {
	return store.Change{Table: table, Key: key, Revision: revision, Object: &store.Object{Key: key, Value: value, Revision: revision}}
}

func removed(table, key string, revision uint64) store.Change {
	return store.Change{Table: table, Key: key, Revision: revision}
}

func TestWrites(t *testing.T) {
	name := filepath.Join(t.TempDir(), "data")
	f := open(t, name)
	got, revision, err := contents(f)
	require.NoError(t, err)
	assert.Empty(t, got)
	assert.Equal(t, uint64(1), revision)
	require.NoError(t, f.Write([]store.Change{
		put("lamps.example.com", "x/a", 2, map[string]any{"n": int64(1) << 53, "f": 1.5, "s": "\u2028<", "l": []any{nil, true, map[string]any{}}}),
		put("lamps.example.com", "x/b", 3, map[string]any{}), put("lamps.example.com.other", "c", 4, map[string]any{}),
	}))
	require.NoError(t, f.Write([]store.Change{
		removed("lamps.example.com", "x/b", 5), put("pods.", "d", 6, map[string]any{}), put("pods.", "e", 7, map[string]any{}),
		{Table: "pods.", Revision: 7}, put("pods.", "f", 8, map[string]any{"a": "b"}), removed("pods.", "none", 9),
	}))
	require.NoError(t, f.Close())
	f = open(t, name)
	defer f.Close()
	got, revision, err = contents(f)
	require.NoError(t, err)
	assert.Equal(t, uint64(9), revision)
	assert.Equal(t, map[string]map[string]any{
		"lamps.example.com x/a@2":     {"n": int64(1) << 53, "f": 1.5, "s": "\u2028<", "l": []any{nil, true, map[string]any{}}},
		"lamps.example.com.other c@4": {}, "pods. f@8": {"a": "b"},
	}, got)
	_, err = disk.Open(name)
	assert.ErrorContains(t, err, "the data file "+name+": another server uses it")
	assert.Error(t, f.Write([]store.Change{put("pods.", "g", 10, map[string]any{"f": func() {}})}), "not JSON")
}

// TestForeignFiles opens files that no server has written.
func TestForeignFiles(t *testing.T) {
	database := func(bucket, key, value string) func(t *testing.T, name string) {
		return func(t *testing.T, name string) {
			db, err := bbolt.Open(name, 0o600, nil)
			require.NoError(t, err)
			require.NoError(t, db.Update(func(tx *bbolt.Tx) error {
				b, err := tx.CreateBucket([]byte(bucket))
				require.NoError(t, err)
				return b.Put([]byte(key), []byte(value))
			}))
			require.NoError(t, db.Close())
		}
	}
	text := func(text string) func(t *testing.T, name string) {
		return func(t *testing.T, name string) { require.NoError(t, os.WriteFile(name, []byte(text), 0o600)) }
	}
	for want, write := range map[string]func(t *testing.T, name string){
		"it is not a file of crdserver":                 database("other", "a", "b"),
		`its format is "2", and this program reads "1"`: database("crdserver", "format", "2"),
		"it is damaged":                   database("crdserver", "format", "1"),
		"data: it is not a file":          text("apiVersion: v1"),
		"the data file ":                  func(t *testing.T, name string) { require.NoError(t, os.Mkdir(name, 0o700)) },
		": it is not a file of crdserver": text(string(make([]byte, 1<<16))),
	} {
		name := filepath.Join(t.TempDir(), "data")
		write(t, name)
		_, err := disk.Open(name)
		assert.ErrorContains(t, err, want)
		assert.ErrorContains(t, err, "the data file "+name)
	}
}

// TestDamagedFiles changes and cuts a file everywhere: reading it is an error, or nothing is lost. The first two
// pages are left: each names a whole transaction, and if the newer one is damaged, the older one counts.
func TestDamagedFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "data")
	f := open(t, name)
	for i := range uint64(60) {
		require.NoError(t, f.Write([]store.Change{put("lamps.example.com", fmt.Sprint("x/", i), i+2, map[string]any{"n": fmt.Sprintf("%0200d", i)})}))
	}
	want, _, err := contents(f)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	whole, err := os.ReadFile(name)
	require.NoError(t, err)
	refused := 0
	try := func(text []byte) {
		copied := filepath.Join(t.TempDir(), "data")
		require.NoError(t, os.WriteFile(copied, text, 0o600))
		f, err := disk.Open(copied)
		if err == nil {
			var got map[string]map[string]any
			if got, _, err = contents(f); err == nil {
				assert.Equal(t, want, got)
			}
			require.NoError(t, f.Close())
		}
		if err != nil {
			assert.ErrorContains(t, err, "the data file "+copied)
			refused++
		}
	}
	for at := 2 * os.Getpagesize(); at < len(whole); at += 197 {
		text := append([]byte{}, whole...)
		text[at] ^= 0x55
		try(text)
	}
	assert.Positive(t, refused)
	for size := 4096; size < len(whole); size += 4096 + 511 {
		try(whole[:size])
	}
}
